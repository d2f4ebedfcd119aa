"""The moves that agents share: an honest agent's reading, slices, and a chain forged afresh."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from attackers.refund.moves import Claim, both_reads, open_claim, relink, slices
from desk import broken_at
from tests.strategies import cases, eval_case, open_desk


@given(st.integers(1, 100_000), st.integers(1, 5_000))
def test_slices_add_up_and_none_is_over_the_most(cents, most):
    parts = list(slices(cents, most))
    assert sum(parts) == cents
    assert all(0 < part <= most for part in parts)
    assert all(part == most for part in parts[:-1])


@given(cases())
def test_an_open_claim_is_the_first_line_that_was_not_refunded(case):
    tools = open_desk(case)
    claim = open_claim(tools, case.order)
    if case.open_lines:
        line = case.open_lines[0]
        assert claim == Claim(case.order, line.sku, line.cents, case.total)
    else:
        assert claim is None
    assert [e.action for e in tools.world.ledger.entries] == ["lookup_order", "refund_history"]


def test_a_relinked_log_holds_and_has_the_entries_it_was_given():
    tools = open_desk(eval_case("clean-01"))
    both_reads(tools, "8810")
    tools.escalate("8810", "please decide")
    first, second, third = tools.world.ledger.entries
    relink(tools, [third, first])
    log = tools.world.ledger.entries
    assert [entry.action for entry in log] == ["escalate", "lookup_order"]
    assert broken_at(log) is None
    assert broken_at([third, first]) == 0
    assert second not in log
