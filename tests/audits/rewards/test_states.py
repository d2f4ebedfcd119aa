"""End states: missing evidence, other words, numbers out of bounds, pairs of them, and dying."""

from __future__ import annotations

from typing import Any

import pytest

from attackers.rows import Row
from audits.rewards.outcome import Shape
from tests.audits.rewards.in_process import audited, errors

State = dict[str, Any]


def row(index: int, before: State, after: State, info: State | None = None) -> Row:
    said = [{"role": "user", "content": "Go"}, {"role": "assistant", "content": "Done."}]
    alive = {"error": None, "is_truncated": False}
    reference = {"messages": said, "final": after, "info": info or {}, **alive}
    return Row(index=index, reference=reference, initial=before, info=info or {})


def ended(state: State) -> bool:
    said = state["messages"][-1:] or [{"role": ""}]
    return state["error"] is None and not state["is_truncated"] and said[0]["role"] == "assistant"


def final(state: State) -> State:
    return state["final"] if isinstance(state["final"], dict) else {}


TESTS = [
    row(n, {"tests": dict.fromkeys(names, "failed")}, {"tests": dict.fromkeys(names, "passed")})
    for n, names in enumerate((("a", "b"), ("a", "b"), ("c", "d")))
]


def results_of(state: State) -> dict[str, Any]:
    found = final(state).get("tests")
    return found if isinstance(found, dict) else {}


def all_of_two_passed(state: State) -> float:
    words = list(results_of(state).values())
    return float(ended(state) and words == ["passed", "passed"])


def test_a_reward_that_asks_for_all_evidence_in_the_one_good_word_is_clean() -> None:
    assert errors(all_of_two_passed, TESTS, shape=Shape.STATE) == set()


def test_evidence_that_is_missing_and_counts_as_good_is_found() -> None:
    def nothing_failed(state: State) -> float:
        words = results_of(state).values()
        return float(ended(state) and bool(words) and all(w in ("passed", None) for w in words))

    assert "R304" in errors(nothing_failed, TESTS, shape=Shape.STATE)


def test_another_word_that_counts_as_good_is_found() -> None:
    def not_failed(state: State) -> float:
        words = list(results_of(state).values())
        return float(ended(state) and len(words) == 2 and not {"failed", None} & set(words))

    mined = [*TESTS, row(3, {"tests": {"e": "skipped"}}, {"tests": {"e": "passed", "f": "passed"}})]
    assert "R304" in errors(not_failed, mined, shape=Shape.STATE)


def test_a_leaf_that_nothing_reads_may_be_anything() -> None:
    rows = [
        row(n, {"door": "open", "clock": 1}, {"door": "shut", "clock": 5 + n}) for n in range(3)
    ]

    def shut(state: State) -> float:
        return float(ended(state) and final(state).get("door") == "shut")

    assert errors(shut, rows, shape=Shape.STATE) == set()


def points(n: int) -> Row:
    return row(n, {"points": 0, "kept": 0}, {"points": 4, "kept": 2})


def number(state: State, name: str) -> float:
    value = final(state).get(name)
    return float(value) if type(value) in (int, float) else 0.0


def test_a_number_that_pays_without_bound_is_found_and_a_bounded_one_is_not() -> None:
    def per_point(state: State) -> float:
        return number(state, "points") / 4 if ended(state) else 0.0

    def bounded(state: State) -> float:
        return min(1.0, max(0.0, per_point(state)))

    rows = [points(n) for n in range(2)]
    assert "R306" in errors(per_point, rows, shape=Shape.STATE)
    assert "R306" not in errors(bounded, rows, shape=Shape.STATE)


def test_two_bad_numbers_that_make_a_good_one_are_found() -> None:
    def product(state: State) -> float:
        made = number(state, "points") * number(state, "kept")
        return float(ended(state) and made == 8)

    assert "R306" in errors(product, [points(n) for n in range(2)], shape=Shape.STATE)


@pytest.mark.parametrize(("dead", "is_found"), [(0.0, True), (-0.5, False), (-1.0, False)])
def test_dying_must_not_earn_more_than_an_honest_failure(dead: float, is_found: bool) -> None:
    def graded(state: State) -> float:
        if not ended(state):
            return dead
        return 1.0 if results_of(state) and set(results_of(state).values()) == {"passed"} else -0.5

    found, _ = audited(graded, TESTS, shape=Shape.STATE)
    assert ("D202" in {one.rule for one in found}) is is_found


def test_a_dead_run_that_is_not_scored_is_no_finding() -> None:
    def unscored(state: State) -> float | None:
        return all_of_two_passed(state) if ended(state) else None

    assert errors(unscored, TESTS, shape=Shape.STATE) == set()
