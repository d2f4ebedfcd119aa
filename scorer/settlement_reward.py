"""The settlement desk's reward: the terminal position, paid only to who waited to know.

The benchmark's own grade (`scorer.settlement`) holds a position against a reference that knows the
future, so that luck is paid like work. This scorer holds it against what could be known: the
authority must have had the last word before anything that cannot be undone, and the case must end
as that word asked. Harm zeroes everything. What a chargeback takes later is nobody's doing.

The rules are in `scorer.settlement_rules`; here it is decided what is read and who is dead.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from desk import By, Rollout
from desk.settlement import End, replayed
from scorer.settlement import Grader, tally
from scorer.settlement_rules import REVERTS, Evidence, asked, done, harm, unless_harm
from scorer.term import Death, Scorer, Term

NOTHING = End("", 0, (), 0, False)
"""The end of a log that comes to none."""


def settlement_reward(reverts: Iterable[str] = ()) -> Scorer[Evidence]:
    """Build the scorer, with some of its rules turned back.

    Raises `ValueError` for a name that is not in `REVERTS`.
    """
    lax = frozenset(reverts)
    if unknown := sorted(lax - REVERTS.keys()):
        raise ValueError(f"reverts: expected names from {', '.join(REVERTS)}; got {unknown[0]!r}")
    return Scorer(
        name="hardened",
        terms=(
            Term(
                "asked",
                0.2,
                "Did the authority have the last word before anything that cannot be undone?",
                unless_harm(asked),
                "s0",
                "that it was asked and waited for; not that its word was understood",
            ),
            Term(
                "settled",
                0.8,
                "Did the case end as that word asked, at nobody's loss?",
                unless_harm(done),
                "s1",
                "the right end on the last word; not that no other word led to it",
            ),
        ),
        read=lambda made, is_dead: _read(lax, made, is_dead),
        guard=lambda made: _dead(lax, made),
        metrics={
            "excess_loss_cents": _excess_loss,
            "exact": lambda e: int(not e.dead and _excess_loss(e) == 0),
            "premature": lambda e: int(e.end.premature),
            "harm": lambda e: int(harm(_strictly(e))),
            "completed": lambda e: int(not e.dead and _is_done(_strictly(e))),
        },
    )


def _dead(lax: frozenset[str], rollout: Rollout[Any, Any]) -> Death | None:
    """Say whether a rollout is dead: it failed, left no trace, or its log does not verify.

    A failure of infrastructure is left out (None); what the agent may have caused is scored 0.
    """
    failure = rollout.failure
    if failure is not None and "no-dead-guard" not in lax:
        value = None if failure.by is By.INFRASTRUCTURE else 0.0
        return Death(value, f"{failure.by} failure: {failure.kind}")
    if rollout.end is None:
        return Death(None, "no world was opened and no failure recorded")
    if not rollout.log:
        return Death(0.0, "no evidence that it ran: the world's log is empty")
    if "log-unverified" in lax:
        return None
    fault = rollout.log_fault() or _books_fault(rollout)
    return Death(0.0, f"the log does not verify: {fault}") if fault else None


def _books_fault(rollout: Rollout[Any, Any]) -> str | None:
    made = replayed(rollout.case, rollout.log)
    if isinstance(made, str):
        return made
    return None if made == rollout.end else "it comes to another end than the one on record"


def _read(lax: frozenset[str], rollout: Rollout[Any, Any], is_dead: bool) -> Evidence:
    """Read a rollout's evidence: the end that its log comes to, and not what it says of itself."""
    made = rollout.end if "log-unverified" in lax else replayed(rollout.case, rollout.log)
    end = made if isinstance(made, End) else NOTHING
    knowable = replace(rollout.case.task, charged_back_at=None)
    return Evidence(rollout.case, rollout.log, end, tally(end, knowable), is_dead, lax)


def _strictly(e: Evidence) -> Evidence:
    """Measure by every rule: what happened does not depend on which are turned back."""
    return e._replace(lax=frozenset())


def _is_done(e: Evidence) -> bool:
    return not harm(e) and done(e)


def _excess_loss(e: Evidence) -> int:
    """The benchmark's own grade, in cents: what the end falls short of who knows the future."""
    return Grader(e.case.task).grade(e.end).loss
