"""One agent, one case, one episode: from the ticket to the closed rollout."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

import msgspec

from desk.failure import AT_A_LIMIT, DiedError, Failure, Kind, died
from desk.ledger import Entry
from desk.refund.case import Case
from desk.refund.tools import Ticket, Tools
from desk.refund.world import End, RefundDesk
from desk.rollout import Message, Rollout
from desk.witness import Observer

Agent: TypeAlias = Callable[[Tools, Ticket], str | None]
"""An agent: does what it does with the tools, and returns its last words, or None."""

RefundRollout = Rollout[Case, End]

_encode = msgspec.json.Encoder().encode
_decode_books = msgspec.json.Decoder(tuple[tuple[Entry, ...], End]).decode
_decode_messages = msgspec.json.Decoder(tuple[Message, ...]).decode

T = TypeVar("T")


def play(agent: Agent, case: Case) -> Rollout[Case, End]:
    """Run `agent` on a fresh desk for `case`; an exception of its own ends the rollout there."""
    observer = Observer(case)
    tell = observer.observe
    world = RefundDesk(case, tell)
    tools = Tools(world)
    words, failure = _run(agent, tools, Ticket(case.order, case.ticket))
    world.closed = True
    log, end = _left(lambda: _books(world)) or ((), None)
    untouched = end is not None and _left(lambda: world._tell) is tell
    said = _left(lambda: _transcript(tools, words)) or ()
    return Rollout(
        case=case,
        messages=(Message("user", case.ticket), *said),
        log=log,
        end=end or End(),
        witness=observer.seal(end) if untouched else None,
        failure=failure,
        truncated=failure is not None and failure.kind in AT_A_LIMIT,
    )


def _run(agent: Agent, tools: Tools, ticket: Ticket) -> tuple[str | None, Failure | None]:
    try:
        return agent(tools, ticket), None
    except KeyboardInterrupt:
        raise
    except DiedError as error:
        return None, error.failure
    except AgentHung as error:
        return None, died(Kind.AGENT_HUNG, str(error))
    except BaseException as error:  # noqa: BLE001 - whatever an agent raises is its own failure
        return None, died(Kind.AGENT_ERROR, error)


class AgentHung(BaseException):
    """Raised inside an agent by whoever holds its clock; not an Exception, so that it gets out."""


def _left(read: Callable[[], T]) -> T | None:
    """Read what an agent left behind; None where that cannot be read, whatever it raises."""
    try:
        return read()
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - what an agent leaves may raise anything when read
        return None


def _books(world: RefundDesk) -> tuple[tuple[Entry, ...], End]:
    """Read log and books through JSON: what an agent put there that is no record is no record."""
    end = End(tuple(world.payments), tuple(world.escalations))
    return _decode_books(_encode((list(world.ledger.entries), end)))


def _transcript(tools: Tools, words: object) -> tuple[Message, ...]:
    """Read what was said, through JSON as well; a mark stands for what cannot be written down."""
    said = words.encode("utf-8", "replace").decode() if isinstance(words, str) else ""
    last = (Message("assistant", said),) if said else ()
    return (*_decode_messages(_encode(list(tools.messages))), *last)
