"""Finca against the suite that every game must pass."""

from rondel.testkit import Conformance


class TestFinca(Conformance, game="finca"):
    """Finca gets right what every game must."""
