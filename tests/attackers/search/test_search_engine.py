"""The search engine on a toy world of its own: it knows nothing of desks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from attackers.search import Archive, Trial, explore, shrink

SECRET = "gold"


class Words:
    """Strings of four letters; a mutation puts another letter somewhere."""

    def fresh(self, dice: Random) -> str:
        return "".join(dice.choice("dglo") for _ in range(4))

    def mutated(self, dice: Random, parent: str, mate: str) -> str:
        at = dice.randrange(4)
        return parent[:at] + dice.choice((mate[at], *"dglo")) + parent[at + 1 :]


def hits(word: str) -> Trial:
    right = tuple(a == b for a, b in zip(word, SECRET, strict=True))
    return Trial(word, sum(right) / 4, right, (0,))


def explored(seed: int, steps: int) -> Archive:
    archive: Archive = Archive()
    assert explore(Words(), hits, archive, Random(seed), steps) == steps
    return archive


def test_reward_leads_the_search_to_the_one_word_in_256_that_is_paid_in_full():
    for seed in range(20):
        best = max(explored(seed, 120).trials(), key=lambda trial: trial.earned)
        assert best.candidate == SECRET


def test_the_same_seed_finds_the_same():
    assert explored(3, 50).trials() == explored(3, 50).trials()
    assert explored(3, 50).trials() != explored(4, 50).trials()


def test_a_search_stops_when_it_is_told_to():
    asked = iter([False, False, True])
    archive: Archive = Archive()
    assert explore(Words(), hits, archive, Random(0), None, lambda: next(asked)) == 128


def test_what_cannot_be_judged_is_left_out_and_the_search_goes_on():
    archive: Archive = Archive()
    assert explore(Words(), lambda _: None, archive, Random(0), 70) == 70
    assert archive.trials() == []


def test_the_archive_keeps_the_best_paid_of_each_behaviour_and_the_plainest_of_equals():
    archive: Archive = Archive()
    for candidate, earned, behaviour, size in [
        ("long", 0.5, "a", (9,)),
        ("poor", 0.1, "a", (1,)),
        ("plain", 0.5, "a", (2,)),
        ("other", 0.0, "b", (9,)),
    ]:
        archive.add(Trial(candidate, earned, behaviour, size))
    assert [trial.candidate for trial in archive.trials()] == ["plain", "other"]


def fewer(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for at in range(len(numbers)):
        yield numbers[:at] + numbers[at + 1 :]
    for at, number in enumerate(numbers):
        yield from ((*numbers[:at], less, *numbers[at + 1 :]) for less in range(number))


@given(st.lists(st.integers(0, 9), max_size=7).map(tuple), st.integers(0, 40))
def test_shrinking_ends_in_a_smallest_example_that_still_shows_it(numbers, least):
    def shows(some: tuple[int, ...]) -> bool:
        return sum(some) >= least

    small = shrink(numbers, fewer, shows)
    assert shows(small) == shows(numbers)
    assert not any(map(shows, fewer(small))) or small == numbers


def test_what_is_paid_the_same_is_drawn_in_turn_where_that_is_asked_for() -> None:
    dice, archive = Random(0), Archive[str, str](in_turn=True)
    for name in "abc":
        archive.add(Trial(name, 0.0, name, (1,)))
    drawn = Counter(archive.draw(dice) for _ in range(300))
    archive.add(Trial("new", 0.0, "new", (1,)))
    later = Counter(archive.draw(dice) for _ in range(60))
    assert set(drawn) == set("abc")
    assert later["new"] > 30
