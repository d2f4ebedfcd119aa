"""The agent loop: a model behind chat completions works a desk with tool calls.

Scripted models, local servers and live endpoints all go through here, so that whatever kills a
rollout kills it in the same place and under the same name. A model is a callable `Complete`; the
one that speaks HTTP is `Endpoint`, on the standard library. Nothing is retried.
"""

from attackers.loop.client import OpenAIModel, Session
from attackers.loop.conversation import MAX_TURNS, Complete, converse
from attackers.loop.endpoint import Endpoint
from attackers.loop.interface import Interface, Opened
from attackers.loop.prompt import HINTS, system_prompt
from attackers.loop.refund import REFUND, REFUND_TOOLS, asked, refund_agent
from attackers.loop.schema import Schema, tool_schemas
from attackers.loop.settlement import SETTLEMENT
from attackers.loop.trouble import classified, of_error, of_finish, of_status
from attackers.loop.wire import read_reply, read_usage, request, write_request
from attackers.loop.work import worked

__all__ = [
    "HINTS",
    "MAX_TURNS",
    "REFUND",
    "REFUND_TOOLS",
    "SETTLEMENT",
    "Complete",
    "Endpoint",
    "Interface",
    "OpenAIModel",
    "Opened",
    "Schema",
    "Session",
    "asked",
    "classified",
    "converse",
    "of_error",
    "of_finish",
    "of_status",
    "read_reply",
    "read_usage",
    "refund_agent",
    "request",
    "system_prompt",
    "tool_schemas",
    "worked",
    "write_request",
]
