"""Names that edits put in place of others are ones that the case does not know yet."""

from __future__ import annotations

from attackers.edits import Behaviour
from attackers.edits.fresh import other_key, other_order, other_sku
from attackers.program import Call
from desk.refund import Case, Expectation, Line, Prior

CASE = Case(
    id="odd",
    order="A1",
    lines=(Line("NO-SUCH-LINE", 100), Line("NO-SUCH-LINE-2", 200)),
    expect=Expectation("pay", 100),
    priors=(Prior("A1-other", "MUG", 300, "another-key"),),
)
PAYMENT = Call("issue_refund", {"idempotency_key": "another-key-2"})
BEHAVIOUR = Behaviour(CASE, (PAYMENT,))


def test_another_key_is_none_of_an_earlier_refund_and_none_of_the_program():
    assert other_key(BEHAVIOUR) == "another-key-3"
    assert other_key(BEHAVIOUR, "mine") == "mine"


def test_another_order_is_not_one_that_was_refunded_before():
    assert other_order(BEHAVIOUR) == "A1-other-2"


def test_another_line_is_none_of_the_orders():
    assert other_sku(BEHAVIOUR) == "NO-SUCH-LINE-3"
