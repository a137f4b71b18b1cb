"""Doors for learners: PettingZoo, Gymnasium, OpenSpiel, and thousands of tables at once."""
