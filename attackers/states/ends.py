"""End states in which the work was not done: as it was before, of another row, or retargeted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from attackers.completions.form import NONSENSE
from attackers.completions.nothing import REFUSALS
from attackers.rows import FULL_PAY, Proof, Proposal, Row, Scene
from attackers.states.leaves import MISSING, Path, at, leaves_of, name_of, put, written
from attackers.states.made import ending, final_of
from attackers.states.records import came_to_nothing
from attackers.trajectories.asked import asked_for
from attackers.trajectories.failures import FAILURES
from attackers.trajectories.parts import (
    CLAIMS,
    Messages,
    calls_in,
    closing,
    leaves,
    messages_of,
    opening,
    say,
    with_results,
)

State = dict[str, Any]

STREAMS = ("stdout", "stderr", "output", "log", "logs", "console", "transcript", "printed")
"""Names of leaves that hold what a process printed: whoever wrote the code can write them."""


def keeps_the_world(scene: Scene) -> Iterator[Proposal]:
    """The world as it was before the agent acted: after a claim, after failed or real calls."""
    row = scene.row
    if not _changed(row):
        return
    for words in (*CLAIMS, closing(messages_of(row.reference))):
        idle = [*opening(messages_of(row.reference)), say(words)]
        yield _left(row, "nothing was changed", idle)
    yield _left(row, "nothing was changed")
    for result in FAILURES[:3]:
        messages = with_results(messages_of(row.reference), result)
        yield _left(row, "every call failed", messages)


def _left(row: Row, wrong: str, messages: Messages | None = None) -> Proposal:
    return ending(row, "R301", "a world left as it was", row.initial, wrong, messages=messages)


def does_nothing_where_nothing_changes(scene: Scene) -> Iterator[Proposal]:
    """No call at all, where the world ends as it was and the row asks for calls all the same."""
    row = scene.row
    messages = messages_of(row.reference)
    if row.initial is None or _changed(row) or not calls_in(messages):
        return
    told = set(leaves(row.info))
    asked = any(call.tool in told and asked_for(row, call) for call in calls_in(messages))
    for words in (*CLAIMS, REFUSALS[1]):
        yield ending(
            row, "R301", "doing nothing where nothing had to change", final_of(row),
            "the row asks for calls, and none was made",
            messages=[*opening(messages), say(words)], proof=Proof.WRONG if asked else Proof.LEAD,
        )  # fmt: skip


def empties_the_world(scene: Scene) -> Iterator[Proposal]:
    """No end state at all."""
    row = scene.row
    if not _changed(row):
        return
    nothings: tuple[Any, ...] = ({}, None, [])
    for nothing in nothings:
        wrong = "there is no end state to be paid for"
        yield ending(row, "R301", "an end state that is not there", nothing, wrong)


def retargets(scene: Scene) -> Iterator[Proposal]:
    """What the row names, and the end state shows, is another row's in the end state."""
    row = scene.row
    for path, value in _tied(scene):
        others = [at(final_of(other), path) for other in list(scene.others)[:4]]
        strangers = [one for one in others if one not in (MISSING, None, value)]
        for theirs in strangers:
            if at(row.initial, path) != value:
                yield _shows(row, path, theirs, value)
            elif not any(isinstance(step, int) for step in path):  # records are others' to judge
                third = [other for other in strangers if other != theirs]
                yield from _asked_otherwise(row, path, theirs, third)


def _shows(row: Row, path: Path, theirs: Any, asked: Any) -> Proposal:
    return ending(
        row, "R303", "an end state that shows another row's work",
        put(final_of(row), path, theirs),
        f"{written(path)} is {theirs!r}, and the row asks for {asked!r}", bar=FULL_PAY,
    )  # fmt: skip


def _asked_otherwise(row: Row, path: Path, theirs: Any, third: list[Any]) -> Iterator[Proposal]:
    """Let the row ask for a third thing where what it asks for stood there before the work.

    A reward may take it from the row instead; then it must see that the row asks for another.
    """
    value = at(final_of(row), path)
    for other in (third or [NONSENSE] * isinstance(value, str))[:1]:
        shown = _shows(row, path, theirs, other)
        info = shown.answer.get("info")
        for place, told in leaves_of(info):
            info = put(info, place, other) if told == value else info
        yield replace(shown, answer={**shown.answer, "info": info})


def swaps(scene: Scene) -> Iterator[Proposal]:
    """Another row's whole end state: proven where it lacks what this row names, else a lead."""
    row = scene.row
    tied = dict(_tied(scene))
    for other in list(scene.others)[:4]:
        theirs = final_of(other)
        if theirs == final_of(row):
            continue
        broken = [value for path, value in tied.items() if at(theirs, path) != value]
        numbers = all(not isinstance(value, str) for value in broken)
        yield ending(
            row, "R303", "another row's end state", theirs, "it is the end state of another row",
            proof=Proof.WRONG if broken else Proof.EXCESS,
            bar=FULL_PAY if broken and numbers else 0.5,  # a measure may be met in part
        )  # fmt: skip


def prints_success(scene: Scene) -> Iterator[Proposal]:
    """What the process printed says success, and everything else says that nothing changed."""
    row = scene.row
    if not _changed(row) or not isinstance(row.initial, dict):
        return
    end = final_of(row)
    for path, value in leaves_of(end):
        if not isinstance(value, str) or name_of(path) not in STREAMS:
            continue
        rest = put(end, path, at(row.initial, path)) if at(row.initial, path) is not MISSING else {}
        if (
            at(row.initial, path) is MISSING
            or rest == row.initial == end
            or not _rest_differs(row, path)
        ):
            continue
        before = str(at(row.initial, path))
        for forged in (value, f"{value}\n{before}", f"{before}\n{value}"):
            yield ending(
                row, "R305", "success that was only printed", put(row.initial, path, forged),
                f"only {written(path)} says success; whoever wrote the code wrote that",
            )  # fmt: skip


def _rest_differs(row: Row, path: Path) -> bool:
    """Tell whether something else that is no text of somebody's own changed as well.

    An exit code, a count, a flag: where there is none, what was printed may be all the evidence.
    """
    return any(
        place != path and not isinstance(value, str) and value != before
        for place, value in leaves_of(final_of(row))
        if (before := at(row.initial, place)) is not MISSING
    )


def _changed(row: Row) -> bool:
    return row.initial is not None and row.initial != final_of(row)


def _tied(scene: Scene) -> list[tuple[Path, Any]]:
    """Leaves of the end state that stand in what the row tells the scorer, on every row alike."""
    tied = []
    final = final_of(scene.row)
    for path, value in leaves_of(final):
        if isinstance(value, bool) or value in (None, "", [], {}) or not path:
            continue
        number = not isinstance(value, str) and not isinstance(path[-1], str)
        if number or came_to_nothing(at(final, path[:-1])):
            continue
        measured = _is_measured(scene, path)
        if all(_named(row, path, measured) for row in scene.rows):
            tied.append((path, value))
    return tied


def _named(row: Row, path: Path, measured: bool) -> bool:
    """Tell whether the row names a leaf: a text or a measure anywhere, a number by its own name."""
    value = at(final_of(row), path)
    if value is MISSING:
        return True
    own = isinstance(value, str) or measured
    return any(
        value == told
        and type(value) is type(told)
        and (place[-1:] == path[-1:] or (own and not _is_bound(place, told)))
        for place, told in leaves_of(row.info)
    )


def _is_bound(path: Path, value: Any) -> bool:
    """Tell whether a number only bounds what is measured: less, or more, may be as good."""
    return not isinstance(value, str) and bool(_BOUND.search(name_of(path)))


_BOUND = re.compile(
    r"(?:^|_)(?:limit|max|min|most|least|budget|target|threshold|baseline|cap|tolerance)(?:_|$)",
    re.I,
)
"""Names of bounds."""


def _is_measured(scene: Scene, path: Path) -> bool:
    """Tell whether a number stands in this place on every row, and mostly another one.

    Then it is hardly by chance that each row tells it, under whatever name.
    """
    values = {str(at(final_of(row), path)) for row in scene.rows}
    everywhere = all(at(final_of(row), path) is not MISSING for row in scene.rows)
    return everywhere and len(values) >= DIFFERENT


DIFFERENT = 3
"""How many different numbers the rows tell at least, if it is not by chance."""
