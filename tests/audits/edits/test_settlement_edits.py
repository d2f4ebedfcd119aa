"""Edits of the settlement desk's reference: wrong ones cost reward, harmless ones do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attackers.edits import Means
from attackers.edits.settlement import behaviour_of, edits
from attackers.settlement.cheats import agents
from audits.desks import desk_of
from audits.edits import EditsPlan
from audits.edits import edits as edited
from audits.result import result_of
from audits.verdict import Verdict
from desk.settlement import record, settlement_cases
from scorer import Term

TARGET = desk_of("settlement").target(None, (), (), "eval")
CASES = ("u001a", "u003b", "u027a", "u078", "u113", "u123")


@pytest.mark.slow
def test_every_edit_changes_something_somewhere_and_both_sides_are_tried():
    plan = EditsPlan()
    result = result_of("edits", TARGET, 0, edited(TARGET, plan))
    assert result.verdict is Verdict.CLEAN, result.why
    assert not result.findings
    tried = {row.edit for row in result.extra["edits"]}
    assert tried == set(edits())


def test_a_scorer_that_looks_at_the_end_alone_does_not_notice_who_never_asked():
    term = Term("ended", 1.0, "Is it over?", lambda e: float(bool(e.end.act)))
    target = replace(TARGET, scorer=replace(TARGET.scorer, terms=(term,), metrics={}))
    plan = EditsPlan(only="never-ask,act-first,say-nothing", cases=CASES)
    found = result_of("edits", target, 0, edited(target, plan)).findings
    assert {one.rule for one in found} == {"E501"}


def test_edits_of_every_meaning_are_there():
    assert {made.means for made in edits().values()} == set(Means)


def test_a_recorded_behaviour_does_the_same_again():
    for case in settlement_cases().cases[:20]:
        rollout = record(agents()["careful"].act, case)
        again = behaviour_of(rollout).play()
        assert (again.log, again.end) == (rollout.log, rollout.end)
