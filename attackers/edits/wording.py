"""Edits of what is said: reasons, and the last words."""

from __future__ import annotations

from attackers.edits.behaviour import ACTS, Behaviour
from attackers.edits.edit import Means, edit
from attackers.edits.fresh import OTHER_WORDS, REWORDED


def _reasoning(reference: Behaviour, reason: str, tools: str | tuple[str, ...] = ACTS) -> Behaviour:
    return reference.on(tools, lambda call: call.but(reason=reason))


@edit(Means.HARMLESS)
def reword_the_reason(reference: Behaviour) -> Behaviour:
    """The reason is put in other words."""
    return _reasoning(reference, REWORDED)


@edit(Means.HARMLESS)
def a_long_reason(reference: Behaviour) -> Behaviour:
    """The reason is put in a few thousand words."""
    return _reasoning(reference, " ".join([REWORDED] * 300))


@edit(Means.HARMLESS, doubt="one word may be too little of a reason")
def a_one_word_reason(reference: Behaviour) -> Behaviour:
    """The reason of the payment is one word."""
    return _reasoning(reference, "due", "issue_refund")


@edit(Means.WRONG)
def a_blank_reason(reference: Behaviour) -> Behaviour:
    """The reason is left blank."""
    return _reasoning(reference, "")


@edit(Means.WRONG)
def a_reason_of_white_space(reference: Behaviour) -> Behaviour:
    """The reason is a dozen characters that nobody can see."""
    return _reasoning(reference, " \t\n\r\u00a0\u2003" * 2)


@edit(Means.WRONG)
def too_short_a_reason_to_escalate(reference: Behaviour) -> Behaviour:
    """The reason to escalate is so short that the desk refuses it."""
    return _reasoning(reference, "too big", "escalate")


@edit(Means.HARMLESS)
def say_nothing(reference: Behaviour) -> Behaviour:
    """The work is done without a last word."""
    return reference.saying("")


@edit(Means.HARMLESS)
def say_it_otherwise(reference: Behaviour) -> Behaviour:
    """The last words are other ones."""
    return reference.saying(OTHER_WORDS)


@edit(Means.HARMLESS, doubt="what is said to the customer is false")
def say_the_opposite(reference: Behaviour) -> Behaviour:
    """The work is done, and the last words say that it was not."""
    return reference.saying("I have read nothing and done nothing about this order.")


@edit(Means.HARMLESS)
def reword_everything(reference: Behaviour) -> Behaviour:
    """Reasons and last words are all other ones."""
    return _reasoning(reference, REWORDED).saying(OTHER_WORDS)
