"""Tests of the ferries."""
