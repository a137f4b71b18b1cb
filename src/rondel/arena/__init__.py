"""Many games at once: simulations, tournaments, ratings."""
