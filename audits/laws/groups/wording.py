"""Laws of wording: what is said, and how reasons and keys are put, earns and costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from attackers.program import Call
from audits.laws import canaries
from audits.laws.kin import Calls, alike_but_for, calls_differ, differs_only_in, renames, values
from audits.laws.law import AppliesTo, Law
from audits.laws.pairs import Pair, compared
from audits.laws.relations import same
from audits.laws.strategies import programs, right_work
from audits.laws.trial import Run, Trial
from desk.refund import Case
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
    return Trial(case, Run(calls), Run(rewritten(calls, "reason", _reworded(reason))))


def only_rewords(run: Calls, twin: Calls) -> bool:
    """Whether reasons that will do stand in place of reasons that would have done."""
    return alike_but_for("reason")(run, twin) and all(
        old == new or (_will_do(call.tool, old) and _will_do(call.tool, new))
        for call, old, new in values(run, twin, "reason")
    )


def _will_do(tool: str, reason: Any) -> bool:
    least = MIN_ESCALATION_REASON if tool == "escalate" else 1
    return isinstance(reason, str) and len(reason.strip()) >= least


def _reworded(reason: str) -> Callable[[str, Any], Any]:
    return lambda tool, given: reason if _will_do(tool, given) else given


@st.composite
def other_keys(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program, and the same with other key strings that collide as the first did."""
    case = draw(cases)
    calls = draw(some_program(case))
    taken = {row.key for row in case.priors}
    form = draw(st.sampled_from(("{}'", "key of {}", "{}" * 40, "\N{KEY}{}")))

    def other(_tool: str, key: Any) -> Any:
        return form.format(key, *[key] * 40) if isinstance(key, str) and key not in taken else key

    return Trial(case, Run(calls), Run(rewritten(calls, "idempotency_key", other)))


def only_renames_keys(pair: Pair) -> bool:
    """Whether the keys are other names that collide as before, with the case's own too."""
    run, twin = pair.run.calls, pair.twin.calls
    if not alike_but_for("idempotency_key")(run, twin):
        return False
    asked = [(old, new) for _, old, new in values(run, twin, "idempotency_key")]
    sound = all(isinstance(old, str) == isinstance(new, str) for old, new in asked)
    return sound and renames([*asked, *((row.key, row.key) for row in pair.case.priors)])


def rewritten(
    calls: tuple[Call, ...], name: str, other: Callable[[str, Any], Any]
) -> tuple[Call, ...]:
    """Put another value in place of an argument, wherever it is given."""
    return tuple(
        call.but(**{name: other(call.tool, call.args[name])}) if name in call.args else call
        for call in calls
    )


_ANY, _DESK = AppliesTo.SCORER, AppliesTo.REFUND_SCORER

LAWS = (
    Law(
        "words",
        "What the agent says, on the way or at the end, changes nothing.",
        "Saying that a thing was done is not doing it.",
        _ANY,
        other_words,
        compared(same, "what the agent says", differs_only_in("words", "chatter")),
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
        compared(same, "another wording of a reason", calls_differ(only_rewords)),
        {"pays for long reasons": canaries.paying(canaries.per_letter_of_reason)},
    ),
    Law(
        "key-names",
        "Other strings for the idempotency keys change nothing, as long as the same ones collide.",
        "A key has no meaning but to be the same or another.",
        _DESK,
        other_keys,
        compared(same, "another key string", differs_only_in("calls"), only_renames_keys),
        {"pays for long keys": canaries.paying(canaries.per_letter_of_key)},
    ),
)
