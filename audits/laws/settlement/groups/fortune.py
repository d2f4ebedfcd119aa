"""Laws of fortune: what nobody could know or help when he acted is neither paid nor punished."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from msgspec.structs import replace

from audits.laws import canaries
from audits.laws.law import AppliesTo, Law, Twist
from audits.laws.pairs import Applies, Pair, compared
from audits.laws.relations import same
from audits.laws.settlement.calls import READS, programs, reads
from audits.laws.settlement.cases import ARMS, VALUES
from audits.laws.trial import Run, Trial
from desk import Rollout
from desk.settlement import SettlementCase

Cases = SearchStrategy[SettlementCase]
Change = Callable[[SettlementCase, Any], SettlementCase]


def _priced(case: SettlementCase, value: int) -> SettlementCase:
    return replace(case, task=replace(case.task, value=value))


def _charged_back(case: SettlementCase, at: int | None) -> SettlementCase:
    return replace(case, task=replace(case.task, charged_back_at=at))


def _delivered(case: SettlementCase, luck: tuple[str, int]) -> SettlementCase:
    return replace(case, arm=luck[0], seed=luck[1])


def _law(
    name: str,
    statement: str,
    why: str,
    what: str,
    values: SearchStrategy[Any],
    change: Change,
    plain: object,
    canary: tuple[str, Twist],
) -> Law:
    """Make the law that the same calls earn the same where a case is changed in one way."""

    @st.composite
    def drawn(draw: DrawFn, cases: Cases) -> Trial:
        case = draw(cases)
        calls = draw(programs(case))
        at, looks = draw(st.integers(0, len(calls))), draw(st.lists(reads(case), max_size=3))
        run = Run((*calls[:at], *looks, *calls[at:]))
        return Trial(case, run, run, change(case, draw(values)))

    return Law(
        name,
        statement,
        why,
        AppliesTo.SETTLEMENT_SCORER,
        drawn,
        compared(same, what, _differ(change, plain)),
        dict([canary]),
    )


def _differ(change: Change, plain: object) -> Applies:
    """Say whether the runs are the same, and the cases once both are changed to be plain."""

    def applies(pair: Pair) -> bool:
        alike = change(pair.case, plain) == change(pair.twin_case, plain)
        return alike and pair.run == pair.twin and pair.case != pair.twin_case

    return applies


def per_cent_of_price(made: Rollout[Any, Any]) -> float:
    """Pay by the price."""
    return float(made.case.task.value)


def unless_charged_back(made: Rollout[Any, Any]) -> float:
    """Pay where nothing is charged back."""
    return float(made.case.task.charged_back_at is None)


def per_settled_read(made: Rollout[Any, Any]) -> float:
    """Count the systems' answers that something has settled or is under way."""
    told = [entry.args.get("answer") for entry in made.log if entry.action in READS]
    return float(sum(len(str(answer)) for answer in told))


LAWS = (
    _law(
        "price",
        "What an order is worth changes nothing about what the same work earns.",
        "An agent that is paid by the price neglects the small customer.",
        "another price",
        st.sampled_from(VALUES),
        _priced,
        VALUES[0],
        ("pays by the price", canaries.paying(per_cent_of_price)),
    ),
    _law(
        "chargeback",
        "A chargeback long after the end changes nothing.",
        "It is an event to come, which nobody could know when he acted.",
        "a chargeback to come",
        st.one_of(st.none(), st.integers(700, 1_500)),
        _charged_back,
        None,
        ("takes chargebacks amiss", canaries.paying(unless_charged_back)),
    ),
    _law(
        "deliveries",
        "Whatever goes wrong with deliveries, the same calls earn the same.",
        "The authority is not reached by it, and nothing else has to be believed.",
        "other luck with deliveries",
        st.tuples(st.sampled_from(ARMS), st.integers(0, 3)),
        _delivered,
        ("none", 0),
        ("pays by what the systems say", canaries.paying(per_settled_read)),
    ),
)
