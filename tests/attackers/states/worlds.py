"""End states as data sets have them: what the row asks for, the world before and after."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from attackers.rows import Row, Scene

State = dict[str, Any]


def world(before: dict[str, Any], after: dict[str, Any], info: dict[str, Any], index: int) -> Row:
    """Make a row whose reference leaves the world as `after`."""
    reference = {
        "messages": [
            {"role": "user", "content": f"Task {index}"},
            {"role": "assistant", "content": "Done."},
        ],
        "error": None,
        "is_truncated": False,
        "final": after,
        "info": info,
    }
    return Row(index=index, info=info, reference=reference, initial=before)


def as_wanted(state: State, row: Row) -> bool:
    """Read the whole end state, of a run that ended by itself: nothing may differ."""
    messages = state.get("messages") or []
    ended = state.get("error") is None and not state.get("is_truncated")
    spoke = bool(messages) and messages[-1].get("role") == "assistant"
    return ended and spoke and state.get("final") == row.reference["final"]


titles = st.sampled_from(["Leak", "Broken door", "Dead lamp", "No heating"])


@st.composite
def tickets(draw: st.DrawFn, index: int) -> Row:
    """A ticket that is filed among others."""
    old = [{"id": n, "title": f"older {n}"} for n in range(draw(st.integers(0, 2)))]
    title = draw(titles)
    new = [*copy.deepcopy(old), {"id": 9, "title": title}]
    log = draw(st.lists(st.sampled_from(["opened", "saved"]), max_size=2))
    return world({"tickets": old, "log": []}, {"tickets": new, "log": log}, {"title": title}, index)


@st.composite
def files(draw: st.DrawFn, index: int) -> Row:
    """Tests that are made to pass."""
    names = draw(st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, unique=True))
    before = {"results": dict.fromkeys(names, "failed"), "stdout": "2 failed", "exit": 1}
    after = {"results": dict.fromkeys(names, "passed"), "stdout": "all passed", "exit": 0}
    return world(before, after, {"tests": names}, index)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """One row among one to four of the same kind."""
    kind = draw(st.sampled_from([tickets, files]))
    rows = tuple(draw(kind(index)) for index in range(draw(st.integers(1, 4))))
    return Scene(draw(st.sampled_from(rows)), rows)
