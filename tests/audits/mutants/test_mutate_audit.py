"""The audit on small rewards: what is killed, what survives, and what is never passed over."""

from __future__ import annotations

import gc
import sys
from dataclasses import replace
from datetime import date

import pytest

from audits.errors import CannotAuditError
from audits.events import Step
from audits.mutants import Kind, MutatePlan, Told, mutate_on
from audits.mutants.accepted import Entry, accept, read_accepted, stale
from audits.mutants.generate import mutants_of
from audits.mutants.prober import Prober
from audits.mutants.trial import Difference, Fate, Trial
from audits.mutants.zygote import Limits
from audits.result import Result
from audits.verdict import Verdict
from tests.audits.mutants.toys import Toy, fates, ground, guard, mutant, run, told

CLAMPED = """
def reward(number):
    return max(0, min(number, 3))
"""

RAISES = guard("raises", lambda toy: None if isinstance(toy.reward(1), dict) else "raises")
POSITIVE = guard("positive", lambda toy: "negative" if toy.reward(-2) < 0 else None)
BOUNDED = guard("bounded", lambda toy: "too much" if toy.reward(5) > 3 else None)
PAYS = guard("pays", lambda toy: "pays nothing" if not toy.reward(1) else None, Kind.REFERENCE)


class Face(Toy):
    """What a scorer shows of itself, and no score."""

    def see(self, index):
        return self.reward(self.inputs[index])


def test_a_survivor_is_told_with_what_it_moves_who_should_notice_and_how_to_see_it_again(load):
    toy = load(CLAMPED)
    result = run(ground(toy, POSITIVE, PAYS))
    assert result.verdict is Verdict.FINDINGS
    assert fates(result) == {"made": 10, "killed": 4, "survived": 6}
    [one] = [found for found in result.findings if found.title.split("`")[3] == "number"]
    assert one.rule == "M401"
    assert one.title == (
        "toy:reward: a clamp is dropped: `min(number, 3)` became `number`; "
        "nobody notices, and positive is the nearest guard"
    )
    assert (one.earned, one.reference_earned, one.case) == (5, 1.0, "case-5")
    assert (one.reach.rows, one.reach.of) == (1, 6)
    assert one.counterexample["moved"] == "value from 3 to 5"
    assert one.counterexample["line 3"] == "return max(0, min(number, 3))"
    again = run(ground(toy, POSITIVE, PAYS), only=one.replay.split()[-1])
    assert [found.shape for found in again.findings] == [one.shape]
    assert fates(again) == {"made": 1, "survived": 1}


FACE = """
def reward(number):
    return {"value": "none", "terms": {"asked": [2, "s0"], "settled": 1}}
"""


def test_a_survivor_whose_difference_is_no_score_is_told_like_any_other(load):
    shows = replace(ground(load(FACE), RAISES), make=lambda: Face(sys.modules["toy"], (1,)))
    result = run(shows)
    [one] = [found for found in result.findings if found.title.split("`")[1:4:2] == ["2", "3"]]
    assert (one.earned, one.terms) == (None, {"settled": 1})
    assert one.counterexample["moved"] == "terms.asked from [2, 's0'] to [3, 's0']"
    assert result.could_not_run == 0


@pytest.mark.slow
def test_a_survivor_that_cannot_be_told_whole_takes_no_other_along(load):
    def tell(index):
        return Told({"number": index}) if index < 5 else 1 // 0

    whole, part = ground(load(CLAMPED), POSITIVE), ground(load(CLAMPED), POSITIVE)
    made, lamed = run(whole), run(replace(part, tell=tell))
    assert [one.shape for one in lamed.findings] == [one.shape for one in made.findings]
    assert {one.replay for one in lamed.findings} == {one.replay for one in made.findings}
    assert 0 < lamed.could_not_run < len(made.findings)
    assert "survived, and what it moves cannot be told: ZeroDivisionError" in told(lamed)


def test_the_matrix_says_who_was_asked_who_noticed_and_who_did_alone(load):
    result = run(ground(load(CLAMPED), POSITIVE, BOUNDED, PAYS))
    rows = {row.name: (row.asked, row.noticed, row.alone) for row in result.extra["guards"]}
    assert rows == {"positive": (10, 2, 1), "bounded": (10, 3, 3), "pays": (10, 3, 2)}
    assert fates(result) == {"made": 10, "killed": 7, "survived": 3}


@pytest.mark.slow
def test_a_later_round_hears_only_of_what_nobody_noticed_before(load):
    late = guard("late", POSITIVE.check, round=1)
    rows = run(ground(load(CLAMPED), PAYS, late)).extra["guards"]
    assert [(row.name, row.asked, row.noticed) for row in rows] == [("pays", 10, 3), ("late", 7, 1)]
    rows = run(ground(load(CLAMPED), PAYS, late), all_guards=True).extra["guards"]
    assert [(row.name, row.asked, row.noticed) for row in rows] == [
        ("pays", 10, 3),
        ("late", 10, 2),
    ]


def test_a_guard_is_not_asked_about_code_that_it_does_not_run(load):
    toy = load(CLAMPED + "def other(number):\n    return number + 1\n")
    aside = guard("aside", lambda _toy: "wrong" if toy.other(1) != 2 else None)
    rows = {row.name: row.asked for row in run(ground(toy, PAYS, aside)).extra["guards"]}
    assert rows == {"pays": 10, "aside": 6}


def test_a_change_that_no_input_shows_is_no_survivor(load):
    toy = load("def reward(number):\n    return 1 if number >= -7 else 0\n")
    result = run(ground(toy, PAYS))
    changes = [row.change.split("`")[3] for row in result.extra["unobserved"]]
    assert {"True", "number > -7"} <= set(changes)
    assert not {"True", "number > -7"} & {f.title.split("`")[3] for f in result.findings}
    assert fates(result)["no_difference"] == len(changes)


COUNTS = """
def reward(number):
    left = 3
    while left > 0:
        left -= 1
    return 1
"""


def test_a_mutant_that_comes_to_no_end_is_counted_and_costs_only_itself(load):
    toy = load(COUNTS)
    made = mutants_of(toy).mutants
    prober = Prober(["toy"], ground(toy).make, [PAYS], Limits(cpu_seconds=0.2, batch=4))
    trials = list(prober.probe(made))
    assert [trial.mutant for trial in trials] == made
    late = [(t.mutant.before, t.mutant.after) for t in trials if t.fate is Fate.TIMEOUT]
    steps = ["left += 1", "left = 1", "pass"]
    assert late == [*(("left -= 1", step) for step in steps), ("1", "0")]
    others = [t.mutant.after for t in trials if t.fate is Fate.NO_DIFFERENCE]
    assert others == ["0", "4", "False", "left >= 0", "left <= 0", "1", "2"]


def test_a_mutant_that_leaves_its_process_is_killed_and_says_how(load):
    toy = load("import os\ndef reward(number):\n    return 1 if number < 7 else os._exit(0)\n")
    [trial] = [
        trial
        for trial in Prober(["toy"], ground(toy).make, [PAYS]).probe(mutants_of(toy).mutants)
        if trial.mutant.after == "False"
    ]
    assert trial.fate is Fate.KILLED
    assert trial.lost == "the process left with exit code 0"


def test_what_is_cached_does_not_hide_a_mutant(load):
    toy = load("import functools\n@functools.cache\ndef reward(number):\n    return number * 2\n")
    assert toy.reward(1) == 2
    exact = guard("exact", lambda made: None if made.reward(2) == 4 else "no")
    assert fates(run(ground(toy, exact))) == {"made": 7, "killed": 7}


@pytest.mark.slow
def test_a_mutant_that_spoils_what_is_shared_does_not_reach_the_next(load):
    toy = load(
        "SEEN = []\ndef note(number):\n    if number > 99:\n        SEEN.append(number)\n"
        "def reward(number):\n    note(number)\n    return 1 if not SEEN else 0\n"
    )
    result = run(ground(toy, PAYS))
    assert toy.SEEN == []
    survivors = [found.title.split("`")[3] for found in result.findings]
    assert "number < 99" not in survivors  # it fills the list, and PAYS notices
    assert fates(result)["no_difference"] >= 3  # those after it in its batch are judged afresh


# What would make it silently say clean


def test_a_guard_that_is_red_before_anything_is_changed_is_unsound(load):
    red = guard("red", lambda _toy: "always")
    result = run(ground(load(CLAMPED), POSITIVE, red))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "red finds fault with the scorer as it is: always" in told(result)
    assert [row.name for row in result.extra["guards"]] == ["positive"]


def test_a_guard_that_no_canary_wakes_is_unsound(load):
    asleep = guard("asleep", lambda _toy: None)
    result = run(ground(load(CLAMPED), POSITIVE, asleep))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "asleep notices nothing, not even a scorer that raises" in told(result)


@pytest.mark.slow
def test_a_scorer_that_says_other_things_when_it_is_asked_again_is_unsound(load):
    toy = load(
        "from itertools import count\nN = count()\ndef reward(number):\n    return next(N)\n"
    )
    assert "when it is asked again" in told(run(ground(toy, PAYS)))


def test_a_scorer_of_which_nothing_can_be_changed_is_unsound(load):
    result = run(ground(load("def reward(number):\n    pass\n")))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "no mutant can be made of toy" in told(result)


def test_no_guard_at_all_is_unsound(load):
    result = run(ground(load("def reward(number):\n    return 1\n"), inputs=()))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "no guard" in told(result)


def test_a_function_that_cannot_be_changed_keeps_it_from_being_clean(load):
    text = "def gone(f):\n    return len\n@gone\ndef away(a):\n    return a + 1\n" + CLAMPED
    exact = guard(
        "exact", lambda toy: None if [*map(toy.reward, (-1, 2, 9))] == [0, 2, 3] else "no"
    )
    result = run(ground(load(text), exact))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "toy:away: no living function runs it" in told(result)


def test_a_guard_that_could_not_be_set_up_keeps_it_from_being_clean(load):
    made = ground(load(CLAMPED), POSITIVE, BOUNDED, PAYS, missed=("no socket",))
    assert run(made).could_not_run == 1


def test_ctrl_c_keeps_what_was_tried(load):
    events = mutate_on(ground(load(CLAMPED), POSITIVE), MutatePlan())
    result = Result(audit="mutate", target="toy", seed=0)
    steps = 0
    with pytest.raises(KeyboardInterrupt):
        while True:
            event = next(events) if steps < 3 else events.throw(KeyboardInterrupt)
            result.take(event)
            steps += isinstance(event, Step)
            if steps == 3 and "guards" in result.extra:
                for rest in events:
                    result.take(rest)
    assert result.extra["mutants"]["made"] == 3
    assert gc.get_freeze_count() == 0


def test_what_a_plan_names_must_be_there(load):
    made = ground(load(CLAMPED), POSITIVE)
    for plan, word in (
        ({"where": "toi"}, "TARGET"),
        ({"where": "toy:rewrd"}, "reward"),
        ({"only": "0123456789"}, "--only"),
        ({"guards": "attackr"}, "Did you mean 'attacker'"),
        ({"tests": "  "}, "--tests"),
    ):
        with pytest.raises(CannotAuditError, match=word):
            run(made, **plan)


# Accepted survivors


def entry(trial, **rest):
    fields = {"target": "toy:toy", "id": trial.id, "where": trial.where, "reason": "it is so"}
    return Entry(**(fields | rest))


def written(path, *entries):
    lines = [
        f'[[accepted]]\ntarget = "{one.target}"\nid = "{one.id}"\n'
        f'where = "{one.where}"\nreason = "{one.reason}"\n'
        for one in entries
    ]
    path.write_text("\n".join(lines))
    return path


def test_an_accepted_survivor_is_no_finding(load, tmp_path):
    toy = load(CLAMPED)
    one = mutant(toy, "min(number, 3)", "number")
    result = run(ground(toy, POSITIVE, PAYS), accepted=written(tmp_path / "a.toml", entry(one)))
    assert fates(result) == {"made": 10, "killed": 4, "survived": 5, "accepted": 1}
    assert [row.id for row in result.extra["accepted"]] == [one.id]
    assert one.id not in str(result.findings)


def test_an_entry_that_is_noticed_by_now_or_gone_is_a_finding_of_its_own(load, tmp_path):
    toy = load(CLAMPED)
    noticed = mutant(toy, "max(0, min(number, 3))", "min(number, 3)")
    gone = Entry("toy:toy", "feedfeed00", "toy:reward", "once")
    others = Entry("toy:other", "feedfeed00", "toy:reward", "of another target")
    path = written(tmp_path / "a.toml", entry(noticed), gone, others)
    found = {f.shape: f for f in run(ground(toy, POSITIVE, PAYS), accepted=path).findings}
    assert found[f"accepted {noticed.id}"].rule == "M402"
    assert "positive notices it now" in found[f"accepted {noticed.id}"].title
    assert "no such change can be made" in found["accepted feedfeed00"].title
    assert len([f for f in found.values() if f.rule == "M402"]) == 2
    part = run(ground(toy, POSITIVE, PAYS), accepted=path, where="toy:reward")
    assert not [f for f in part.findings if f.rule == "M402"]


def test_an_entry_lasts_until_its_day(load):
    one = mutant(load(CLAMPED), "min(number, 3)", "number")
    trial = Trial(one, differs=Difference(1, 5, {"value": 5}))
    listed = [entry(one, expires=date(2030, 1, 31))]
    accept([trial], listed, date(2030, 1, 31))
    assert trial.fate is Fate.ACCEPTED
    assert list(stale([trial], listed, date(2030, 1, 31))) == []
    accept([trial], listed, date(2030, 2, 1))
    assert trial.fate is Fate.SURVIVED
    [(_, why)] = stale([trial], listed, date(2030, 2, 1))
    assert why == "it was accepted until 2030-01-31"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[[accepted]]\nid = 'x'", "target"),
        ("[[accepted]]\ntarget='t'\nid='x'\nwhere='w'\nreason=''", "reason"),
        ("[[accepted]]\ntarget='t'\nid='x'\nwhere='w'\nreason='r'\nuntil='y'", "until"),
        ("[[accepted]]\ntarget='t'\nid='x'\nwhere='w'\nreason='r'\n" * 2, "twice"),
        ("[[accepted", "expected"),
    ],
)
def test_a_list_that_cannot_be_read_says_what_is_wrong(tmp_path, text, word):
    path = tmp_path / "accepted.toml"
    path.write_text(text)
    with pytest.raises(CannotAuditError, match=word):
        read_accepted(path)
    with pytest.raises(CannotAuditError, match="No such file"):
        read_accepted(tmp_path / "none.toml")
