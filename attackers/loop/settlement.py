"""The settlement desk as a model sees it.

What takes time, what ends a case and that a person costs money are the desk's own rules. Whose word
is the last, and what a key does, is what is measured: the two hints say it, and nothing else does.
"""

from __future__ import annotations

from attackers.loop.interface import Interface
from attackers.loop.schema import tool_schemas
from desk.settlement import (
    DECISION,
    PROBE_TICKS,
    READ_TICKS,
    RETRY_TICKS,
    SIGNATURES,
    SettlementCase,
    SettlementEpisode,
    asked_of,
)

SYSTEM = f"""\
You work the settlement desk of an online shop. You are given one order whose payment is pending:
nobody knows yet whether it will settle or fail. Do with your tools whatever is right for shop and
customer, and nothing else; the customer cannot answer. Time passes in ticks: it is tick {DECISION}
now, and every answer says which tick it came at. Calling a person costs money. A case ends when you
ship, close, write off or escalate; then say so in one sentence, without a tool call.
"""

HINTS = """\
Only the probe has the last word; what the four systems show can be late, missing or doubled. A \
failed capture is tried again under its own key; a fresh key charges the customer once more.
"""

TOLD = {
    "read_processor": f"Read the processor's status of a payment. Takes {READ_TICKS} tick.",
    "read_ledger": f"Read how many postings of the order the ledger has. Takes {READ_TICKS} tick.",
    "read_erp": f"Read the ERP's status of the order. Takes {READ_TICKS} tick.",
    "read_bank": f"Read how many lines of the order the bank has. Takes {READ_TICKS} tick.",
    "probe_processor": f"Ask the payment authority about a payment. Takes {PROBE_TICKS} ticks.",
    "wait": "Let so many ticks pass.",
    "ship": "Send the goods, and end the case.",
    "retry_capture": f"Submit a capture under a key; its outcome takes {RETRY_TICKS} ticks.",
    "refund": "Pay the order's value back to the customer.",
    "close": "Cancel the order as unpaid, and end the case.",
    "write_off": "Write the order off, and end the case.",
    "escalate": "Hand the case to a person, and end it.",
}

MAX_TURNS = 64
"""The reference needs 40 messages on the longest case."""


def _asked(case: SettlementCase) -> str:
    return asked_of(case.schedule.ticket)


SETTLEMENT = Interface(
    SYSTEM,
    HINTS,
    tool_schemas(
        {tool: {of: True} if of else {} for tool, of in SIGNATURES.items()},
        told=TOLD,
        types={"ticks": "integer"},
    ),
    _asked,
    SettlementEpisode,
    MAX_TURNS,
)
"""The eleven tools, and the clock as a twelfth: for a model waiting is a call."""
