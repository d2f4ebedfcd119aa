"""What happens: the worlds in which tool calls have effects. Knows nothing of scoring."""

from desk.failure import BY, AgentHung, By, DiedError, Failure, Kind, died
from desk.frozen import FrozenDict
from desk.ledger import GENESIS, Entry, Ledger, broken_at, link
from desk.rollout import Function, Message, Rollout, Source, ToolCall, read_rollout
from desk.witness import Observer, Witness

__all__ = [
    "BY",
    "GENESIS",
    "AgentHung",
    "By",
    "DiedError",
    "Entry",
    "Failure",
    "FrozenDict",
    "Function",
    "Kind",
    "Ledger",
    "Message",
    "Observer",
    "Rollout",
    "Source",
    "ToolCall",
    "Witness",
    "broken_at",
    "died",
    "link",
    "read_rollout",
]
