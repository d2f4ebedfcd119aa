"""`clawback audit` as a user runs it: from a project's folder, with whatever the project holds."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.audits.command import Ended, clawback

REWARDS = """
from .compare import same

def sound(completion, answer):
    return float(same(completion, answer))

def holed(completion, answer):
    return float(answer in completion)

def constant(completion, answer):
    return 1.0

def hangs(completion, answer):
    while not completion:
        pass
    return float(same(completion, answer))

def leaves(completion, answer):
    import os
    if not completion:
        os._exit(0)
    return float(same(completion, answer))

def noisy(completion, answer):
    print("CLEAN: nothing found")
    return float(answer in completion)

class Grader:
    def __init__(self, most=1.0):
        self.most = most

    def grade(self, completion, answer):
        return self.most * (answer in completion)

    def score(self, completion, answer):
        return self.most * same(completion, answer)

def make(most):
    return Grader(most).grade

grader = Grader()

def rows():
    return [{"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 15)]
"""
COMPARE = "def same(one, other):\n    return one.strip() == other\n"
Run = Callable[..., Ended]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    package = tmp_path / "mine"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rewards.py").write_text(REWARDS)
    (package / "compare.py").write_text(COMPARE)
    return tmp_path


@pytest.fixture
def run(project: Path) -> Run:
    def audit(target: str, *words: str, rows: str = "mine.rewards:rows", **how: Any) -> Ended:
        return clawback("audit", target, "--rows", rows, *words, cwd=project, **how)

    return audit


def last(ended: Ended) -> str:
    return ended.out.rstrip().rpartition("\n")[2]


def rules(ended: Ended) -> set[tuple[str, str]]:
    found = json.loads(ended.out)["findings"]
    return {(one["rule"], one["shape"]) for one in found}


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("mine.rewards:sound", 0),
        ("mine.rewards:holed", 1),
        ("mine/rewards.py:sound", 0),
        ("mine/rewards.py:holed", 1),
        ("mine.rewards:grader", 0),
        ("mine.rewards:Grader", 0),
        ("mine.rewards:grader.score", 0),
        ("mine.rewards:grader.grade", 1),
        ("mine.rewards:Grader(2.0).grade", 1),
        ("mine.rewards:make(3)", 1),
        ("mine.rewards:noisy", 1),
        ("mine.rewards:constant", 1),
        ("mine.rewards:hangs", 2),
        ("mine.rewards:leaves", 2),
    ],
)
def test_the_exit_code_is_the_verdict(target: str, code: int, run: Run):
    ended = run(target, "--timeout", "0.3")
    assert (ended.code, ended.err) == (code, ""), ended.out
    assert last(ended).startswith({0: "CLEAN:", 1: "FINDINGS:", 2: "INCONCLUSIVE:"}[code])
    assert "CLEAN: nothing found\n" not in ended.out


def test_what_never_came_back_names_the_row_and_the_attack(run: Run):
    words = "5 calls never came back, the first of them on row 0 (saying nothing): "
    beside = "calls beside the attacks never came back, the first of all on row 0: "
    for target, why in (
        ("hangs", "no answer within 0.3 s"),
        ("leaves", "the call left the process with exit code 0"),
    ):
        told = run(f"mine.rewards:{target}", "--timeout", "0.3").out
        assert f"{words}{why};" in told
        assert told.rstrip().endswith(f"{beside}{why}.")


@pytest.mark.parametrize("written", ["text", "json"])
def test_findings_pass_with_exit_zero_and_nothing_else_does(written: str, run: Run):
    assert run("mine.rewards:holed", "--exit-zero", "--format", written).code == 0
    assert run("mine.rewards:leaves", "--exit-zero", "--format", written).code == 2


KEYS = [
    "schema_version",
    "tool",
    "audit",
    "target",
    "target_digest",
    "place",
    "seed",
    "tried",
    "not_applicable",
    "could_not_run",
    "reasons",
    "findings",
    "convention",
    "rows",
    "reference_written",
    "rules",
    "numbers",
    "scoreboard",
    "places",
    "verdict",
    "why",
]


def test_json_has_the_documented_keys(run: Run, project: Path):
    document = json.loads(run("mine.rewards:holed", "--format", "json").out)
    assert list(document) == KEYS
    assert set(document["numbers"]) == {
        "cheat_ceiling",
        "best_blind_policy",
        "dead_rollout_pay",
        "right_answers_denied",
    }
    run("mine.rewards:holed", "--format", "json", "--output", "report.json")
    assert json.loads((project / "report.json").read_text()) == document


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("mine.rewards:make(3)", ()),
        pytest.param("mine.rewards:constant", ("--quick", "--seed", "3"), marks=pytest.mark.slow),
        pytest.param(
            "mine.rewards:holed",
            ("--thorough", "--map", "answer=answer", "--shape", "text"),
            marks=pytest.mark.slow,
        ),
        ("odd 'name' $(x);.py:score", ("--row", "1", "--row", "3", "--timeout", "5")),
    ],
)
def test_a_replay_command_shows_its_finding_again(
    target: str, words: tuple[str, ...], run: Run, project: Path
):
    (project / "odd 'name' $(x);.py").write_text(
        "def score(completion, answer):\n    return float(answer in completion)\n"
    )
    found = json.loads(run(target, *words, "--format", "json").out)["findings"]
    assert found
    for one in found:
        command = shlex.split(one["replay"])
        assert command[0] == "clawback"
        again = json.loads(clawback(*command[1:], "--format", "json", cwd=project).out)["findings"]
        same = [o for o in again if o["fingerprint"] == one["fingerprint"]]
        assert [o["title"] for o in same] == [one["title"]]


def test_a_finding_that_is_not_selected_or_is_ignored_is_not_shown(run: Run):
    everything = rules(run("mine.rewards:holed", "--format", "json"))
    some = rules(run("mine.rewards:holed", "--format", "json", "--select", "R10"))
    rest = rules(run("mine.rewards:holed", "--format", "json", "--ignore", "R10"))
    assert {rule for rule, _ in some} <= {"R101", "R104", "R105", "R106"}
    assert some
    assert rest == {one for one in everything if not one[0].startswith("R10")}


NOT_ASKED = [
    (["--shape", "words"], "--shape: expected one of auto, batched-text, state, text, trajectory"),
    (["--shape", "state"], "--shape state: (completion, answer) reads as text"),
    (["--map", "answer"], "--map: expected PARAMETER=COLUMN,...; got 'answer'"),
    (
        ["--map", "answer=question,answer=answer"],
        "--map: 'answer' is mapped twice, to 'question' and to 'answer'; keep one",
    ),
    (["--map", "answer=key"], "--map answer: expected one of answer, question; got 'key'."),
    (["--select", "Z9"], "--select: expected one of "),
    (["--select", "R101", "--ignore", "R1"], "--ignore R1: leaves no rule of those selected"),
    (["--row", "5"], "--row: expected one of 0 to 4; got 5"),
    (["--quick", "--thorough"], "--quick and --thorough: choose one"),
    (["--effects", "pay"], "--effects: expected one of (no reference calls a tool); got 'pay'."),
    (["--agent-writable", "a"], "--agent-writable: only a state has an end; this is text"),
    (["--gold-at", "/gold"], "--gold-at: only a trajectory can be seen to read; this is text"),
    (["--python", "/no/python"], "--python /no/python: cannot be started: No such file or"),
    (["--convention", "x"], "--convention: expected one of "),
    (["--output", "/no/place"], "--output /no/place: cannot write there: No such file or"),
]


@pytest.mark.parametrize(("words", "message"), NOT_ASKED)
def test_what_cannot_be_asked_is_one_message_and_exit_2(words: list[str], message: str, run: Run):
    ended = run("mine.rewards:holed", *words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"clawback: {message}")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("mine.rewards", "TARGET: expected pkg.mod:function or path/file.py:function; got "),
        (":sound", "TARGET: expected pkg.mod:function or path/file.py:function; got ':sound'"),
        ("none.py:sound", "TARGET: no file 'none.py'"),
        ("mine.none:sound", "mine.none:sound: ModuleNotFoundError: No module named 'mine.none'; "),
        ("mine.rewards:some", "mine.rewards:some: NameError: there is no 'some' in it, but same, "),
        ("mine.rewards:rows", "cannot tell how to call a function of (). Accepted are "),
    ],
)
def test_a_target_that_is_not_there_is_one_message_and_exit_2(target: str, message: str, run: Run):
    ended = run(target)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"clawback: {message}")


def test_a_rule_that_nothing_here_tries_is_not_called_clean(run: Run):
    ended = run("mine.rewards:sound", "--select", "T701")
    assert ended.code == 2
    assert "no rule that is selected is tried here: " in last(ended)


THEIRS = """
import attackers, audits, desk, scorer

def score(completion, answer):
    assert {attackers.WHOSE, audits.WHOSE, desk.WHOSE, scorer.WHOSE} == {"theirs"}
    return float(answer in completion)
"""


def test_a_project_with_modules_named_like_ours_is_audited_with_its_own(run: Run, project: Path):
    for name in ("attackers", "audits", "desk", "scorer"):
        (project / f"{name}.py").write_text("WHOSE = 'theirs'\n")
    (project / "grades.py").write_text(THEIRS)
    for target in ("grades:score", "grades.py:score"):
        ended = run(target)
        assert (ended.code, ended.err) == (1, "")
        assert last(ended).startswith("FINDINGS:")
    shadowed = run("grades:score", env={"PYTHONPATH": str(project)})
    assert shadowed.code == 2
    assert "another package stands in the way of ours" in shadowed.err


def test_pythonpath_is_searched_from_anywhere(project: Path, tmp_path_factory: Any):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    words = ("audit", "mine.rewards:holed", "--rows", "mine.rewards:rows", "--quick")
    assert clawback(*words, cwd=elsewhere).code == 2
    assert clawback(*words, cwd=elsewhere, env={"PYTHONPATH": str(project)}).code == 1


def test_another_python_is_asked_where_python_says(run: Run, project: Path):
    python = project / "python"
    python.write_text(f'#!/bin/sh\nOTHER=yes exec {shlex.quote(sys.executable)} "$@"\n')
    python.chmod(0o755)
    (project / "picky.py").write_text(
        "import os\ndef score(completion, answer):\n"
        "    return float(os.environ['OTHER'] == 'yes' and answer in completion)\n"
    )
    ended = run("picky:score", "--python", str(python))
    assert ended.code == 1
    assert f"--python {python} --select" in ended.out
    assert run("picky:score").code == 2


@pytest.mark.slow
def test_a_million_characters_in_an_answer_work(run: Run, project: Path):
    golds = ["1234" * 250_000, "5678", "word"]
    rows = [{"question": f"{at}?", "answer": gold} for at, gold in enumerate(golds)]
    (project / "long.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ended = run("mine.rewards:holed", "--select", "R1", rows="long.jsonl")
    assert ended.code == 1, ended.err
    assert len(ended.out) < 20_000


def test_rows_without_a_reference_are_audited_as_far_as_can_be(run: Run, project: Path):
    (project / "asked.csv").write_text("question,topic\n2+2?,sums\n3+3?,sums\n")
    ended = run("mine.rewards:constant", "--map", "answer=topic", rows="asked.csv")
    assert ended.code == 1, "here the topic is the gold"
    (project / "free.py").write_text("def paid(completion):\n    return 0.5\n")
    free = run("free:paid", rows="asked.csv")
    assert free.code == 2
    assert "R101 warning: saying nothing is paid 0.5 on every row, and nothing that" in free.out
    assert "no row has a reference, so it was not checked what right work earns" in last(free)
    assert "--map answer=COLUMN (there are question, topic)" in last(free)


def test_rows_some_of_which_have_no_reference_are_counted(run: Run, project: Path):
    lines = [{"question": f"{at}?", "answer": str(at) if at % 2 else None} for at in range(10, 16)]
    (project / "some.json").write_text(json.dumps(lines))
    ended = run("mine.rewards:sound", rows="some.json")
    assert ended.code == 0
    assert "Not checked:\n  3 of 6 rows have no reference\n" in ended.out
