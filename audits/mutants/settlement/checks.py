"""What each term and measure of the settlement scorer claims, by a yardstick apart from it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from audits.laws.settlement.groups.grade import left_over
from audits.laws.settlement.groups.harm import guesses
from audits.mutants.guard import Guard, Kind
from audits.mutants.refund.bench import Bench, mixed
from audits.mutants.refund.checks.measures import first_miscount
from audits.mutants.refund.checks.yardstick import not_dead
from desk import By
from desk.settlement import HARM, SettlementRollout, Wrong, replayed, wrongs
from scorer import Score
from scorer.settlement import reference
from scorer.settlement_reward import settlement_reward
from scorer.settlement_rules import REVERTS

Wrongs = frozenset[Wrong]

SMALL = 5
"""Entries of a log within which every rule can be broken."""

CLEAR = 0.8
"""A rise of the reward that is not mistaken for anything else."""


def claims(bench: Bench) -> Guard[Bench]:
    """Make the guard of the terms; what is wrong with each rollout is found once."""
    found = [(place, *_ruled(bench.inputs.all[place].rollout)) for place in mixed(bench)]
    return Guard("check:yardstick", Kind.CHECK, partial(_first, found), round=3)


def _ruled(made: SettlementRollout) -> tuple[Wrongs, str]:
    """Say what is wrong with a rollout, and why it is dead, if it is."""
    if made.failure is not None or made.end is None:
        return frozenset(), "agent" if made.failure and made.failure.by is By.AGENT else "nobody"
    wrong = frozenset(wrongs(made))
    untrue = not made.log or Wrong.UNVERIFIED in wrong or replayed(made.case, made.log) != made.end
    return wrong, "agent" if untrue else ""


def _first(found: list[tuple[int, Wrongs, str]], bench: Bench) -> str | None:
    for place, wrong, died in found:
        one = bench.inputs.all[place]
        score = bench.score_at(place)
        odd = not_dead(score, 0.0 if died == "agent" else None) if died else None
        if odd := odd or (None if died else _odd(one.rollout, wrong, score)):
            return f"{odd}, on a run of {one.by}"
    return None


def _odd(made: SettlementRollout, wrong: Wrongs, score: Score) -> str | None:
    nothing = bool(wrong & HARM) or guesses(made)
    due = {"asked": float(not nothing), "settled": float(not wrong)}
    for name, value in score.terms.items():
        if value != due[name]:
            return f"the term {name} gives {value}, and not {due[name]}"
    return None


def openings(bench: Bench, reverts: Collection[str] = ()) -> Guard[Bench]:
    """Make the guard of the rules: each that is turned back opens the hole that it is named for.

    The hole is a run that earns more without the rule, found once on the scorer as it is. A rule
    that is among its `reverts` is gone already, and so may be one that hangs on it. Raises
    `ValueError` where all stand and one has no hole: then no input would show that it is gone.
    """
    found = []
    for name in (name for name in REVERTS if name not in reverts):
        hole = _opening(bench, [*reverts, name])
        if hole is not None:
            found.append((name, *hole))
        elif not reverts:
            raise ValueError(f"no input is paid for {name} being turned back")
    return Guard("check:rules", Kind.CHECK, partial(_closed, found, reverts), round=3)


def _opening(bench: Bench, names: Sequence[str]) -> tuple[int, Score] | None:
    """Find a small run for which the last of some rules turned back pays nearly everything."""
    lax = settlement_reward(names)
    for place in mixed(bench):
        one = bench.inputs.all[place]
        if one.size > SMALL:
            continue
        score = lax.score(one.rollout)
        if (score.value or 0.0) - (bench.score_at(place).value or 0.0) >= CLEAR:
            return place, score
    return None


def _closed(
    found: list[tuple[str, int, Score]], reverts: Collection[str], bench: Bench
) -> str | None:
    for name, place, due in found:
        lax, one = settlement_reward([*reverts, name]), bench.inputs.all[place]
        if lax.score(one.rollout) != due:
            return f"without {name} the hole is another, on a run of {one.by}"
    return None


def measures(bench: Bench) -> Guard[Bench]:
    """Make the guard of what is measured; laid out in money once, by the end state alone."""
    expected = [(place, _expected(bench.inputs.all[place].rollout)) for place in mixed(bench)]
    return Guard("check:measures", Kind.CHECK, partial(first_miscount, expected), round=3)


def _expected(made: SettlementRollout) -> dict[str, int]:
    """Count what there is to count; of a dead one nothing good may be measured."""
    wrong, died = _ruled(made)
    no_good = {"exact": 0, "completed": 0}
    if isinstance(replayed(made.case, made.log), str):
        return {**no_good, "premature": 0, "harm": 0}
    if died or made.end is None:
        return no_good
    task, end = made.case.task, made.end
    loss = left_over(reference(task), task) - left_over(end, task)
    return {
        "premature": int(end.premature),
        "harm": int(bool(wrong & HARM)),
        "completed": int(not wrong),
        "excess_loss_cents": loss,
        "exact": int(loss == 0),
    }
