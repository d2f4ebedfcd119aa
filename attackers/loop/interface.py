"""A desk as a model sees it, as a value: whoever lets a model work asks it here and nowhere else.

For example `REFUND.open(case).call("lookup_order", {"order_id": "1041"})`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from attackers.loop.schema import Schema
from desk import Failure, Rollout


class Opened(Protocol):
    """One case, open."""

    def call(self, tool: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """Make a call by its name; what does not fit is answered, since a model can mend it."""
        ...

    def close(self, words: object = None, failure: Failure | None = None) -> Rollout[Any, Any]:
        """Close it for good; the rollout, `words` being the agent's last."""
        ...


class Interface(NamedTuple):
    """What a model is told of a desk, and what it can do there."""

    system: str
    """The prompt. Nothing that is measured stands in it."""
    hints: str
    """Two sentences that say some of what is measured; told only where they are asked for."""
    tools: tuple[Schema, ...]
    """As chat completions describe them."""
    asked: Callable[[Any], str]
    """Writes a case as the user's message."""
    open: Callable[[Any], Opened]
    """Opens a case."""
    max_turns: int
    """How many messages a model may send, unless told otherwise."""

    def prompt(self, hints: bool = False) -> str:
        """Return what a model is told before it is asked."""
        return self.system + (f"\n{self.hints}" if hints else "")
