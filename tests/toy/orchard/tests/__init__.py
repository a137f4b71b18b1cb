"""Tests of the orchard."""
