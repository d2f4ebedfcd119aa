"""One settlement case, open: calls by name while it is open, a sealed rollout when it is closed.

Whoever lets a model or an agent work (`record`, somebody's framework) opens one for each rollout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from desk.failure import AT_A_LIMIT, AgentHung, DiedError, Failure, Kind, died
from desk.ledger import Entry
from desk.left import left, transcript
from desk.rollout import Message, Rollout
from desk.settlement.record import (
    SIGNATURES,
    RecordedDesk,
    SettlementCase,
    SettlementRollout,
    asked_of,
)
from desk.settlement.task import Ticket
from desk.settlement.views import Ledger
from desk.settlement.world import MOST_STEPS, CaseClosedError, End
from desk.witness import Observer

Agent: TypeAlias = Callable[[Any, Ticket], object]
"""An agent: it acts on the desk until the case has ended, and may return its last words."""

LONGEST_WAIT = 10_000
"""Ticks in one wait of a model's: beyond all that ever happens."""


class SettlementEpisode:
    """A desk at work on one case. `desk` is what an agent is given, `call` what a model calls."""

    __slots__ = ("_closed", "_observer", "_spent", "_tell", "case", "desk")

    def __init__(self, case: SettlementCase) -> None:
        self.case = case
        self._observer = Observer(case)
        self._tell = self._observer.observe
        self.desk = RecordedDesk(case, self._tell)
        self._closed = False
        self._spent = False

    def call(self, tool: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """Answer {tick, answer}, or {error}; a call with an error leaves no trace in the log."""
        if self._closed:
            return {"error": "the desk is closed"}
        if wrong := problem(tool, args):
            return {"error": wrong}
        try:
            answer = getattr(self.desk, tool)(**args)
        except CaseClosedError as error:
            self.refused()
            return {"error": str(error)}
        told = {} if answer is None else {"answer": _plain(answer)}
        return {"tick": self.desk.now, **told}

    def refused(self) -> None:
        """Note that the desk took no more: of an open case that means that its calls are spent."""
        self._spent = len(self.desk.log) >= MOST_STEPS and not self.desk.ended().act

    def close(self, words: object = None, failure: Failure | None = None) -> SettlementRollout:
        """Close the desk and return what happened there; `words` are the agent's last.

        An agent that ran out of calls died of that, unless it died of something else. Whatever it
        left in the place of log, end or transcript, a rollout comes of it, and who spoilt its
        record has none: an empty log, and the end of a case that nobody touched.
        """
        self._closed = True
        if failure is None and self._spent:
            failure = died(Kind.TURN_LIMIT, f"{MOST_STEPS} calls")
        desk, case = self.desk, self.case
        log, end = left(lambda: _books(desk)) or ((), None)
        untouched = end is not None and left(lambda: desk._tell) is self._tell
        return Rollout(
            case=case,
            messages=(
                Message("user", asked_of(case.schedule.ticket)),
                *(left(lambda: transcript(desk.messages, words)) or ()),
            ),
            log=log,
            end=end or RecordedDesk(case, self._tell).ended(),
            witness=self._observer.seal(end) if untouched else None,
            failure=failure,
            truncated=failure is not None and failure.kind in AT_A_LIMIT,
        )


def record(agent: Agent, case: SettlementCase) -> SettlementRollout:
    """Run an agent on a case; an exception of its own ends the rollout there."""
    episode = SettlementEpisode(case)
    try:
        return episode.close(agent(episode.desk, case.schedule.ticket))
    except KeyboardInterrupt:
        raise
    except CaseClosedError:
        episode.refused()
        return episode.close()
    except DiedError as error:
        return episode.close(failure=error.failure)
    except AgentHung as error:
        return episode.close(failure=died(Kind.AGENT_HUNG, str(error)))
    except BaseException as error:  # noqa: BLE001 - whatever an agent raises is its own failure
        return episode.close(failure=died(Kind.AGENT_ERROR, error))


def problem(tool: str, args: Mapping[str, Any]) -> str | None:
    """Say what is wrong with a call before it reaches the desk, or None."""
    if (wanted := SIGNATURES.get(tool)) is None:
        return f"unknown tool {tool!r}: expected one of {', '.join(SIGNATURES)}"
    if args.keys() != ({wanted} if wanted else set()):
        got = ", ".join(map(repr, args)) or "none"
        return f"{tool}: expected {f'the argument {wanted!r}' if wanted else 'none'}, got {got}"
    return _bad_value(wanted, args[wanted]) if wanted else None


def _bad_value(name: str, value: object) -> str | None:
    if name == "ticks":
        if type(value) is int and 0 < value <= LONGEST_WAIT:
            return None
        return f"ticks: expected a whole number from 1 to {LONGEST_WAIT}, got {ascii(value)[:80]}"
    if type(value) is not str:
        return f"{name}: expected text, got {type(value).__name__}"
    # A lone surrogate cannot be written down.
    return None if value.encode(errors="replace").decode() == value else f"{name}: not valid text"


def _plain(answer: object) -> object:
    return answer._asdict() if isinstance(answer, Ledger) else answer


def _books(desk: RecordedDesk) -> tuple[tuple[Entry, ...], End]:
    """Read log and end through JSON; what an agent left there that is no record is no record."""
    raw = msgspec.json.encode((desk.ledger.entries, desk.ended()))
    return msgspec.json.decode(raw, type=tuple[tuple[Entry, ...], End])
