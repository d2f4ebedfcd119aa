"""Hints: on their way like every other message, right as often as stated, and known to be ours."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.settlement import Family, Kind, Schedule, SettlementDesk, System, Task, corpus, snapshot
from desk.settlement.faults import Draw
from desk.settlement.ours.evidence import (
    CHANCE,
    FATES,
    FOLDS_WITH_HINTS,
    HINT_SEQ,
    SILENT,
    VOICES,
    EvidenceDesk,
    Seen,
    evidence_schedules,
    evidence_thrown,
    fate,
    hint,
    likelihood,
)
from desk.settlement.schedule import Luck, Thrown
from desk.settlement.views import Mark
from tests.desk.settlement.tasks import arms, schedule, seeds, task, tasks
from tests.desk.settlement.test_deliveries import NEVER, unthrown
from tests.desk.settlement.test_settlement_twins import pairs

systems = st.sampled_from(list(System))


@pytest.mark.parametrize("made", corpus().tasks, ids=lambda made: made.id)
def test_every_hint_is_given_after_the_capture_and_before_the_outcome(made: Task):
    for system, voice in VOICES.items():
        assert made.captured_at < hint(made, system, voice).at < made.resolves_at


@given(tasks, arms, seeds)
def test_no_hint_is_delivered_before_it_is_given(made: Task, on: frozenset[Family], seed: int):
    drawn = evidence_schedules(made, seed)(on)
    for system, voice in VOICES.items():
        sent = [one for one in drawn.deliveries(system) if one.seq == HINT_SEQ]
        given_at = made.captured_at + voice.after
        assert sent
        assert all(one.arrives is None or one.arrives >= given_at for one in sent)


@given(tasks, arms, seeds, st.sampled_from(list(NEVER)))
def test_a_family_that_is_off_is_as_if_it_had_never_existed(
    made: Task, on: frozenset[Family], seed: int, family: Family
):
    without = unthrown(evidence_thrown(made, seed), family)
    off = evidence_schedules(made, seed)(on - {family})
    never = Schedule(Luck(made, seed, without, FOLDS_WITH_HINTS), on | {family})
    for system in System:
        assert off.stream(system).shown == never.stream(system).shown


@given(tasks, arms, seeds)
def test_the_same_seed_tells_the_same(made: Task, on: frozenset[Family], seed: int):
    one, other = (evidence_schedules(made, seed)(on) for _ in range(2))
    assert all(one.stream(system) == other.stream(system) for system in System)


@given(tasks, arms, seeds, systems, st.integers(120, 600))
def test_beside_the_hints_the_systems_show_what_the_paper_s_do(
    made: Task, on: frozenset[Family], seed: int, system: System, tick: int
):
    """But for places that a hint and another message change."""
    on -= {Family.REORDERING}
    seen = evidence_schedules(made, seed)(on).stream(system).seen(tick)
    assert isinstance(seen, Seen)
    assert seen.status == schedule(made, on, seed).stream(system).seen(tick)


@given(pairs, arms, seeds, st.integers(0, 1_200))
def test_twins_look_alike_where_no_hint_is_better_than_chance(
    pair: tuple[Task, Task], on: frozenset[Family], seed: int, tick: int
):
    one, other = (evidence_schedules(made, seed, SILENT)(on) for made in pair)
    before = min(tick, pair[0].resolves_at - 1)
    assert snapshot(one, before) == snapshot(other, before)


@pytest.mark.parametrize("system", System)
def test_a_hint_is_right_about_as_often_as_stated(system: System):
    voice = VOICES[system]
    for settles, works in ((True, False), (False, True), (False, False)):
        made = [
            task(settles=settles, retry_works=works, schedule_seed=seed) for seed in range(2_000)
        ]
        right = sum(hint(one, system, voice).kind is fate(one) for one in made)
        assert right / len(made) == pytest.approx(float(voice.accuracy), abs=0.04)


@given(st.fractions(0, 1), st.sampled_from(FATES))
def test_the_chances_of_all_hints_add_up(accuracy: Fraction, given_: Kind):
    assert sum(likelihood(accuracy, word, given_) for word in FATES) == 1
    assert len({likelihood(CHANCE, word, given_) for word in FATES}) == 1


def marks(half: bool, *kinds: Kind) -> list[Mark]:
    made = task()
    return [Mark(at, hint(made, System.ERP, VOICES[System.ERP])._replace(kind=kind), half)
            for at, kind in enumerate(kinds)]  # fmt: skip


@pytest.mark.parametrize("system", System)
def test_a_copy_is_listed_by_who_counts_and_a_half_made_hint_by_nobody(system: System):
    fold = FOLDS_WITH_HINTS[system]
    twice = fold(marks(False, Kind.EXPECTED, Kind.EXPECTED))
    counts = 2 if system in (System.LEDGER, System.BANK) else 1
    assert twice.hints == ("expected",) * counts
    assert fold(marks(True, Kind.EXPECTED)).hints == ()
    assert twice.status == fold([]).status


def test_a_hint_is_read_for_a_tick_and_the_other_reads_answer_as_ever():
    made = task(captured_at=40)
    desk = EvidenceDesk(evidence_schedules(made, 0)(frozenset()))
    assert desk.read_hint("processor") == (
        hint(made, System.PROCESSOR, VOICES[System.PROCESSOR]).kind,
    )
    assert desk.now == 121
    plain = SettlementDesk(schedule(made))
    plain.wait(1)
    assert desk.read_erp() == plain.read_erp() == "submitted"
    assert [line[1] for line in desk.log] == ["read_hint", "read_erp"]


def test_what_an_agent_pays_again_is_told_beside_the_hints():
    made = task(settles=False, retry_works=True)
    desk = EvidenceDesk(evidence_schedules(made, 0)(frozenset()))
    desk.wait(300)
    desk.retry_capture(made.ref)
    desk.wait(80)
    assert desk.read_processor(made.ref) == "settled"
    assert len(desk.read_hint("bank")) == 1


def test_a_lost_hint_is_never_shown():
    made = task()
    thrown = evidence_thrown(made, 0)
    lost = Draw(lost=True, delay=0, copy_after=0, half=False, swap=False)
    one = next(sent for sent in thrown[System.BANK] if sent.event.seq == HINT_SEQ)
    thrown[System.BANK] = [Thrown(one.event, lost)]
    drawn = Schedule(Luck(made, 0, thrown, FOLDS_WITH_HINTS), frozenset({Family.LOSS}))
    assert drawn.stream(System.BANK).seen(1_000).hints == ()
