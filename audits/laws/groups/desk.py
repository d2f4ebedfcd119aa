"""Laws of the desk itself, each judged on one call as a state machine makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from audits.laws import broken_desks as broken
from audits.laws import canaries, desk_checks
from audits.laws.law import AppliesTo, Broken, Law, Subject, Twist
from audits.laws.strategies import programs, tool_calls
from audits.laws.trial import Run, Trial
from audits.laws.walk import Step, stepwise
from desk.refund import Case


@st.composite
def desk_run(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program on any case, and calls after its end."""
    case = draw(cases)
    late = draw(st.lists(tool_calls(case), max_size=2))
    return Trial(case, Run(draw(programs(case)), late=tuple(late)))


def _law(
    judge: Callable[[Subject, Step], Broken | None],
    name: str,
    statement: str,
    why: str,
    canary: Mapping[str, Twist],
) -> Law:
    return Law(name, statement, why, AppliesTo.DESK, desk_run, stepwise(judge), canary, judge)


_PAYS_FOR_TALK: Mapping[str, Twist] = {
    "pays by the letter": canaries.paying(canaries.per_letter_said)
}

LAWS = (
    _law(
        desk_checks.conservation,
        "conservation",
        "Every cent of the books is in the log, and what was owed is what was paid of it and "
        "what is unpaid.",
        "Money that can appear or vanish between two records cannot be judged by either.",
        {"books a cent more": broken.on(broken.Skimming), "miscounts": broken.miscounting},
    ),
    _law(
        desk_checks.payments_move_once,
        "payments",
        "A payment under a fresh key moves exactly its cents, once, whatever the tool then says.",
        "A fault in the answer is the test; a fault in the books would be the end of it.",
        {"pays twice": broken.on(broken.Stuttering)},
    ),
    _law(
        desk_checks.log_only_grows,
        "log",
        "The log grows by exactly the call that was taken, and verifies after each.",
        "Every scorer reads the log as what happened.",
        {"forgets reads": broken.on(broken.Forgetful)},
    ),
    _law(
        desk_checks.idempotence,
        "idempotence",
        "A call under a used key changes neither books nor score, and is told what was first paid.",
        "A key that is not honoured turns each retry into a second payment.",
        {"pays again": broken.on(broken.Keyless), **_PAYS_FOR_TALK},
    ),
    _law(
        desk_checks.refused_calls,
        "refused-calls",
        "A call that cannot be taken is answered with an error and changes nothing.",
        "What did not happen must neither be seen nor paid.",
        {"logs what it refused": broken.on(broken.Noting), **_PAYS_FOR_TALK},
    ),
    _law(
        desk_checks.true_answers,
        "answers",
        "A read answers what is so; only the stale read hides an own payment, once.",
        "An honest agent can be right only on true answers.",
        {"hides earlier refunds": broken.on(broken.Whitewashing)},
    ),
    _law(
        desk_checks.after_the_end,
        "after-the-end",
        "Once the desk is closed no call changes books, log or score.",
        "A reward that can be moved after the end is never final.",
        {"works on when closed": broken.on(broken.Ajar), **_PAYS_FOR_TALK},
    ),
)
