"""Finca's own tests."""
