"""Single against paired reward: how rows are added up and ranked, and when a rank is a lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers import Role
from audits.findings import Finding
from audits.twins.play import Played, PlayedPair
from audits.twins.ranks import reversed_ranks
from audits.twins.rows import AgentRow, Player, Reading, rows
from desk.refund import eval_cases, play
from desk.refund.twins import twin_cases

PAIRS = twin_cases(eval_cases()).pairs


def player(name: str, rewards: Sequence[tuple[float | None, float | None]]) -> Player:
    """Make an agent that did nothing on each pair and was given these rewards for it."""

    def member(case: Any, reward: float | None) -> Played:
        return Played(play(lambda _tools, _ticket: None, case), reward)

    pairs = [
        PlayedPair(pair, (member(pair.members[0], one), member(pair.members[1], other)))
        for pair, (one, other) in zip(PAIRS, rewards, strict=False)
    ]
    return Player(name, Role.ATTACKER, [made.members[0] for made in pairs], pairs)


def agent(name: str, reading: Reading, single: float, paired: float, right: float) -> AgentRow:
    return AgentRow(
        name=name,
        role=Role.REFERENCE if name == "careful" else Role.ATTACKER,
        reading=reading,
        single=single,
        members=single,
        paired=paired,
        strict=0.0,
        right=right,
        pairs=10,
        opposed=paired,
        right_opposed=right,
    )


CAREFUL = agent("careful", Reading.USES, 1.0, 1.0, 1.0)


def turned(*others: AgentRow) -> list[Finding]:
    return list(reversed_ranks([CAREFUL, *others], lambda agents, _pair="": ",".join(agents)))


def test_a_pair_earns_what_its_worse_member_earns() -> None:
    (row,) = rows([player("one", [(1.0, 0.2), (0.4, 1.0), (1.0, 1.0)])], 1.0)
    assert (row.paired, row.strict) == (pytest.approx(1.6 / 3, abs=1e-6), 0.333333)
    assert row.members == pytest.approx(4.6 / 6, abs=1e-6)
    assert row.single == 0.8


def test_a_pair_with_an_unscored_member_earns_nothing_and_is_not_counted() -> None:
    (row,) = rows([player("one", [(1.0, None), (0.5, 0.5)])], 1.0)
    assert (row.paired, row.pairs) == (0.5, 1)


def test_an_agent_that_was_never_scored_has_no_rank_and_stands_on_top() -> None:
    table = rows([player("two", [(1.0, 1.0)]), player("one", [(None, None)])], 1.0)
    assert [(row.name, row.rank_paired) for row in table] == [("one", None), ("two", 1)]


def test_equal_rewards_share_a_rank() -> None:
    table = rows([player(name, [(x, 1.0)]) for name, x in (("a", 0.3), ("b", 0.3), ("c", 0.2))], 1)
    assert [row.rank_paired for row in table] == [1, 1, 3]


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=5))
def test_pairs_never_pay_more_than_their_members_on_average(
    rewards: list[tuple[float, float]],
) -> None:
    (row,) = rows([player("one", rewards)], 1.0)
    assert row.paired is not None
    assert row.members is not None
    assert row.paired <= row.members + 1e-6


def test_an_agent_that_reads_nothing_is_not_said_to_ignore_what_it_read() -> None:
    assert player("one", [(0.0, 0.0)]).reading is Reading.UNREAD


def test_an_ignoring_agent_above_a_reading_one_that_pairs_put_below_it_is_a_lead() -> None:
    blind = agent("blind", Reading.IGNORES, 0.6, 0.0, 0.0)
    reader = agent("reader", Reading.USES, 0.5, 0.4, 0.4)
    (found,) = turned(blind, reader)
    assert (found.rule, found.severity, found.replay) == ("T702", "warning", "blind,reader")
    assert (found.reach.rows, found.reach.of) == (1, 2)


@pytest.mark.parametrize(
    ("blind", "reader"),
    [
        ((0.5, 0.0), (0.5, 0.4)),
        ((0.6, 0.4), (0.5, 0.4)),
        ((0.4, 0.0), (0.5, 0.4)),
    ],
    ids=["equal singly", "equal in pairs", "below it anyway"],
)
def test_no_lead_where_no_rank_turns(
    blind: tuple[float, float], reader: tuple[float, float]
) -> None:
    assert not turned(
        agent("blind", Reading.IGNORES, *blind, 0.0), agent("reader", Reading.USES, *reader, 0.4)
    )


def test_no_lead_over_a_reader_that_is_never_right() -> None:
    cheat = agent("cheat", Reading.USES, 0.5, 0.4, 0.0)
    assert not turned(agent("blind", Reading.IGNORES, 0.6, 0.0, 0.0), cheat)


def test_no_lead_over_an_agent_that_does_not_read() -> None:
    unread = agent("unread", Reading.UNREAD, 0.5, 0.4, 0.4)
    assert not turned(agent("blind", Reading.IGNORES, 0.6, 0.0, 0.0), unread)
