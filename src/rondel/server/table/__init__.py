"""One table: the game as it stands, and the plans that change it."""
