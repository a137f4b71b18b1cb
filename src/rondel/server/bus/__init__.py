"""Messages between server processes."""
