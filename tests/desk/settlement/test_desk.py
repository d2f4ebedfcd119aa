"""The desk's tools: what they cost, what they tell, what they do, and when they refuse."""

from __future__ import annotations

import pytest

from desk.settlement import (
    FULL,
    IRREVERSIBLE,
    Archetype,
    CaseClosedError,
    Ledger,
    SettlementDesk,
    Ticket,
    play,
)
from desk.settlement.world import MOST_STEPS
from scorer.settlement import Grader
from tests.desk.settlement.tasks import schedule, task

LOST = task(archetype=Archetype.LOST_SETTLEMENT)


def test_the_worked_case_waiting_and_asking_ships_in_time():
    """The capture settles at 300, and neither processor nor ERP is ever told."""
    desk = SettlementDesk(schedule(LOST))
    assert desk.read_processor(LOST.ref) == "submitted"
    assert desk.now == 121
    assert SettlementDesk(schedule(LOST)).probe_processor(LOST.ref) == "unknown"
    desk.wait(295 - desk.now)
    assert desk.probe_processor(LOST.ref) == "settled"
    assert desk.now == 300
    assert desk.read_processor(LOST.ref) == "submitted"
    assert desk.read_erp() == "submitted"
    assert desk.ship()
    grade = Grader(LOST).grade(desk.ended())
    assert (grade.exact, grade.premature) == (True, False)


def test_the_worked_case_a_fresh_key_charges_twice():
    desk = SettlementDesk(schedule(LOST))
    assert desk.retry_capture("fresh")
    desk.ship()
    grade = Grader(LOST).grade(desk.ended())
    assert [one.settles for one in desk.ended().captures] == [True, True]
    assert (grade.loss, grade.premature) == (2500, True)


def test_the_same_key_is_a_no_op_while_pending_and_once_settled():
    desk = SettlementDesk(schedule(LOST))
    assert not desk.retry_capture(LOST.ref)
    desk.wait(300)
    assert not desk.retry_capture(LOST.ref)
    end = desk.ended()
    assert (len(end.captures), end.premature) == (1, False)


@pytest.mark.parametrize("works", [True, False])
def test_a_failed_capture_gets_one_replacement_under_its_key(works: bool):
    made = task(settles=False, retry_works=works)
    desk = SettlementDesk(schedule(made))
    desk.wait(300)
    assert desk.probe_processor(made.ref) == "failed"
    assert desk.retry_capture(made.ref)
    assert not desk.retry_capture(made.ref)
    assert desk.probe_processor(made.ref) == "unknown"
    desk.wait(60)
    assert desk.probe_processor(made.ref) == ("settled" if works else "failed")
    assert desk.read_processor(made.ref) == ("settled" if works else "failed")
    assert len(desk.ended().captures) == 2


def test_a_fresh_key_never_resolves_before_the_pending_capture():
    desk = SettlementDesk(schedule(LOST))
    desk.retry_capture("fresh")
    assert desk.ended().captures[1].resolves_at == LOST.resolves_at + 60
    assert desk.probe_processor("fresh") == "unknown"
    desk.wait(240)
    assert desk.probe_processor("fresh") == "settled"
    assert desk.read_processor("fresh") == "settled"


def test_what_a_read_and_a_probe_cost():
    desk = SettlementDesk(schedule(LOST))
    for read in (desk.read_erp, desk.read_ledger, desk.read_bank):
        read()
    assert desk.now == 123
    desk.probe_processor(LOST.ref)
    assert desk.now == 128


def test_each_system_shows_what_it_is_like():
    twice = task(archetype=Archetype.DUPLICATE_SETTLEMENT)
    half = task(archetype=Archetype.PARTIAL_LEDGER)
    ends = {}
    for made in (twice, half):
        desk = SettlementDesk(schedule(made))
        desk.wait(400)
        ends[made.archetype] = (
            desk.read_processor(made.ref),
            desk.read_ledger(),
            desk.read_erp(),
            desk.read_bank(),
        )
    assert ends[twice.archetype] == ("settled", Ledger(1, 2, 0, True), "settled", 2)
    assert ends[half.archetype] == ("settled", Ledger(1, 1, 0, False), "settled", 1)


def test_a_stale_processor_still_shows_what_was_long_ago():
    made = task(archetype=Archetype.STALE_PROCESSOR)
    desk = SettlementDesk(schedule(made))
    desk.wait(450)
    assert desk.read_processor(made.ref) == "submitted"
    assert desk.read_erp() == "settled"


def test_goods_leave_until_the_last_tick_and_not_after():
    desk = SettlementDesk(schedule(LOST))
    desk.wait(480)
    assert desk.ship()
    late = SettlementDesk(schedule(LOST))
    late.wait(481)
    assert not late.ship()
    assert late.close()


@pytest.mark.parametrize("act", ["ship", "close", "write_off", "escalate"])
def test_an_end_is_an_end(act: str):
    desk = SettlementDesk(schedule(LOST))
    assert getattr(desk, act)()
    with pytest.raises(CaseClosedError, match=act):
        desk.read_erp()
    assert desk.ended().act == act
    assert desk.ended().premature is (act != "escalate")


def test_a_case_that_takes_too_many_steps_ends_as_it_stands():
    def ask(desk: SettlementDesk, ticket: Ticket) -> None:
        while True:
            desk.read_erp()

    episode = play(ask, schedule(LOST, FULL))
    assert (episode.end.act, len(episode.log)) == ("", MOST_STEPS)


TOOLS = {
    "read_processor": (LOST.ref,),
    "read_ledger": (),
    "read_erp": (),
    "read_bank": (),
    "probe_processor": (LOST.ref,),
    "ship": (),
    "retry_capture": ("fresh",),
    "refund": (),
    "close": (),
    "write_off": (),
    "escalate": (),
}


def test_there_are_eleven_tools_and_a_clock():
    public = {name for name in dir(SettlementDesk) if not name.startswith("_")}
    assert public == {*TOOLS, "wait", "ended", "log", "now", "read"}
    assert len(TOOLS) == 11


@pytest.mark.parametrize("tool", TOOLS)
def test_five_of_them_cannot_be_undone(tool: str):
    desk = SettlementDesk(schedule(LOST))
    getattr(desk, tool)(*TOOLS[tool])
    assert desk.ended().premature is (tool in IRREVERSIBLE)
    assert [line[1] for line in desk.log] == [tool]
    late = SettlementDesk(schedule(LOST))
    late.wait(LOST.resolves_at - late.now)
    getattr(late, tool)(*TOOLS[tool])
    assert not late.ended().premature


def test_no_time_passes_backwards():
    with pytest.raises(ValueError, match="at least 1, got 0"):
        SettlementDesk(schedule(LOST)).wait(0)
