"""End states with another thing chosen, with nothing but time gone by, or left half way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.states.leaves import at, leaves_of, lists_of, name_of, put, written
from attackers.states.made import ending, final_of, with_final

_CLOCK = re.compile(r"^(?:t|time|steps?|n_steps|num_steps|turns?|ticks?|elapsed|frames?)$", re.I)
_LIMIT = re.compile(r"max|limit|horizon|budget|deadline", re.I)

CHOSEN = "another thing chosen"

TIMES = 60
"""How often a moment is repeated: more often than a run has moments."""


def chooses_another(scene: Scene) -> Iterator[Proposal]:
    """The one mark that the work set in a list of things, set at another one."""
    row = scene.row
    for path, things in lists_of(final_of(row)):
        true = (key for thing in things for key, value in thing.items() if value is True)
        for name in dict.fromkeys(true):
            marked = [n for n, thing in enumerate(things) if thing.get(name) is True]
            new = len(marked) == 1 and at(row.initial, (*path, marked[0], name)) is not True
            for other in range(len(things)) if new else ():
                if other != marked[0] and things[other].get(name) is False:
                    end = put(final_of(row), (*path, marked[0], name), False)
                    end = put(end, (*path, other, name), True)
                    wrong = f"{written((*path, other))} has {name!r}, not the one that should"
                    yield ending(row, "R303", CHOSEN, end, wrong, proof=Proof.MOSTLY)


def runs_out_the_clock(scene: Scene) -> Iterator[Proposal]:
    """The world as it was, but that as much time went by as the row allows."""
    row = scene.row
    limits = [v for p, v in leaves_of(row.info) if _LIMIT.search(name_of(p)) and _is_number(v)]
    clocks = [p for p, v in leaves_of(row.initial) if _CLOCK.match(name_of(p)) and _is_number(v)]
    rest_differs = any(
        path not in clocks and at(row.initial, path) != value
        for path, value in leaves_of(final_of(row))
    )
    for clock in clocks if rest_differs else ():
        for limit in limits:
            for cut in (False, True):
                end = put(row.initial, clock, limit)
                wrong = f"nothing happened until {written(clock)} was {limit!r}"
                died = ending(row, "R301", "a run that only came to its end", end, wrong)
                if cut and "is_truncated" in row.reference:
                    died = replace(died, answer={**died.answer, "is_truncated": True})
                yield died


def stays_half_way(scene: Scene) -> Iterator[Proposal]:
    """A list of moments, cut at one of them, which lasts: what lasts is not what is reached."""
    row = scene.row
    for path, moments in lists_of(final_of(row)):
        before = at(row.initial, path)
        if not isinstance(before, list) or len(moments) < len(before) + 2:
            continue
        if any(isinstance(value, str) for one in moments for value in one.values()):
            continue  # these are things with names, not moments
        for cut in range(max(len(before), 1), len(moments)):
            part = put(final_of(row), path, moments[:cut])
            lasting = put(final_of(row), path, [*moments[:cut], *[moments[cut - 1]] * TIMES])
            yield ending(
                row, "R301", "a run that stopped half way", part, "it stopped", proof=Proof.LEAD
            )
            yield ending(
                row, "R205", "half of the way, and then waiting", lasting,
                "it stopped half way and waited",
                base=with_final(row, part), base_paid=True, bar=FULL_PAY,
            )  # fmt: skip


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)
