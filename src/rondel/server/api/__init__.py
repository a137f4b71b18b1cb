"""The doors of the server, by subject."""
