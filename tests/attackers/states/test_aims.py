"""Numbers that come to what the row names: beyond where they began is farther off."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from attackers.rows import Row, Scene
from attackers.states.aims import goes_the_other_way

points = st.lists(st.floats(-100, 100), min_size=2, max_size=3)


def reached(index: int, start: Any, end: Any, aim: Any) -> Row:
    final = {"tip": end, "steps": 4}
    return Row(
        index=index, initial={"tip": start, "steps": 0}, info={"goal": aim},
        reference={"messages": [], "final": final, "info": {"goal": aim}},
    )  # fmt: skip


def told(*rows: Row) -> list[Any]:
    return [one.answer["final"]["tip"] for one in goes_the_other_way(Scene(rows[0], rows))]


@given(points, points)
def test_each_is_farther_from_the_aim_than_the_start_was(start: list[float], aim: list[float]):
    assume(len(start) == len(aim) and math.dist(start, aim) > 1e-3)
    ends = told(reached(0, start, aim, aim), reached(1, start, aim, aim))
    assert len(ends) == 4
    assert all(math.dist(end, aim) > 1.9 * math.dist(start, aim) for end in ends)


def test_a_number_is_one_too_and_what_no_row_names_is_left_alone():
    assert told(reached(0, 0, 10, 10), reached(1, 5, 7, 7)) == [-10, -20, -290, -2990]
    assert told(reached(0, 0, 10, 10), reached(1, 5, 7, 30)) == []
    assert told(reached(0, 10, 10, 10), reached(1, 10, 7, 7)) == []


def test_of_one_row_nothing_is_told():
    assert told(reached(0, 0, 10, 10)) == []
