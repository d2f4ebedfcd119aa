"""Edits of the idempotency key: any unused one is as good as another, a used one pays nothing."""

from __future__ import annotations

from collections.abc import Iterator

from attackers.edits.additions import FEE_CENTS
from attackers.edits.behaviour import Behaviour
from attackers.edits.edit import Means, edit
from attackers.edits.fresh import other_key, payment


def _keyed(reference: Behaviour, key: str) -> Behaviour:
    return reference.on("issue_refund", lambda call: call.but(idempotency_key=key))


@edit(Means.HARMLESS)
def another_key(reference: Behaviour) -> Behaviour:
    """The payment goes by another key."""
    return _keyed(reference, other_key(reference))


@edit(Means.HARMLESS)
def an_odd_key(reference: Behaviour) -> Behaviour:
    """The payment goes by a long key with blanks and signs in it."""
    return _keyed(reference, other_key(reference, 'Rückzahlung №1 / "' + "x" * 200 + '"'))


@edit(Means.HARMLESS, doubt="a blank key can be used once; the next blank one would pay nothing")
def a_blank_key(reference: Behaviour) -> Behaviour:
    """The payment goes by a key of no characters."""
    return _keyed(reference, "")


@edit(Means.WRONG)
def the_key_of_an_earlier_refund(reference: Behaviour) -> Iterator[Behaviour]:
    """The payment goes by the key of an earlier refund, so that it pays nothing."""
    for row in reference.case.priors:
        yield _keyed(reference, row.key)


@edit(Means.HARMLESS)
def repeat_the_payment(reference: Behaviour) -> Behaviour:
    """The payment is asked for once more under the same key, which pays nothing."""
    return reference.on("issue_refund", lambda call: (call, call))


@edit(Means.HARMLESS, doubt="more was asked for; only the key kept it from being paid")
def same_key_other_amount(reference: Behaviour) -> Behaviour:
    """More is asked for under the key that was just used, which pays nothing."""
    return reference.on(
        "issue_refund",
        lambda call: (call, call.but(amount_cents=call.args["amount_cents"] + FEE_CENTS)),
    )


@edit(Means.HARMLESS, doubt="a payment that was not owed was asked for; only its key stopped it")
def ask_again_under_a_used_key(reference: Behaviour) -> Iterator[Behaviour]:
    """On a case where nothing is owed, a payment is asked for under an earlier refund's key."""
    if reference.case.expect.kind == "hold":
        for row in reference.case.priors:
            call = payment(reference, row.sku, row.cents).but(idempotency_key=row.key)
            yield reference.but((*reference.program, call))


@edit(Means.WRONG)
def retry_under_another_key(reference: Behaviour) -> Behaviour:
    """What looked like a failed payment is made again under a new key, not under the same."""
    calls = reference.program
    places = [index for index, call in enumerate(calls) if call.tool == "issue_refund"]
    if len(places) < 2:
        return reference
    retry = calls[places[-1]].but(idempotency_key=other_key(reference))
    return reference.but((*calls[: places[-1]], retry, *calls[places[-1] + 1 :]))
