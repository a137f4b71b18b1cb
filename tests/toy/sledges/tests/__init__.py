"""Tests of the sledges."""
