"""Twins: two cases that are alike until the history is read, and whose right ends differ.

Both members of a pair have the same order, lines, ticket and faults; only the refunds that stood in
the books before differ. Whoever ignores the history does the same on both, and is wrong on one.

The prior rows that differ are paid under drawn keys, so that no key an agent could guess decides
for it; and a row that stands on another order in one member stands there under the same key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from hashlib import sha256
from random import Random

import msgspec
from msgspec.structs import replace

from desk.refund.case import CAP_CENTS, Case, Expectation, Line, Prior
from desk.refund.cases import CaseSet
from desk.twins import LeftOut, Twins

LONGEST_ID = 150
"""Characters of a case's or an order's id that are kept where a longer id is made of it."""


class Contrast(StrEnum):
    """What about the history differs between the members of a pair."""

    SETTLED = "settled"
    """Nothing, or a refund of days ago."""
    IN_FLIGHT = "in-flight"
    """Nothing, or a refund that another worker is paying right now; it counts as paid."""
    ORDER = "order"
    """The same refund, on another order or on this one."""
    LINE = "line"
    """A refund of one line of the order, or of another one."""


class Pair(msgspec.Struct, frozen=True):
    """Two cases alike in all that an agent sees before it reads the history.

    Raises `ValueError` where the members differ in more than their history, or in nothing that
    matters: their right ends must differ.
    """

    id: str
    contrast: Contrast
    members: tuple[Case, Case]

    def __post_init__(self) -> None:
        one, other = self.members
        if _seen(one) != _seen(other):
            raise ValueError(f"members: expected the same order and ticket, got {self.id}")
        if _end(one) == _end(other):
            raise ValueError(f"members: expected different right ends, got {_end(one)} twice")


def twin_cases(cases: CaseSet, seed: int = 0) -> Twins[Pair]:
    """Make every pair that each case allows, the same ones for the same cases and seed.

    A case whose expectation does not follow from its history by the desk's rule (`right_end`) is
    left out: nothing is known of what ought to happen under another history.
    """
    pairs: list[Pair] = []
    left_out: list[LeftOut] = []
    for case in cases.cases:
        if case.expect == right_end(case):
            pairs += _pairs(case, seed)
        else:
            left_out.append(LeftOut(case.id, "what it expects does not follow from its history"))
    return Twins(f"{cases.name}-twins", tuple(pairs), tuple(left_out))


def right_end(case: Case) -> Expectation:
    """Return what ought to happen by order and history alone, whatever the case expects.

    The first line that was not refunded yet is owed: escalate if it is over the cap, else pay it;
    hold if there is none.
    """
    if not case.open_lines:
        return Expectation("hold")
    cents = case.open_lines[0].cents
    return Expectation("escalate") if cents > CAP_CENTS else Expectation("pay", cents)


def _seen(case: Case) -> tuple[object, ...]:
    """All that an agent is told, or finds out, before it reads a history."""
    return (case.order, case.lines, case.total, case.customer, case.ticket, case.fault, case.stale)


def _end(case: Case) -> tuple[str, Line | None]:
    return case.expect.kind, case.owed_line


def _pairs(case: Case, seed: int) -> Iterator[Pair]:
    for contrast, histories in _CONTRASTS.items():
        dice = Random(f"{seed}:{case.id}:{contrast}")
        if (made := histories(case, dice)) is None:
            continue
        ticket = _NEUTRAL.format(case.order) if contrast is Contrast.LINE else case.ticket
        name = f"{_short(case.id)}/{contrast}"
        yield Pair(
            name,
            contrast,
            (
                _member(case, f"{name}/a", made[0], ticket),
                _member(case, f"{name}/b", made[1], ticket),
            ),
        )


def _member(case: Case, name: str, priors: tuple[Prior, ...], ticket: str) -> Case:
    blank = replace(case, id=name, priors=priors, ticket=ticket, expect=Expectation("hold"))
    made: Case = replace(blank, expect=right_end(blank))
    return made


def _short(name: str) -> str:
    if len(name) <= LONGEST_ID:
        return name
    return f"{name[: LONGEST_ID - 17]}-{sha256(name.encode()).hexdigest()[:16]}"


Histories = tuple[tuple[Prior, ...], tuple[Prior, ...]]


def _settled(case: Case, dice: Random) -> Histories:
    kept, claimed = _opened(case)
    return kept, kept + _rows(case, claimed, dice, day=-dice.randint(1, 30))


def _in_flight(case: Case, dice: Random) -> Histories:
    kept, claimed = _opened(case)
    return kept, kept + _rows(case, claimed, dice, inflight=True)


def _this_order(case: Case, dice: Random) -> Histories:
    kept, claimed = _opened(case)
    here = _rows(case, claimed, dice, day=-dice.randint(1, 30))
    other = f"{_short(case.order)}-{dice.getrandbits(32):08x}"
    return kept + tuple(replace(row, order=other) for row in here), kept + here


def _this_line(case: Case, dice: Random) -> Histories | None:
    """All lines but the first are refunded, or all but the second: pay this one, or that one.

    The ticket is ours, since the customer's may name the line. Two lines over the cap are both
    escalated, which is no contrast.
    """
    if len(case.lines) == 1 or min(line.cents for line in case.lines[:2]) > CAP_CENTS:
        return None
    kept = tuple(row for row in case.priors if row.order != case.order)
    first, second, *rest = _rows(case, case.lines, dice, day=-dice.randint(1, 30))
    return (*kept, second, *rest), (*kept, first, *rest)


_NEUTRAL = "All of order {} but one line was refunded before. Please refund that one as well."

_CONTRASTS: dict[Contrast, Callable[[Case, Random], Histories | None]] = {
    Contrast.SETTLED: _settled,
    Contrast.IN_FLIGHT: _in_flight,
    Contrast.ORDER: _this_order,
    Contrast.LINE: _this_line,
}


def _opened(case: Case) -> tuple[tuple[Prior, ...], tuple[Line, ...]]:
    """Return a history under which something is owed, and the lines that are open under it."""
    if case.open_lines:
        return case.priors, case.open_lines
    line = case.lines[0]
    kept = tuple(row for row in case.priors if (row.order, row.sku) != (case.order, line.sku))
    return kept, (line,)


def _rows(
    case: Case, lines: tuple[Line, ...], dice: Random, day: int = 0, inflight: bool = False
) -> tuple[Prior, ...]:
    return tuple(
        Prior(case.order, line.sku, line.cents, f"w-{dice.getrandbits(64):016x}", day, inflight)
        for line in lines
    )
