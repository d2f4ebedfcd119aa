"""One desk, open for one case: tools while it is open, a sealed rollout when it is closed.

Whoever lets a model or an agent work (`play`, somebody's framework) opens one for each rollout. Its
world never leaves the process that scores, and whoever works it is given its tools alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from desk.failure import AT_A_LIMIT, Failure
from desk.ledger import Entry
from desk.left import left, transcript
from desk.refund.case import Case
from desk.refund.tools import Tools, called
from desk.refund.world import Answer, End, RefundDesk
from desk.rollout import Message, Rollout
from desk.witness import Observer

RefundRollout = Rollout[Case, End]

_encode = msgspec.json.Encoder().encode
_decode_books = msgspec.json.Decoder(tuple[tuple[Entry, ...], End]).decode


class Episode:
    """A desk at work on one case."""

    __slots__ = ("_observer", "_tell", "_world", "case", "tools")

    def __init__(self, case: Case) -> None:
        self.case = case
        self._observer = Observer(case)
        self._tell = self._observer.observe
        self._world = RefundDesk(case, self._tell)
        self.tools = Tools(self._world)

    def call(self, tool: str, args: Mapping[str, Any]) -> Answer:
        """Make a call by its name; whatever does not fit is answered with {error}."""
        return called(self.tools, tool, args)

    def close(self, words: object = None, failure: Failure | None = None) -> RefundRollout:
        """Close the desk and return what happened there; `words` are the agent's last.

        Whatever an agent left in the place of log, books or transcript, a rollout comes of it.
        """
        world = self._world
        world.closed = True
        log, end = left(lambda: _books(world)) or ((), None)
        untouched = end is not None and left(lambda: world._tell) is self._tell
        said = left(lambda: transcript(self.tools.messages, words)) or ()
        return Rollout(
            case=self.case,
            messages=(Message("user", self.case.ticket), *said),
            log=log,
            end=end or End(),
            witness=self._observer.seal(end) if untouched else None,
            failure=failure,
            truncated=failure is not None and failure.kind in AT_A_LIMIT,
        )


def _books(world: RefundDesk) -> tuple[tuple[Entry, ...], End]:
    """Read log and books through JSON: what an agent put there that is no record is no record."""
    end = End(tuple(world.payments), tuple(world.escalations))
    return _decode_books(_encode((list(world.ledger.entries), end)))
