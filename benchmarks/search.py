"""Exploit search: proposals made, played, scored and judged per second in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attackers.search import MoveSet
from audits.search import SearchPlan
from audits.search.island import search_case
from audits.search.reference import Rules
from audits.target import Target, refund_target
from benchmarks.figure import Figure, medians

STEPS = 1_000
"""Proposals for each case; one case of each kind is searched."""

KINDS = ("pay", "hold", "escalate")


def measure(rounds: int) -> Iterator[Figure]:
    """Search one case to pay, one to hold and one to escalate, `rounds` times each way."""
    ways = {
        f"{name}, {moves}": _searcher(refund_target(name), moves)
        for name in ("hardened", "published")
        for moves in MoveSet
    }
    for way, taken in medians(rounds, ways).items():
        made = STEPS * len(KINDS)
        yield Figure(way, f"{made / taken:,.0f} proposals/s", f"{1e6 * taken / made:.0f} us each")


def _searcher(target: Target, moves: MoveSet) -> Callable[[], object]:
    rules = Rules(target.scorer.score, target.scorer.full_marks, target.reference.act)
    plan = SearchPlan(steps=STEPS, moves=moves)
    first = {case.expect.kind: case for case in reversed(target.cases.cases)}
    return lambda: [search_case(first[kind], rules, plan) for kind in KINDS]
