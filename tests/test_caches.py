"""Caches of derived values."""

from rondel.core.caches import MAX_CONTEXTS, BoundedCache, memoize


def test_what_is_known_is_made_once() -> None:
    made: list[int] = []

    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    doubles = BoundedCache(double)
    assert [doubles[number] for number in (1, 2, 1, 2)] == [2, 4, 2, 4]
    assert made == [1, 2]


def test_it_never_keeps_more_than_its_most() -> None:
    words = BoundedCache(str, most=3)
    for number in range(10):
        assert words[number] == str(number)
        assert len(words) <= 3


def test_every_context_has_its_own_and_few_are_kept() -> None:
    @memoize
    def times(factor: int, number: int) -> int:
        return factor * number

    assert (times[3][5], times[4][5], times[3][5]) == (15, 20, 15)
    for factor in range(2 * MAX_CONTEXTS):
        assert times[factor][7] == 7 * factor
        assert len(times) <= MAX_CONTEXTS
