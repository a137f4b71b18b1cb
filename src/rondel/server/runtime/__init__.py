"""Tables being played: the registry, broadcasting, bots and deadlines."""
