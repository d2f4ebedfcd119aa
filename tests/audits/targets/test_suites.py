import json
import shlex
import sys
from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.rewards.plan import RewardPlan
from audits.rewards.session import Ask
from audits.suites import listing
from audits.suites.run import TargetRow, overall, run_suite, suite_document
from audits.verdict import Verdict
from tests.audits.command import clawback

REWARDS = Path(__file__).with_name("rewards.py")


def rows(targets):
    plan = RewardPlan()
    return list(run_suite(targets, Ask(target=""), plan, lambda ask: shlex.quote(ask.target)))


def test_a_target_that_cannot_be_audited_is_a_row_and_not_the_end():
    made = rows({"broken": f"{REWARDS}:Lights()", "sums": f"{REWARDS}:Lights(6)"})
    assert [row.name for row in made] == ["broken", "sums"]
    assert made[0].verdict is Verdict.INCONCLUSIVE
    assert "TypeError" in made[0].why
    assert made[1].tried > 100
    assert overall(made)[0] is not Verdict.CLEAN


def test_each_finding_of_a_suite_is_replayed_on_its_own_target():
    (made,) = rows({"any": f"{REWARDS}:PaysAnything(6)"})
    assert made.verdict is Verdict.FINDINGS
    replays = [found["replay"] for found in made.document["findings"] if found["replay"]]
    assert all(f"{REWARDS}:PaysAnything(6)" in replay for replay in replays) and replays


@pytest.mark.parametrize(
    ("verdicts", "worst"),
    [
        ([], Verdict.INCONCLUSIVE),
        ([Verdict.CLEAN], Verdict.CLEAN),
        ([Verdict.CLEAN, Verdict.INCONCLUSIVE], Verdict.INCONCLUSIVE),
        ([Verdict.INCONCLUSIVE, Verdict.FINDINGS, Verdict.CLEAN], Verdict.FINDINGS),
    ],
)
def test_a_suite_is_as_good_as_its_worst_target(verdicts, worst):
    made = [TargetRow(name="a", target="a", verdict=one, why="") for one in verdicts]
    assert overall(made)[0] is worst
    assert overall(made, stopped=True)[0] is Verdict.INTERRUPTED
    assert suite_document("any", 0, made, False)["verdict"] is worst


def test_a_python_without_the_library_is_told_how_to_name_another():
    with pytest.raises(CannotAuditError, match=r"--suite reasoning-gym: .*--python"):
        listing("reasoning-gym")(Ask(target="", python=sys.executable), 0)


def test_an_unknown_suite_is_refused_with_the_nearest_one():
    ended = clawback("audit", "--suite", "reasoning_gym")
    assert ended.code == 2
    assert "'reasoning-gym'" in ended.err


@pytest.mark.parametrize("words", [[], ["mod:fn", "--suite", "reasoning-gym"]])
def test_a_target_or_a_suite_is_asked_for_and_never_both(words):
    ended = clawback("audit", *words)
    assert ended.code == 2
    assert "expected a TARGET, or --suite NAME in its place" in ended.err


def test_the_report_says_how_the_target_is_called(tmp_path):
    file = tmp_path / "rows.jsonl"
    lines = [{"question": f"{at} plus one?", "answer": str(at + 1)} for at in range(3)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    ended = clawback("audit", f"{REWARDS}:grade", "--rows", str(file), "--quick")
    assert "called as OpenAI grader (text): f(sample=grader sample, item=columns)" in ended.out
    assert "--convention" in ended.out
