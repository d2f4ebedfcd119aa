"""`clawback mutate TARGET --rows FILE` as a user runs it, from a project's folder."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tests.audits.command import Ended, clawback
from tests.audits.mutants.rewards import CHECK, MINE, project
from tests.audits.snapshot import matches

ON = ("mutate", "mine:score", "--rows", "rows.jsonl")
STRICT = (
    CHECK
    + """
from mine import BONUS, said

assert BONUS == 0.2 and said("A") == "a"
assert score("", "Oslo", "Lima") == 0.0
"""
)

FILES = {
    "unpaid.py": "def score(completion, answer):\n    return 0.0\n",
    "moody.py": "import random\ndef score(completion, answer):\n    return random.random()\n",
    "anything.py": "def score(completion, answer):\n    return 1.0\n",
    "red.py": "raise SystemExit('one case fails')\n",
}

RUNS: dict[str, tuple[str, ...]] = {
    "survivors": ON,
    "list": (*ON, "--list"),
    "only": (*ON, "--only", "44bf32bdd0"),
    "tests-notice-all": (*ON, "--tests", "./python strict.py"),
    "budget": (*ON, "--tests", "./python check.py", "--budget", "0"),
    "max-mutants": (*ON, "--max-mutants", "4"),
    "unknown-id": (*ON, "--only", "0000000000"),
    "tests-empty": (*ON, "--tests", " "),
    "tests-missing": (*ON, "--tests", "no-such-command"),
    "unpaid": ("mutate", "unpaid:score", "--rows", "rows.jsonl"),
    "moody": ("mutate", "moody:score", "--rows", "rows.jsonl"),
    "pays-for-anything": ("mutate", "anything:score", "--rows", "rows.jsonl"),
    "no-source": (
        *("mutate", "operator:eq", "--rows", "rows.jsonl"),
        *("--map", "a=completion,b=gold"),
    ),
    "no-target": ("mutate", "--rows", "rows.jsonl"),
    "no-rows-there": ("mutate", "mine:score", "--rows", "missing.jsonl"),
    "without-rows": ("mutate", "mine:score"),
    "option-of-ours": (*ON, "--scorer", "published"),
    "option-of-theirs": ("mutate", "scorer.owed", "--timeout", "3"),
    "accepted-missing": (*ON, "--accepted", "missing.toml"),
}


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "python").symlink_to(sys.executable)
    return project(tmp_path, MINE, CHECK, **FILES, **{"strict.py": STRICT})


def run(here: Path, *args: str) -> Ended:
    return clawback(*args, cwd=here)


@pytest.mark.parametrize("name", RUNS)
def test_a_run_ends_as_its_snapshot_shows(name: str, here: Path):
    ended = run(here, *RUNS[name])
    matches(f"mutate-reward-{name}", RUNS[name], ended._replace(out=_steady(ended.out)))


def _steady(text: str) -> str:
    """Leave out how many answers the attacks propose: each new attack would change it."""
    text = re.sub(r"\d+ other answers", "<n> other answers", text)
    return re.sub(r"reaches \d+ of \d+", "reaches <n> of <n>", text)


def test_red_tests_are_refused_with_what_they_say(here: Path):
    ended = run(here, *ON, "--tests", "./python red.py")
    assert (ended.code, ended.out) == (2, "")
    assert "it exits 1 in a copy of" in ended.err
    assert ended.err.endswith("it must pass there\n  one case fails\n")


def test_the_json_has_the_documented_keys_and_all_survivors(here: Path):
    ended = run(here, *ON, "--format", "json")
    document = json.loads(ended.out)
    assert ended.code == 1
    head = ["schema_version", "tool", "target", "seed", "tried", "not_applicable", "could_not_run"]
    assert {*head, "findings", "verdict", "mutants"} <= document.keys()
    fates = ["made", "killed", "timeout", "survived", "accepted", "no_difference"]
    assert list(document["mutants"]) == fates
    assert len(document["survivors"]) == document["mutants"]["survived"]
    assert sum(document["mutants"].values()) == 2 * document["mutants"]["made"]
    assert run(here, *ON, "--format", "json").out == ended.out


def test_findings_may_pass_where_they_are_asked_to(here: Path):
    assert run(here, *ON, "--exit-zero").code == 0


def test_a_replay_command_shows_its_survivor_again(here: Path):
    whole = json.loads(run(here, *ON, "--format", "json").out)
    words = whole["findings"][0]["replay"].split()[1:]
    again = json.loads(run(here, *words, "--format", "json").out)
    assert [one["fingerprint"] for one in again["findings"]] == [
        whole["findings"][0]["fingerprint"]
    ]
