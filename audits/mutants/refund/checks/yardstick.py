"""What each term of the hardened scorer claims, held against the yardstick that knows no scorer.

A term pays where the yardstick finds nothing of its kind wrong, harm pays nothing at all, and who
died is told apart from who failed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from audits.mutants.guard import Guard, Kind
from audits.mutants.refund.bench import Bench, mixed
from audits.mutants.refund.checks.measures import books_agree
from desk import By
from desk.refund import HARM, RefundRollout, Wrong, wrongs
from scorer import Score

Wrongs = frozenset[Wrong]
ACTS, READS = ("issue_refund", "escalate"), ("lookup_order", "refund_history")


def _share_read(made: RefundRollout) -> float:
    """Count the records of the case that answered before anything was done, as a fraction."""
    acts = [place for place, entry in enumerate(made.log) if entry.action in ACTS]
    before = made.log[: acts[0]] if acts else made.log
    mine = [one for one in before if one.executed and one.args.get("order_id") == made.case.order]
    return len({one.action for one in mine} & set(READS)) / len(READS)


CLAIMS: dict[str, Callable[[RefundRollout, Wrongs], float]] = {
    "read": lambda made, _wrong: _share_read(made),
    "settled": lambda _made, wrong: float(not wrong - {Wrong.UNREASONED}),
    "reasoned": lambda _made, wrong: float(not wrong),
}
"""For each term, what it gives where no harm was done."""


def yardstick(bench: Bench) -> Guard[Bench]:
    """Make the guard; what is wrong with each rollout is found once."""
    found = [(place, frozenset(wrongs(bench.inputs.all[place].rollout))) for place in mixed(bench)]
    return Guard("check:yardstick", Kind.CHECK, partial(_first, found), round=3)


def _first(found: list[tuple[int, Wrongs]], bench: Bench) -> str | None:
    for place, wrong in found:
        one = bench.inputs.all[place]
        if odd := _odd(one.rollout, wrong, bench.score_at(place)):
            return f"{odd}, on a run of {one.by}"
    return None


def _odd(made: RefundRollout, wrong: Wrongs, score: Score) -> str | None:
    if made.failure is not None or made.end is None:
        mine = made.failure is not None and made.failure.by is By.AGENT
        return not_dead(score, 0.0 if mine else None)
    if Wrong.UNVERIFIED in wrong or not made.log or not books_agree(made):
        return not_dead(score, 0.0)
    if wrong & HARM:
        return "harm is paid" if any(score.terms.values()) else None
    for name, value in score.terms.items():
        if value != (due := CLAIMS[name](made, wrong)):
            return f"the term {name} gives {value}, and not {due}"
    return None


def not_dead(score: Score, value: float | None) -> str | None:
    """Say that a dead rollout is not scored as one, with this reward; None if it is."""
    if score.dead and score.value == value:
        return None
    return f"a dead rollout is scored {score.value}, and not {value}"
