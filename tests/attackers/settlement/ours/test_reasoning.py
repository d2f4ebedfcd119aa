"""The policy that weighs hints: by hand, and that it is the gate where hints say nothing."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.settlement import policies
from attackers.settlement.ours import believer
from attackers.settlement.ours.reasoning import Known, best, reasoning, weighed
from desk.settlement import SHIP_BY, Family, Kind, System, Task, play, play_on
from desk.settlement.ours.evidence import (
    PRIORS,
    SILENT,
    VOICES,
    EvidenceDesk,
    Voices,
    evidence_schedules,
)
from scorer.settlement_ours import prospect
from tests.desk.settlement.tasks import arms, schedule, seeds, task, tasks

CLEAR: Voices = {one: voice._replace(accuracy=Fraction(1)) for one, voice in VOICES.items()}
LATE = {"resolves_at": 700}
TOO_LATE = {"settles": False, "resolves_at": 560}


def end(made: Task, voices: Voices) -> tuple[str, int, int]:
    drawn = evidence_schedules(made, 0, voices)(frozenset())
    desk = EvidenceDesk(drawn)
    ended = play_on(desk, reasoning(Known(voices, prospect)), drawn.ticket).end
    return ended.act, ended.at, len(ended.captures)


@pytest.mark.parametrize(
    ("made", "ended"),
    [
        (task(), ("ship", 300, 1)),
        (task(**LATE), ("ship", 600, 1)),
        (task(**LATE, settles=False), ("close", 600, 1)),
        (task(**TOO_LATE, retry_works=True), ("ship", 579, 2)),
        (task(**TOO_LATE), ("close", 579, 1)),
    ],
)
def test_with_hints_that_are_always_right_it_does_what_is_best(
    made: Task, ended: tuple[str, int, int]
):
    assert end(made, CLEAR) == ended


@given(tasks, arms, seeds)
def test_with_hints_no_better_than_chance_it_is_the_gate(
    made: Task, on: frozenset[Family], seed: int
):
    desk = EvidenceDesk(evidence_schedules(made, seed, SILENT)(on))
    weighing = play_on(desk, reasoning(Known(SILENT, prospect)), schedule(made).ticket)
    gate = play(policies()["gate"].act, schedule(made, on, seed))
    assert (weighing.end.act, weighing.end.captures) == (gate.end.act, gate.end.captures)
    assert weighing.end.premature is gate.end.premature is False


@given(tasks, arms, seeds, st.sets(st.sampled_from(list(System))), st.booleans())
def test_it_comes_to_an_end_in_time_whomever_it_hears(
    made: Task, on: frozenset[Family], seed: int, heard: set[System], on_prior: bool
):
    policy = reasoning(Known(VOICES, prospect), heard, on_prior=on_prior)
    drawn = evidence_schedules(made, seed)(on)
    one, other = (play_on(EvidenceDesk(drawn), policy, drawn.ticket) for _ in range(2))
    assert one == other
    assert one.end.act in ("ship", "close", "escalate")
    assert one.end.at <= SHIP_BY
    assert one.read <= heard


def told(**words: str) -> Mapping[System, frozenset[str]]:
    return {System(system): frozenset([word]) for system, word in words.items()}


def test_conflicting_hints_are_weighed_by_hand():
    """The bank (.8) says it settles, processor (.7) and ledger (.6) say that it fails for good."""
    belief = weighed(
        PRIORS["unknown"],
        told(bank="expected", processor="hard_decline", ledger="hard_decline"),
        VOICES,
    )
    settles = Fraction(1, 2) * Fraction(80, 100) * Fraction(15, 100) * Fraction(20, 100)
    fails = Fraction(1, 2) * Fraction(10, 100) * Fraction(70, 100) * Fraction(60, 100)
    assert belief == {Kind.EXPECTED: settles, Kind.HARD_DECLINE: fails}
    assert best("unknown", belief, 349900, prospect) == "close"


@given(st.permutations(["bank", "processor", "ledger", "erp"]))
def test_the_order_of_what_is_heard_does_not_matter(order: list[str]):
    words = dict(zip(order, ["expected", "soft_decline", "hard_decline", "expected"], strict=True))
    there, back = told(**words), dict(reversed(list(told(**words).items())))
    assert weighed(PRIORS["failed"], there, VOICES) == weighed(PRIORS["failed"], back, VOICES)


@pytest.mark.parametrize(("percent", "act"), [(58, "close"), (62, "ship")])
def test_it_ships_where_the_margin_outweighs_the_goods(percent: int, act: str):
    """Goods are 60%; the dispute that closing risks moves the limit by less than a point."""
    belief = {Kind.EXPECTED: Fraction(percent), Kind.HARD_DECLINE: Fraction(100 - percent)}
    assert best("unknown", belief, 349900, prospect) == act


@pytest.mark.parametrize(
    ("word", "words", "act"),
    [
        ("unknown", {"ledger": "expected", "bank": "hard_decline"}, "ship"),
        ("unknown", {"ledger": "hard_decline", "bank": "expected"}, "close"),
        ("unknown", {"erp": "soft_decline"}, "close"),
        ("failed", {"erp": "soft_decline"}, "retry and ship"),
        ("failed", {"erp": "hard_decline"}, "close"),
        ("failed", {}, "escalate"),
    ],
)
def test_the_late_believer_does_what_the_first_hint_says(word: str, words: Any, act: str):
    assert believer.at_last(word, told(**words), 9900) == act


def test_the_believer_acts_on_the_first_word():
    for made, ended in (
        (task(), ("ship", 1)),
        (task(settles=False), ("close", 1)),
        (task(settles=False, retry_works=True), ("ship", 2)),
    ):
        drawn = evidence_schedules(made, 0, CLEAR)(frozenset())
        done = play_on(EvidenceDesk(drawn), believer.act, drawn.ticket).end
        assert (done.act, len(done.captures), done.premature) == (*ended, True)
