"""Laws of the settlement desk itself, each judged on one call after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from audits.laws import canaries
from audits.laws.law import AppliesTo, Broken, Law, Subject, Twist
from audits.laws.settlement import broken_desks as broken
from audits.laws.settlement import desk_checks as checks
from audits.laws.settlement.calls import charges, probe, reads, tool_calls, waits
from audits.laws.settlement.walk import Step, walk
from audits.laws.trial import Run, Trial
from audits.laws.walk import stepwise
from desk.settlement import SettlementCase

Cases = SearchStrategy[SettlementCase]


@st.composite
def desk_run(draw: DrawFn, cases: Cases) -> Trial:
    """Draw calls that leave a case open, mostly, and calls after its end."""
    case = draw(cases)
    open_still = st.one_of(reads(case), waits(case), charges(case), st.just(probe(case)))
    calls = draw(st.lists(open_still, max_size=6))
    late = draw(st.lists(tool_calls(case), max_size=3))
    return Trial(case, Run(tuple(calls), late=tuple(late)))


def _law(
    judge: Callable[[Subject, Step], Broken | None],
    name: str,
    statement: str,
    why: str,
    canary: Mapping[str, Twist],
) -> Law:
    return Law(
        name, statement, why, AppliesTo.SETTLEMENT_DESK, desk_run, stepwise(judge, walk), canary
    )


LAWS = (
    _law(
        checks.log_only_grows,
        "log",
        "The log grows by exactly the call that was taken, and verifies after each.",
        "Every scorer reads the log as what happened.",
        {"forgets what it was asked": broken.on(broken.Forgetful)},
    ),
    _law(
        checks.after_the_end,
        "after-the-end",
        "Once the case has ended no call changes clock, books, log or score.",
        "A reward that can be moved after the end is never final.",
        {
            "works on when the case has ended": broken.on(broken.Ajar),
            "scores nothing twice alike": canaries.fickle,
        },
    ),
    _law(
        checks.clock,
        "clock",
        "A read takes a tick, a question of the authority five, a wait its own, and an act none.",
        "What can be known in time is all that the benchmark is about.",
        {"answers at once": broken.on(broken.Hasty)},
    ),
    _law(
        checks.idempotence,
        "idempotence",
        "A capture under the key of one that is pending or settled is a no-op.",
        "A key that is not honoured turns each retry into a second charge.",
        {"charges again": broken.on(broken.Keyless)},
    ),
    _law(
        checks.authority,
        "authority",
        "The authority says `unknown` until an outcome exists, and then what it is.",
        "All right work rests on its word.",
        {"knows before there is anything to know": broken.on(broken.Clairvoyant)},
    ),
    _law(
        checks.foresight,
        "foresight",
        "No system shows an outcome before it happened.",
        "A message that comes before its event would be the answer.",
        {"shows what is to come": broken.on(broken.Leaking)},
    ),
    _law(
        checks.replay,
        "replay",
        "The log's calls, made again, come to the same log and the same end.",
        "It is how the scorer knows that a log is true.",
        {"charges again": broken.on(broken.Keyless)},
    ),
)
