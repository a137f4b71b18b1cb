"""Rondel: play, host, simulate, teach and master rondel games."""

__version__ = "0.1.0"
