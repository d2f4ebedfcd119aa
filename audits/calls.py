"""The tool calls of a rollout, as findings and reports have them."""

from __future__ import annotations

from typing import Any

import msgspec

from desk import Rollout


def calls(rollout: Rollout[Any, Any]) -> list[dict[str, Any]]:
    """Write the tool calls of a rollout, be they readable or not."""
    asked = (call.function for message in rollout.messages for call in message.tool_calls)
    return [{"tool": call.name, "args": _args(call.arguments)} for call in asked]


def _args(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError:
        return {"unreadable": text}
