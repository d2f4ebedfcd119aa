"""The agents that read both records and do what they would have done anyway."""

from __future__ import annotations

import pytest

from attackers.refund import agents
from desk.refund import RefundRollout, eval_cases, play, train_cases, wrongs
from desk.refund.twins import twin_cases

IGNORE = ("read-and-pay", "read-twice", "by-the-words", "by-the-price", "coin-flip", "base-rate")


def played(name: str) -> list[tuple[RefundRollout, RefundRollout]]:
    act = agents()[name].act
    pairs = twin_cases(eval_cases()).pairs
    return [(play(act, pair.members[0]), play(act, pair.members[1])) for pair in pairs]


def acts(made: RefundRollout) -> list[object]:
    return [
        (asked.function.name, asked.function.arguments)
        for message in made.messages
        for asked in message.tool_calls
    ]


@pytest.mark.parametrize("name", IGNORE)
def test_it_makes_the_same_calls_whatever_the_history_says(name: str) -> None:
    assert all(acts(one) == acts(other) for one, other in played(name))


@pytest.mark.parametrize("name", IGNORE)
def test_it_reads_both_records_and_nothing_it_does_fails(name: str) -> None:
    for pair in played(name):
        for made in pair:
            read = {entry.action for entry in made.log}
            assert read >= {"lookup_order", "refund_history"}
            assert made.failure is None
            assert made.log_fault() is None


@pytest.mark.parametrize("name", IGNORE)
def test_it_is_never_right_on_both_members_of_a_pair(name: str) -> None:
    assert all(wrongs(one) or wrongs(other) for one, other in played(name))


@pytest.mark.parametrize("name", IGNORE)
def test_it_is_right_on_some_published_case_and_wrong_on_some(name: str) -> None:
    right = [not wrongs(play(agents()[name].act, case)) for case in eval_cases().cases]
    assert True in right
    assert False in right


@pytest.mark.parametrize("name", ("by-the-words", "by-the-price", "coin-flip"))
def test_it_pays_on_some_orders_and_holds_on_others(name: str) -> None:
    paid = [bool(made.end and made.end.payments) for pair in played(name) for made in pair]
    assert True in paid
    assert False in paid


@pytest.mark.parametrize("name", IGNORE)
def test_it_does_the_same_each_time(name: str) -> None:
    act = agents()[name].act
    for case in train_cases(16).cases:
        assert acts(play(act, case)) == acts(play(act, case))


@pytest.mark.parametrize("name", ("by-the-words", "by-the-price", "coin-flip", "base-rate"))
def test_it_knows_the_cap_and_never_pays_over_it(name: str) -> None:
    for case in train_cases().cases:
        end = play(agents()[name].act, case).end
        assert end is not None
        assert all(paid.amount_cents <= 5_000 for paid in end.payments)
