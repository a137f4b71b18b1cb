"""Simulations, tournaments and ratings."""
