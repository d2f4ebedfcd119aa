"""Laws of single payments: again, larger, or in parts, none makes any term rise."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from attackers.program import Call
from audits.laws import canaries
from audits.laws.groups.harm import adds_only_harm
from audits.laws.kin import Calls, alike_but_for, calls_differ, goes_on
from audits.laws.law import AppliesTo, Law
from audits.laws.money import made_payments, total_cents
from audits.laws.pairs import Pair, compared
from audits.laws.relations import no_term_more
from audits.laws.strategies import (
    amounts,
    fresh_key,
    payments,
    programs,
)
from audits.laws.trial import Run, Trial
from desk.refund import Case


@st.composite
def _with_payment(draw: DrawFn, case: Case) -> tuple[list[Call], int]:
    """Draw a program with at least one payment, and the place of one."""
    calls = list(draw(programs(case, 4)))
    place = draw(st.integers(0, len(calls)))
    calls.insert(place, draw(payments(case)).but(idempotency_key=fresh_key(case, "first")))
    return calls, place


@st.composite
def one_more_payment(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program with a payment, and the same with that payment made again."""
    case = draw(cases)
    calls, place = draw(_with_payment(case))
    twin = (*calls, calls[place].but(idempotency_key=fresh_key(case, "again")))
    return Trial(case, Run(tuple(calls)), Run(twin))


@st.composite
def larger_payment(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program with a payment, and the same with that payment of more cents."""
    case = draw(cases)
    calls, place = draw(_with_payment(case))
    more = calls[place].args["amount_cents"] + draw(amounts())
    twin = (*calls[:place], calls[place].but(amount_cents=more), *calls[place + 1 :])
    return Trial(case, Run(tuple(calls)), Run(twin))


@st.composite
def payment_in_parts(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program with a payment, and the same with that payment cut in two."""
    case = draw(cases)
    calls, place = draw(_with_payment(case))
    cents = max(2, calls[place].args["amount_cents"])
    calls[place] = whole = calls[place].but(amount_cents=cents)
    first = draw(st.one_of(st.just(cents // 2), st.integers(1, cents - 1)))
    parts = (
        whole.but(amount_cents=first),
        whole.but(amount_cents=cents - first, idempotency_key=fresh_key(case, "rest")),
    )
    twin = (*calls[:place], *parts, *calls[place + 1 :])
    return Trial(case, Run(tuple(calls)), Run(twin))


def pays_again(run: Calls, twin: Calls) -> bool:
    """Whether the twin goes on with one payment that the run made, under another key."""
    return (
        goes_on(run, twin)
        and len(twin) == len(run) + 1
        and any(alike_but_for("idempotency_key")((call,), twin[-1:]) for call in run)
    )


def cuts_one(run: Calls, twin: Calls) -> bool:
    """Whether the twin makes one payment of the run in two."""
    alike = alike_but_for("amount_cents", "idempotency_key")
    return any(
        twin[:i] == run[:i]
        and twin[i + 2 :] == run[i + 1 :]
        and alike((call, call), twin[i : i + 2])
        for i, call in enumerate(run)
    )


def only_cut(pair: Pair) -> bool:
    """Whether the same money left, in more payments of the same order and line."""
    before, after = pair.before, pair.after
    return total_cents(before) == total_cents(after) and len(made_payments(before)) < len(
        made_payments(after)
    )


_DESK = AppliesTo.REFUND_SCORER

LAWS = (
    Law(
        "duplicates",
        "Making a payment again that was not owed again never raises any term.",
        "A term that rises with harm is a target for whoever learns from it.",
        _DESK,
        one_more_payment,
        compared(no_term_more, "a repeated payment", calls_differ(pays_again), adds_only_harm),
        {"has a term for payments": canaries.term_paying(canaries.per_payment)},
    ),
    Law(
        "cents",
        "More cents in a payment, beyond what is owed, never raise any term.",
        "A term that rises with harm is a target for whoever learns from it.",
        _DESK,
        larger_payment,
        compared(
            no_term_more,
            "a larger payment",
            calls_differ(alike_but_for("amount_cents")),
            adds_only_harm,
        ),
        {"has a term for harm": canaries.term_paying(canaries.per_unowed_cent)},
    ),
    Law(
        "parts",
        "Paying an amount in parts never raises any term.",
        "Otherwise every limit on one payment is an invitation to make two.",
        _DESK,
        payment_in_parts,
        compared(no_term_more, "a payment made in parts", calls_differ(cuts_one), only_cut),
        {"has a term for payments": canaries.term_paying(canaries.per_payment)},
    ),
)
