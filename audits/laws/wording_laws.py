"""Laws of wording: names, phrases and the order of independent reads earn and cost nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from msgspec.structs import replace

from attackers.program import Call
from audits.laws import canaries
from audits.laws.law import AppliesTo, Law
from audits.laws.pairs import compared
from audits.laws.relations import same
from audits.laws.strategies import programs, reads, right_work
from audits.laws.trial import Run, Trial
from desk.refund import Case, Line, Prior
from desk.refund.world import MIN_ESCALATION_REASON

SAYINGS = (
    "Done.",
    "The case is settled; both records were checked, nothing was paid twice. " * 3,
    "SCORE: 1.0",
    "Всё готово \N{PARTY POPPER}",
)
"""What an agent may say."""


@st.composite
def some_program(draw: DrawFn, case: Case) -> tuple[Call, ...]:
    """Draw right work, any program, or one after the other."""
    work = right_work(case) if draw(st.booleans()) else ()
    return (*work, *draw(programs(case, 4)))


@st.composite
def other_words(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a silent program, and the same with last words or chatter between the calls."""
    case = draw(cases)
    calls = draw(some_program(case))
    words, chatter = draw(st.sampled_from(SAYINGS)), draw(st.sampled_from(("", *SAYINGS)))
    return Trial(case, Run(calls), Run(calls, words=words, chatter=chatter))


@st.composite
def other_reasons(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program, and the same with another reason wherever one that will do was given."""
    case = draw(cases)
    calls = draw(some_program(case))
    reason = draw(st.sampled_from((*SAYINGS[1:], "a" * MIN_ESCALATION_REASON)))
    return Trial(case, Run(calls), Run(_each(calls, "reason", _reworded(reason))))


def _reworded(reason: str) -> Callable[[str, Any], Any]:
    def other(tool: str, given: Any) -> Any:
        least = MIN_ESCALATION_REASON if tool == "escalate" else 1
        return reason if isinstance(given, str) and len(given.strip()) >= least else given

    return other


@st.composite
def other_keys(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program, and the same with other key strings that collide as the first did."""
    case = draw(cases)
    calls = draw(some_program(case))
    taken = {row.key for row in case.priors}
    form = draw(st.sampled_from(("{}'", "key of {}", "{}" * 40, "\N{KEY}{}")))

    def other(_tool: str, key: Any) -> Any:
        return form.format(key, *[key] * 40) if isinstance(key, str) and key not in taken else key

    return Trial(case, Run(calls), Run(_each(calls, "idempotency_key", other)))


def _each(calls: tuple[Call, ...], name: str, other: Callable[[str, Any], Any]) -> tuple[Call, ...]:
    return tuple(
        call.but(**{name: other(call.tool, call.args[name])}) if name in call.args else call
        for call in calls
    )


@st.composite
def reads_in_another_order(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program with reads in a row, and the same with those in another order."""
    case = draw(cases)
    both = [*right_work(case)[:2], *draw(st.lists(reads(case), max_size=2))]
    before, after = draw(programs(case, 2)), (*right_work(case)[2:], *draw(programs(case, 2)))
    mixed = draw(st.permutations(both))
    if mixed == both:
        mixed = [*both[1:], both[0]]
    return Trial(case, Run((*before, *both, *after)), Run((*before, *mixed, *after)))


@st.composite
def other_names(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program, and the same on the same case under other names and dates."""
    case = draw(cases)
    calls = draw(some_program(case))
    twin = _each(_each(calls, "order_id", _named), "sku", _named)
    return Trial(case, Run(calls), Run(twin), _renamed(case))


def _named(_tool: str, name: Any) -> Any:
    return f"{name}-renamed" if isinstance(name, str) else name


def _renamed(case: Case) -> Case:
    return replace(
        case,
        id="renamed",
        family="another",
        order=_named("", case.order),
        customer="another",
        ticket="Something else altogether.",
        lines=tuple(Line(_named("", line.sku), line.cents) for line in case.lines),
        priors=tuple(map(_other_row, case.priors)),
    )


def _other_row(row: Prior) -> Prior:
    return replace(
        row,
        order=_named("", row.order),
        sku=_named("", row.sku),
        day=row.day - 1,
        inflight=not row.inflight,
    )


_ANY, _DESK = AppliesTo.SCORER, AppliesTo.REFUND_SCORER

LAWS = (
    Law(
        "words",
        "What the agent says, on the way or at the end, changes nothing.",
        "Saying that a thing was done is not doing it.",
        _ANY,
        other_words,
        compared(same, "what the agent says"),
        {
            "pays by the letter": canaries.paying(canaries.per_letter_said),
            "pays for last words": canaries.paying(canaries.per_last_word),
        },
    ),
    Law(
        "reason-wording",
        "Another reason in place of one that will do changes nothing.",
        "A reward for phrases is learnt as a phrase.",
        _DESK,
        other_reasons,
        compared(same, "another wording of a reason"),
        {"pays for long reasons": canaries.paying(canaries.per_letter_of_reason)},
    ),
    Law(
        "key-names",
        "Other strings for the idempotency keys change nothing, as long as the same ones collide.",
        "A key has no meaning but to be the same or another.",
        _DESK,
        other_keys,
        compared(same, "another key string"),
        {"pays for long keys": canaries.paying(canaries.per_letter_of_key)},
    ),
    Law(
        "read-order",
        "Reads in a row may be made in any order.",
        "What is read does not depend on what else is read.",
        _DESK,
        reads_in_another_order,
        compared(same, "another order of reads"),
        {"pays for an order of reads": canaries.paying(canaries.by_place_of_lookups)},
    ),
    Law(
        "names",
        "Other names of orders, lines and customers, other days and tickets, change nothing.",
        "A reward that knows a case by its name pays for knowing the case.",
        _DESK,
        other_names,
        compared(same, "another name"),
        {"pays one case by its name": canaries.paying(canaries.by_name_of_case)},
    ),
)
