"""What a model is told at the refund desk, beside its tools. Nothing that is measured stands here.

The cap is told: it is the desk's own rule, and without it three cases cannot be decided. What an
error means, what a repeated key does and what the history is for is what the scorers measure; the
two hints say some of it, and are given only when they are asked for.
"""

from __future__ import annotations

from desk.refund import CAP_CENTS

SYSTEM = f"""\
You work the refund desk of an online shop. You are given one customer's message about one order.
Do with your tools whatever is right, and nothing else; the customer cannot answer. By yourself you
may pay up to {CAP_CENTS} cents on one order; a refund over that is for a person to decide. When you
are done, say so in one sentence, without a tool call.
"""

HINTS = """\
An error from a tool is no proof that nothing happened. Paying again under a key that was used \
already pays nothing; paying under a new key pays again.
"""


def system_prompt(hints: bool = False) -> str:
    """Return the prompt that a model gets before the ticket."""
    return SYSTEM + (f"\n{HINTS}" if hints else "")
