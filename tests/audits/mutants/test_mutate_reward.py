"""A user's reward, broken where it lives: what its references, attacks and rewordings notice."""

from __future__ import annotations

import os
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.mutants.reward import prober
from audits.rewards.outcome import Shape
from audits.rules import Severity
from audits.verdict import Verdict
from tests.audits.mutants.rewards import MINE, changes, listed, mutated, project

HOLES = Path(__file__).parents[3] / "audits" / "holes"


@pytest.fixture(autouse=True)
def mine(tmp_path, monkeypatch):
    """Stand in the folder of a project."""
    monkeypatch.chdir(tmp_path)
    return project(tmp_path)


def test_a_survivor_shows_the_answer_that_a_test_would_need():
    result = mutated()
    assert result.verdict is Verdict.FINDINGS
    [one] = [found for found in result.findings if "strip" in found.title]
    assert one.title == (
        "mine:said, line 5: text or a list is taken as it came: `completion.strip()` became "
        "`completion`; nobody notices: a right answer is paid less"
    )
    assert (one.earned, one.reference_earned) == (0.0, 1.0)
    shown = one.counterexample
    assert shown["line 5"] == "return completion.strip().lower()"
    assert shown["answer"].strip() == "Lima"
    assert shown["answer"] != "Lima"
    assert shown["would be noticed by"] == "a test that this answer earns 1"
    again = mutated(only=one.replay.split()[-1])
    assert [found.shape for found in again.findings] == [one.shape]
    assert again.extra["mutants"] == {
        "made": 1,
        "killed": 0,
        "timeout": 0,
        "survived": 1,
        "accepted": 0,
        "no_difference": 0,
    }


def test_references_notice_what_denies_them_and_attacks_what_is_newly_paid():
    result = mutated(all_guards=True)
    columns = {row.name: (row.asked, row.noticed > 0) for row in result.extra["guards"]}
    made = result.extra["mutants"]["made"]
    assert columns == {"references": (made, True), "attacks": (made, True)}
    [never] = mutated(only=_id("said(completion) != answer.lower()", "False")).extra["tried_mutant"]
    assert list(never.noticed) == ["attacks"]
    assert "newly paid 1 on row" in never.noticed["attacks"]
    [always] = mutated(only=_id("said(completion) != answer.lower()", "True")).extra["tried_mutant"]
    assert always.noticed == {"references": "row 0's reference is paid 0, not 1"}


def _id(before: str, after: str) -> str:
    [found] = [row.id for row in listed() if row.change.split("`")[1::2] == [before, after]]
    return found


def test_a_change_that_no_answer_shows_is_no_survivor_and_its_line_is_named():
    result = mutated()
    assert ("0.9 + BONUS", "1.0") not in changes(result, "survivors")
    assert ("0.2", "0.4") in changes(result, "unobserved")  # the clamp hides it
    assert result.extra["untouched"] == {}
    idle = MINE.replace(
        "    return min", "    if len(prompt) > 10_000:\n        return 0.5\n    return min"
    )
    project(Path.cwd(), mine=idle)
    assert mutated().extra["untouched"] == {"mine": [11]}


def test_a_term_that_only_long_answers_touch_is_missed_by_nobody(tmp_path):
    penalty = "    return 1.0 - min(0.5, max(0, len(completion.split()) - 9) / 99)"
    project(
        tmp_path,
        mine=MINE.replace("    return min(1.0, 0.9 + BONUS)", penalty).replace(
            "said(completion) !=", "said(completion.split()[-1]) !="
        ),
    )
    result = mutated()
    [one] = [found for found in result.findings if "line 10" in found.title]
    assert one.title.endswith("nobody notices: an odd answer is paid otherwise")
    assert one.counterexample["which is"].startswith("an odd answer: a right answer behind")
    whole = "1.0 - min(0.5, max(0, len(completion.split()) - 9) / 99)"
    assert (whole, "1.0") in changes(result, "survivors")


def test_what_only_pays_right_answers_more_is_one_finding_wherever_it_stands(tmp_path):
    half = "min(0.5, 0.4 + BONUS)"
    two = f"    half = {half}\n    return half + {half}"
    project(tmp_path, mine=MINE.replace("    return min(1.0, 0.9 + BONUS)", two))
    more = [found for found in mutated().findings if "right answers are paid more" in found.title]
    assert len(more) == 1
    assert [name for name in more[0].counterexample if name.startswith("also ")]
    assert any("mine:score, line 11: " in str(v) for v in more[0].counterexample.values())


def test_another_scale_is_a_note_and_one_finding_since_nobody_learns_otherwise_from_it(tmp_path):
    two = MINE.replace("    return min(1.0, 0.9 + BONUS)", "    full = 0.5\n    return full + 0.5")
    project(tmp_path, mine=two)
    scale = [found for found in mutated().findings if "by another scale" in found.title]
    assert [found.severity for found in scale] == [Severity.NOTE]
    assert any("mine:score, line 11: " in str(v) for v in scale[0].counterexample.values())


def test_nobody_is_told_to_hold_a_wrong_answer_to_its_pay(tmp_path):
    holed = "    if not completion:\n        return 1.0\n    if said"
    project(tmp_path, mine=MINE.replace("    if said", holed))
    result = mutated()
    silent = [found for found in result.findings if found.counterexample["answer"] == ""]
    assert len(silent) == 2  # it is paid more, or it is no longer paid
    for found in silent:
        assert "would be noticed by" not in found.counterexample
        assert found.counterexample["as it is"].startswith("it is paid already")


def test_only_what_the_reward_reaches_in_its_own_project_is_changed(tmp_path):
    project(
        tmp_path,
        **{
            "pack/__init__.py": "from .main import score\n",
            "pack/main.py": (
                "import json\nfrom .parts import right, LEAST\nfrom . import values\n"
                "def score(prompt, completion, answer):\n"
                "    json.dumps(completion)\n"
                "    return values.FULL if right(completion, answer) >= LEAST else 0.0\n"
            ),
            "pack/parts.py": (
                "import functools\nLEAST = 1\nUNREAD = 3\n"
                "def traced(function):\n"
                "    @functools.wraps(function)\n"
                "    def inner(*given):\n"
                "        return function(*given)\n"
                "    return inner\n"
                "@traced\ndef right(said, answer):\n    return kept(said) == answer\n"
                "@functools.cache\ndef kept(said):\n    return said.strip()\n"
                "def unasked():\n    return 1\n"
            ),
            "pack/values.py": "FULL = 1.0\n",
        },
    )
    result = mutated("pack:score")
    assert {row.where for row in listed("pack:score")} == {
        "pack.main:score",
        "pack.parts:LEAST",
        "pack.parts:traced",
        "pack.parts:right",
        "pack.parts:kept",
        "pack.values:FULL",
    }
    assert ("said.strip()", "said") in changes(result, "survivors")  # for all that is cached
    assert ("1.0", "2.0") in changes(result, "survivors")  # in another file than the reward
    assert result.extra["mutants"]["killed"] > 8


def test_what_a_class_is_built_of_is_built_with_the_mutant_in_force(tmp_path):
    project(
        tmp_path,
        mine=(
            "class Grader:\n"
            "    def __init__(self):\n        self.full, self.none = 1.0, 0.0\n"
            "    def __call__(self, prompt, completion, answer):\n"
            "        return self.full if completion.strip() == answer else self.none\n"
            "def make(full):\n"
            "    def score(prompt, completion, answer):\n"
            "        return full * (completion.strip() == answer)\n"
            "    return score\n"
        ),
    )
    result = mutated("mine:Grader")
    built = {row.change.split("`")[1] for row in result.extra["survivors"] if row.line == 3}
    assert built == {"1.0"}
    assert result.extra["mutants"]["killed"] > 8
    factory = mutated("mine:make(1.0)")
    assert ("completion.strip()", "completion") in changes(factory, "survivors")


def test_the_target_is_never_imported_here(tmp_path):
    project(tmp_path, mine=f"import os\nopen('pids', 'a').write(f'{{os.getpid()}} ')\n{MINE}")
    mutated()
    pids = (tmp_path / "pids").read_text().split()
    assert pids
    assert str(os.getpid()) not in pids
    assert "mine" not in sys.modules


def test_a_mutant_that_comes_to_no_end_is_counted_apart_and_costs_only_itself(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(prober, "SHORTEST", 0.2)
    monkeypatch.setattr(prober, "SLOWER", 0.0)
    looping = MINE.replace(
        "    if said", "    left = 1\n    while left > 0:\n        left -= 1\n    if said"
    )
    project(tmp_path, mine=looping)
    result = mutated()
    assert result.extra["mutants"]["timeout"] == 4  # += , =, pass, -= 0
    assert ("completion.strip()", "completion") in changes(result, "survivors")


def test_a_mutant_that_ends_its_process_is_killed_and_says_how(tmp_path):
    project(
        tmp_path,
        mine="import os\n" + MINE.replace("0.0\n", "0.0 if len(answer) < 99 else os._exit(3)\n"),
    )
    result = mutated(only=_id("len(answer) < 99", "False"))
    [row] = result.extra["tried_mutant"]
    assert row.noticed == {"the process": "the call left the process with exit code 3"}
    assert result.extra["mutants"]["killed"] == 1


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        pytest.param(
            *("healthy/brevity_within_the_group.py", "batched-text"), marks=pytest.mark.slow
        ),
        ("healthy/looks_as_often_as_it_likes.py", "trajectory"),
        ("healthy/ticket_with_labels_in_any_order.py", "state"),
    ],
)
def test_every_shape_has_references_and_attacks_that_notice(path, shape):
    file = HOLES / path
    rows = f"{file}:(lambda: DATASET)"
    result = mutated(f"{file}:fixed", rows, shape=Shape(shape), most=24)
    assert not result.unsound
    assert all(row.noticed for row in result.extra["guards"])
    assert sum(result.extra["mutants"].values()) == 2 * result.extra["mutants"]["made"] == 48
    assert result.could_not_run > 0  # those past the 24


# What would make it silently say clean


def test_a_reward_that_pays_for_anything_has_attacks_that_notice_nothing(tmp_path):
    project(tmp_path, mine="def score(prompt, completion, answer):\n    return 1.0\n")
    result = mutated()
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "attacks notice nothing, not even a reward that pays for everything" in result.reasons[0]
    assert "clawback audit mine:score" in result.reasons[0]
    assert result.extra["already_paid"] > 0


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    return 0.0\n", "0 of 2 references earn anything.*First see what clawback audit"),
        ("    import random\n    return random.random()\n", "earns otherwise.*rules R402"),
    ],
)
def test_a_reward_from_which_no_mutant_could_be_told_is_refused(tmp_path, body, said):
    project(tmp_path, mine=f"def score(prompt, completion, answer):\n{body}")
    with pytest.raises(CannotAuditError, match=said):
        mutated()


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("mine:(lambda completion, answer: float(completion == answer))", "stands in a file"),
        ("mine:made", "stands in no file|stands in a file"),
    ],
)
def test_a_reward_without_source_is_refused_with_what_to_do(tmp_path, target, said):
    made = "exec('def made(completion, answer):\\n    return float(completion == answer)')\n"
    project(tmp_path, mine=made)
    with pytest.raises(CannotAuditError, match=said):
        mutated(target)


def test_mutants_that_are_not_tried_are_counted_and_never_as_killed():
    result = mutated(most=3)
    whole = mutated()
    assert result.extra["mutants"]["made"] == 3
    assert result.could_not_run == whole.extra["mutants"]["made"] - 3
    assert "not tried: --max-mutants" in result.reasons[0]
    assert mutated(most=3, seed=0).extra["mutants"] == result.extra["mutants"]


def test_an_accepted_survivor_is_no_finding_until_it_is_none_any_more(tmp_path):
    found = mutated()
    ids = [row.id for row in found.extra["survivors"]]
    entry = '[[accepted]]\ntarget = "mine:score"\nid = "{}"\nwhere = "mine:score"\nreason = "why"\n'
    path = tmp_path / "accepted.toml"
    path.write_text("".join(map(entry.format, ids)))
    result = mutated(accepted=path)
    assert result.verdict is Verdict.CLEAN
    assert result.extra["mutants"]["accepted"] == len(ids)
    yesterday = date.today() - timedelta(days=1)
    path.write_text(entry.format(ids[0]) + f"expires = {yesterday}\n" + entry.format("0000000000"))
    result = mutated(accepted=path)
    assert [one.rule for one in result.findings].count("M402") == 2


def test_an_unknown_mutant_is_refused():
    with pytest.raises(CannotAuditError, match=r"--only: expected one of .*; got 'abc'"):
        mutated(only="abc")
