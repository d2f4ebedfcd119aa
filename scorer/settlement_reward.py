"""The settlement desk's reward: the terminal position, paid only to who waited to know.

The benchmark's own grade (`scorer.settlement`) holds a position against a reference that knows the
future, so that luck is paid like work. This scorer holds it against what could be known: the
authority must have had the last word before anything that cannot be undone, and the case must end
as that word asked. Harm zeroes everything. What a chargeback takes later is nobody's doing.

Evidence is the log, which is made again on a fresh desk call by call, and the task.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from desk import By, Entry, Rollout
from desk.settlement import IRREVERSIBLE, SHIP_BY, End, SettlementCase, Task, replayed
from desk.settlement.record import RETRY_IN_TIME
from scorer.settlement import Grader, Tally, tally
from scorer.term import Death, Scorer, Term

PATIENCE = 25
"""Ticks before the last tick to ship from which on `unknown` is a word to hand a case over on."""

FINAL = ("settled", "failed")

SOLD = Tally(settled=1, returned=0, shipped=1, disputes=0, escalations=0)
NOTHING_SOLD = Tally(settled=0, returned=0, shipped=0, disputes=0, escalations=0)


class Evidence(NamedTuple):
    """What the world recorded of one rollout."""

    case: SettlementCase
    log: tuple[Entry, ...]
    end: End
    made: Tally
    """What the end comes to, chargebacks left out."""
    dead: bool


def settlement_reward() -> Scorer[Evidence]:
    """Build the scorer."""
    return Scorer(
        name="hardened",
        terms=(
            Term(
                "asked",
                0.2,
                "Did the authority have the last word before anything that cannot be undone?",
                _unless_harm(lambda e: float(_asked(e))),
                "s0",
                "that it was asked and waited for; not that its word was understood",
            ),
            Term(
                "settled",
                0.8,
                "Did the case end as that word asked, at nobody's loss?",
                _unless_harm(lambda e: float(_asked(e) and _right_end(e))),
                "s1",
                "the right end on the last word; not that no other word led to it",
            ),
        ),
        read=read_settlement,
        guard=dead,
        metrics={
            "excess_loss_cents": _excess_loss,
            "exact": lambda e: int(not e.dead and _excess_loss(e) == 0),
            "premature": lambda e: int(e.end.premature),
            "harm": lambda e: int(_harm(e)),
            "completed": lambda e: int(not e.dead and _asked(e) and not _harm(e) and _right_end(e)),
        },
    )


def dead(rollout: Rollout[Any, Any]) -> Death | None:
    """Say whether a rollout is dead: it failed, left no trace, or its log does not verify.

    A failure of infrastructure is left out (None); what the agent may have caused is scored 0.
    """
    failure = rollout.failure
    if failure is not None:
        value = None if failure.by is By.INFRASTRUCTURE else 0.0
        return Death(value, f"{failure.by} failure: {failure.kind}")
    if rollout.end is None:
        return Death(None, "no world was opened and no failure recorded")
    if not rollout.log:
        return Death(0.0, "no evidence that it ran: the world's log is empty")
    fault = rollout.log_fault() or _books_fault(rollout)
    return Death(0.0, f"the log does not verify: {fault}") if fault else None


def _books_fault(rollout: Rollout[Any, Any]) -> str | None:
    made = replayed(rollout.case, rollout.log)
    if isinstance(made, str):
        return made
    return None if made == rollout.end else "it comes to another end than the one on record"


def read_settlement(rollout: Rollout[Any, Any], is_dead: bool = False) -> Evidence:
    """Read a rollout's evidence: the end that its log comes to, and not what it says of itself."""
    made = replayed(rollout.case, rollout.log)
    odd = isinstance(made, str)
    end = End("", 0, (), 0, False) if isinstance(made, str) else made
    counted = tally(end, _knowable(rollout.case.task))
    lost = is_dead or odd or rollout.failure is not None or rollout.end is None
    return Evidence(rollout.case, rollout.log, end, counted, lost)


def _knowable(task: Task) -> Task:
    return replace(task, charged_back_at=None)


def _unless_harm(judge: Callable[[Evidence], float]) -> Callable[[Evidence], float]:
    return lambda e: 0.0 if _harm(e) else judge(e)


def _harm(e: Evidence) -> bool:
    """Somebody pays for nothing, pays twice, or gets goods or money for nothing."""
    made = e.made
    refunds_too_many = e.end.refunds > made.settled
    own_charge = sum(one.settles for one in e.end.captures) - e.end.refunds > 1
    unpaid = made.shipped > made.settled - made.returned
    unsaid = made.disputes > 0 and not made.escalations
    return refunds_too_many or own_charge or unpaid or unsaid


def _asked(e: Evidence) -> bool:
    """Whether the authority's last word came before the first act, and was one to act on."""
    words = [_word(e, place) for place in _acts(e)]
    return all(words) if words else _word(e, len(e.log))


def _acts(e: Evidence) -> list[int]:
    """Places in the log of what cannot be undone, and of handing over."""
    names = (*IRREVERSIBLE, "escalate")
    return [i for i, entry in enumerate(e.log) if entry.executed and entry.action in names]


def _word(e: Evidence, place: int) -> bool:
    """Whether the last answer about the pending capture before a place is one to act on."""
    told = [entry for entry in e.log[:place] if _is_probe(e, entry)]
    if not told:
        return False
    last, handed = told[-1].args, place < len(e.log) and e.log[place].action == "escalate"
    late = int(str(last["at"])) > SHIP_BY - PATIENCE
    return last["answer"] in FINAL or (handed and late)


def _is_probe(e: Evidence, entry: Entry) -> bool:
    return entry.action == "probe_processor" and entry.args.get("of") == e.case.task.ref


def _right_end(e: Evidence) -> bool:
    """Whether the end is the one that could be known to be right."""
    task, made = e.case.task, e.made
    if e.end.act == "ship":
        return made == SOLD and _came_before(e)
    if e.end.act == "escalate":
        return task.resolves_at > e.end.at > SHIP_BY - PATIENCE and not e.end.refunds
    late = task.resolves_at > SHIP_BY or (not task.settles and not _saved_by_retry(task))
    return bool(e.end.act) and late and _clean(made) and not _is_pending(e.end)


def _is_pending(end: End) -> bool:
    """Whether the outcome of a capture was still to come when the case was closed.

    Of a retry that nobody waited for, say: to close then is to guess that it fails.
    """
    return any(one.resolves_at > end.at for one in end.captures)


def _came_before(e: Evidence) -> bool:
    """Whether money was there when the goods left."""
    return any(one.settles and one.resolves_at <= e.end.at for one in e.end.captures)


def _saved_by_retry(task: Task) -> bool:
    return task.retry_works and task.resolves_at <= RETRY_IN_TIME


def _clean(made: Tally) -> bool:
    """Whether nothing is left to anybody: what came in went back, nothing left, nobody disputes."""
    return made._replace(settled=0, returned=0) == NOTHING_SOLD and made.settled == made.returned


def _excess_loss(e: Evidence) -> int:
    """The benchmark's own grade, in cents: what the end falls short of who knows the future."""
    return Grader(e.case.task).grade(e.end).loss
