"""Test suites that every game must pass."""

from rondel.core.extras import extras

with extras():
    import pytest

pytest.register_assert_rewrite("rondel.testkit.conformance", "rondel.testkit.golden")

from rondel.testkit.conformance import Conformance  # noqa: E402
from rondel.testkit.perft import perft, perft_of  # noqa: E402
from rondel.testkit.random_play import random_match, steps_of  # noqa: E402
from rondel.testkit.soak import soak  # noqa: E402

__all__ = ["Conformance", "perft", "perft_of", "random_match", "soak", "steps_of"]
