"""Tables being played: held in memory, changed, told to all who listen."""
