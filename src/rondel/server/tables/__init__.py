"""One table: its state, and the pure rules of play, seats, undo and clocks."""
