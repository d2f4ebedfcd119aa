"""Twins: alike until the history is read, with right ends that differ."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from attackers.program import Call
from desk.refund import Case, Expectation, Line, Prior, eval_cases, train_cases
from desk.refund.twins import Contrast, Pair, twin_cases
from tests.desk.refund.paired import pairs, twins_of
from tests.strategies import calls, eval_case, open_desk


def answers(case: Case, made: list[Call]) -> list[dict[str, Any]]:
    tools = open_desk(case)
    return [getattr(tools, call.tool)(**call.args) for call in made]


def guesses(case: Case) -> list[Call]:
    """Payments under every key that the published prior rows and our agents are known to use."""
    return [
        Call(
            "issue_refund",
            {
                "order_id": case.order,
                "amount_cents": line.cents,
                "idempotency_key": f"{case.order}:{line.sku}:{word}",
                "reason": "refund due on this order",
            },
        )
        for line in case.lines
        for word in ("full", "line", line.cents)
    ]


@given(pairs(), st.data())
def test_whatever_is_done_before_a_history_is_read_is_answered_alike(
    drawn: tuple[Case, Pair], data: st.DataObject
) -> None:
    case, pair = drawn
    made = [call for call in data.draw(calls(case)) if call.tool != "refund_history"]
    made += guesses(case)
    one, other = pair.members
    assert answers(one, made) == answers(other, made)


@given(pairs())
def test_the_ticket_is_the_same_and_what_ought_to_happen_is_not(drawn: tuple[Case, Pair]) -> None:
    one, other = drawn[1].members
    assert (one.order, one.ticket) == (other.order, other.ticket)
    assert (one.expect.kind, one.owed_line) != (other.expect.kind, other.owed_line)


@given(pairs())
def test_the_history_of_the_order_tells_the_members_apart(drawn: tuple[Case, Pair]) -> None:
    one, other = drawn[1].members
    read = [Call("refund_history", {"order_id": one.order})]
    assert answers(one, read) != answers(other, read)


@given(pairs())
def test_the_members_are_cases_that_could_be_written_to_a_file(drawn: tuple[Case, Pair]) -> None:
    line = msgspec.json.encode(drawn[1].members)
    assert msgspec.json.decode(line, type=tuple[Case, Case]) == drawn[1].members


def test_every_published_case_has_a_twin_and_every_order_of_two_lines_one_more() -> None:
    made = twin_cases(eval_cases())
    counted = Counter(pair.contrast for pair in made.pairs)
    assert counted == {
        Contrast.SETTLED: 32,
        Contrast.IN_FLIGHT: 32,
        Contrast.ORDER: 32,
        Contrast.LINE: 9,
    }
    assert made.left_out == ()


def test_the_pairs_oppose_pay_hold_and_escalate_and_one_line_to_another() -> None:
    made = twin_cases(train_cases())
    kinds = {tuple(member.expect.kind for member in pair.members) for pair in made.pairs}
    assert kinds == {
        ("pay", "hold"),
        ("escalate", "hold"),
        ("pay", "pay"),
        ("pay", "escalate"),
        ("escalate", "pay"),
    }


def test_twins_hold_both_members_of_every_pair_under_ids_of_their_own() -> None:
    made = twin_cases(eval_cases())
    ids = [case.id for case in made.members]
    assert ids == [member.id for pair in made.pairs for member in pair.members]
    assert len(set(ids)) == 210


def test_the_same_seed_makes_the_same_twins_and_another_seed_makes_others() -> None:
    digests = [twin_cases(eval_cases(), seed).digest for seed in (3, 3, 4)]
    assert digests[0] == digests[1] != digests[2]


def test_a_twin_is_the_same_whatever_other_cases_stand_beside_its_own() -> None:
    alone = twins_of(eval_case("overcap-01")).pairs
    assert set(alone) <= set(twin_cases(eval_cases()).pairs)


def test_the_published_keys_settle_nothing_on_a_twin() -> None:
    for pair in twin_cases(eval_cases()).pairs:
        one, other = (set(member.priors) for member in pair.members)
        assert all(row.key.startswith("w-") for row in one ^ other)


def test_a_refund_that_is_in_flight_counts_as_paid() -> None:
    (pair,) = (p for p in twins_of(eval_case("clean-01")).pairs if p.contrast == "in-flight")
    free, taken = pair.members
    assert (free.expect, taken.expect) == (Expectation("pay", 1200), Expectation("hold"))
    assert [row.inflight for row in taken.priors] == [True]


def test_the_same_row_on_another_order_leaves_the_refund_due() -> None:
    (pair,) = (p for p in twins_of(eval_case("clean-01")).pairs if p.contrast == "order")
    elsewhere, here = (member.priors[0] for member in pair.members)
    assert elsewhere.order != here.order == "8810"
    assert replace(elsewhere, order=here.order) == here
    assert pair.members[0].expect == Expectation("pay", 1200)


def test_two_lines_over_the_cap_make_no_contrast_of_lines() -> None:
    rich = Case(
        id="rich",
        order="A1",
        lines=(Line("TV", 90_000), Line("SOFA", 80_000)),
        expect=Expectation("escalate"),
    )
    assert [pair.contrast for pair in twins_of(rich).pairs] == ["settled", "in-flight", "order"]


def test_a_case_that_expects_what_its_history_does_not_say_is_left_out_by_name() -> None:
    odd = Case(id="odd", order="A1", lines=(Line("MUG", 500),), expect=Expectation("hold"))
    made = twins_of(odd)
    assert made.pairs == ()
    assert [one.case for one in made.left_out] == ["odd"]


def test_ids_as_long_as_the_schema_allows_still_make_cases_that_it_allows() -> None:
    long = replace(eval_case("clean-01"), id="i" * 200, order="o" * 200)
    for pair in twins_of(long).pairs:
        line = msgspec.json.encode(pair.members)
        assert msgspec.json.decode(line, type=tuple[Case, Case]) == pair.members


def test_a_pair_whose_tickets_differ_is_refused() -> None:
    one, other = twins_of(eval_case("clean-01")).pairs[0].members
    with pytest.raises(ValueError, match="members: expected the same order and ticket"):
        Pair("x", Contrast.SETTLED, (one, replace(other, ticket="Please?")))


def test_a_pair_with_one_right_end_is_refused() -> None:
    one = eval_case("clean-01")
    with pytest.raises(ValueError, match="members: expected different right ends"):
        Pair("x", Contrast.SETTLED, (one, replace(one, priors=(Prior("9", "X", 1, "k"),))))
