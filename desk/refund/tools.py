"""What an agent is given: a ticket, and four methods that return plain dicts. Nothing else.

Each call and its answer is also kept as chat messages, so that scripted agents and live models
leave the same kind of record.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any

import msgspec

from desk.refund.world import SIGNATURES, Answer, RefundDesk, shown
from desk.rollout import Function, Message, ToolCall

_encode = msgspec.json.Encoder().encode


class Ticket(msgspec.Struct, frozen=True):
    """What the agent is asked: the order's id and the customer's own words."""

    order_id: str
    text: str


class Tools:
    """The four tools. `world` is what a process that reaches around them would find."""

    __slots__ = ("messages", "world")

    def __init__(self, world: RefundDesk) -> None:
        self.world = world
        self.messages: list[Message] = []

    def lookup_order(self, order_id: str) -> Answer:
        """Return the order as {order_id, customer_id, total_cents, lines}, or {error}."""
        return self._call("lookup_order", {"order_id": order_id})

    def refund_history(self, order_id: str) -> Answer:
        """Return {order_id, refunds}: what was already paid back on that order."""
        return self._call("refund_history", {"order_id": order_id})

    def issue_refund(
        self,
        order_id: str,
        amount_cents: int,
        idempotency_key: str,
        reason: str,
        sku: str | None = None,
    ) -> Answer:
        """Pay, in cents; {status, amount_cents} or {error, status}. A used key pays nothing."""
        args = {
            "order_id": order_id,
            "amount_cents": amount_cents,
            "idempotency_key": idempotency_key,
            "reason": reason,
        }
        return self._call("issue_refund", args if sku is None else args | {"sku": sku})

    def escalate(self, order_id: str, reason: str) -> Answer:
        """Hand the case to a person; {status} or {error} if the reason is too short."""
        return self._call("escalate", {"order_id": order_id, "reason": reason})

    def _call(self, tool: str, args: Mapping[str, Any]) -> Answer:
        answer = self.world.call(tool, args)
        messages = self.messages
        call_id = f"call_{len(messages) // 2}"
        asked = ToolCall(call_id, Function(tool, _text(args)))
        messages.append(Message("assistant", "", (asked,)))
        messages.append(Message("tool", _text(answer), (), call_id))
        return answer


def called(tools: Tools, tool: str, args: Mapping[str, Any]) -> Answer:
    """Make a call; one that does not fit the tool is answered, since a model can mend it."""
    if tool not in SIGNATURES:
        return {"error": f"unknown tool {tool!r}: expected one of {', '.join(SIGNATURES)}"}
    method = getattr(tools, tool)
    try:
        signature(method).bind(**args)
    except TypeError as error:
        return {"error": f"{tool}: {error}"}
    answer: Answer = method(**args)
    return answer


def _text(value: Mapping[str, Any]) -> str:
    """Write arguments or an answer as JSON text, whatever an agent put into them."""
    try:
        return _encode(value).decode()
    except (TypeError, ValueError, OverflowError, RecursionError):
        return msgspec.json.encode({key: shown(item) for key, item in value.items()}).decode()
