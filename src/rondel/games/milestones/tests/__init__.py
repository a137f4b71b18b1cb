"""Milestones' own tests."""
