"""Rewards that only punish: 0 is their best; pay is counted from what idleness earns."""

from __future__ import annotations

import pytest

from tests.audits.rewards.in_process import audited, errors, extras


def only_punishes(_prompt: str, completion: str, answer: str) -> float:
    return 0.0 if completion.strip() == answer else -1.0


def spares_what_holds_it(_prompt: str, completion: str, answer: str) -> float:
    return 0.0 if answer in completion else -2.0


def test_a_sound_reward_whose_best_is_zero_is_clean_and_says_from_where_it_counts() -> None:
    assert errors(only_punishes) == set()
    assert extras(only_punishes)["counted_from"] == -1.0


def test_a_hole_in_a_reward_whose_best_is_zero_is_found() -> None:
    assert "R106" in errors(spares_what_holds_it)


def test_the_reference_may_have_to_be_wrapped_to_be_spared() -> None:
    def boxed(_prompt: str, completion: str, answer: str) -> float:
        return 0.0 if completion == f"\\boxed{{{answer}}}" else -1.0

    assert extras(boxed)["reference_written"] == "\\boxed{}"
    assert errors(boxed) == set()


@pytest.mark.parametrize("best", [0.0, -1.0])
def test_where_idleness_earns_as_much_as_the_reference_nothing_can_be_said(best: float) -> None:
    found, unsound = audited(lambda _p, _c, _a: best)
    assert not found and unsound


def test_a_reward_with_a_positive_reference_is_counted_from_nought() -> None:
    assert "counted_from" not in extras(lambda _p, c, a: 1.0 if c == a else -1.0)
