"""Sketches: programs that can be written for any case, changed a little, and made simpler."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from attackers.search import MoveSet, SketchSpace, Step, signatures, size, written
from attackers.search.sources import SOURCES
from attackers.search.space import MOST_STEPS
from desk.refund import SIGNATURES, Expectation
from tests.strategies import cases, eval_case

ALL = signatures(MoveSet.ALL)
SPACE = SketchSpace(ALL)

SEEDS = st.integers(0, 2**32)


def drawn(seed: int):
    """A sketch as a search would have it after a few rounds."""
    dice = Random(seed)
    sketch = SPACE.fresh(dice)
    for _ in range(dice.randrange(6)):
        sketch = SPACE.mutated(dice, sketch, SPACE.fresh(dice))
    return sketch


@given(SEEDS, cases())
def test_every_sketch_can_be_written_for_every_case(seed, case):
    sketch = drawn(seed)
    assert len(sketch) <= MOST_STEPS
    program = written(sketch, case, ALL)
    assert [call.tool for call in program] == [step.move for step in sketch]
    for call in program:
        assert set(call.args) <= set(ALL[call.tool])
        wanted = SIGNATURES.get(call.tool, {})
        assert {name for name, needed in wanted.items() if needed} <= set(call.args)


@given(cases())
def test_no_argument_is_taken_from_the_expected_outcome(case):
    """Only what the tools would answer; the same case with another outcome gives the same."""
    other = replace(case, expect=Expectation("escalate" if case.expect.kind == "hold" else "hold"))
    for name, sources in SOURCES.items():
        for source in sources:
            assert source(case) == source(other), name


@given(SEEDS)
def test_what_is_simpler_is_smaller_so_that_shrinking_ends(seed):
    sketch = drawn(seed)
    for simpler in SPACE.simpler(sketch):
        assert size(simpler) < size(sketch)


def test_the_plainest_payment_is_for_the_first_open_line_of_the_order():
    step = Step("issue_refund", (0,) * 5)
    (call,) = written((step,), eval_case("partialref-01"), ALL)
    assert (call.args["order_id"], call.args["sku"]) == ("7710", "TRAY-2")
    assert call.args["amount_cents"] == 2200


def test_arguments_shrink_together_where_only_together_they_still_make_sense():
    far = (Step("lookup_order", (2,)), Step("refund_history", (2,)))
    near = (Step("lookup_order", (1,)), Step("refund_history", (1,)))
    assert near in list(SPACE.simpler(far))


def test_the_tools_alone_leave_the_log_alone():
    assert set(signatures(MoveSet.TOOLS)) == {*SIGNATURES, "crash"}
    assert set(ALL) > set(signatures(MoveSet.TOOLS))
