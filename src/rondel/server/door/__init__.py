"""Who comes in, and how much they may ask."""
