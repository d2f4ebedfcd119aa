"""Plugins by entry points, with one that is installed: what it adds, and what is left out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.audits.command import ROOT, STUCK, Ended, clawback, clean
from tests.environments import made

OURS = "clawback-fake 1.2"

LEFT_OUT = {
    "attackers": {
        "overpay": "clawback has one of that name, which is kept",
        "hedges": "clawback has one of that name, which is kept",
        "no-such-thing": "AttributeError: module 'clawback_fake' has no attribute 'missing'",
        "wrong-kind": "TypeError: clawback.attackers takes Agent or RewardAttack; got Adapter",
        "own-reference": "TypeError: a plugin's agent has the role attacker; got reference",
        "breaks-down": "SystemExit: this module cannot be imported",
    },
    "adapters": {"state": "clawback has one of that name, which is kept"},
    "faults": {"agent-raises": "clawback has one of that name, which is kept"},
}
ADDED = {
    "attackers": {"praises-the-grader", "generous", "falters"},
    "adapters": {"judge's kit"},
    "faults": {"lights-out"},
}


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which the plugin is installed."""
    folder = tmp_path_factory.mktemp("plugged")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    where = ROOT / "tests" / "fake_plugin"
    subprocess.run(build, cwd=where, env=clean(), check=True, capture_output=True, timeout=STUCK)
    python, site = made(folder / "venv", ROOT)
    with ZipFile(folder / "clawback_fake-1.2-py3-none-any.whl") as wheel:
        wheel.extractall(site)
    return python


@pytest.fixture
def rewards(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(
        "def flattered(completion, answer):\n"
        "    return float(completion.strip() == answer or sum(map(ord, completion)) == 1712)\n\n"
        "def judge(question, reply, key):\n"
        "    return float(reply.strip() == key)\n"
    )
    rows = [{"question": f"What is {at} + {at}?", "answer": str(2 * at)} for at in range(10, 14)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def plugged(python: Path, *words: str, cwd: Path = ROOT, **env: str) -> Ended:
    done = subprocess.run(
        [python, "-P", "-m", "clawback", *words],
        cwd=cwd,
        env=clean(env),
        capture_output=True,
        text=True,
        timeout=STUCK,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def rows(ended: Ended) -> list[dict[str, Any]]:
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


@pytest.mark.parametrize("what", ADDED)
def test_a_plugins_parts_are_listed_with_the_package_that_brings_them(python: Path, what: str):
    words = ("list", what, "--format", "json")
    ended, without = plugged(python, *words), clawback(*words)
    added = [row for row in rows(ended) if row["source"] == OURS]
    assert {row["name"] for row in added} == ADDED[what]
    assert [row for row in rows(ended) if row not in added] == rows(without)
    warned = dict(
        line.removeprefix("clawback: plugin ").split(f" of {OURS} is left out: ")
        for line in ended.err.splitlines()
    )
    assert warned == LEFT_OUT[what]


def test_one_variable_turns_plugins_off(python: Path):
    for what in ADDED:
        ended = plugged(python, "list", what, CLAWBACK_NO_PLUGINS="1")
        assert (ended.code, ended.err) == (0, "")
        assert OURS not in ended.out


def test_a_plugins_attack_finds_what_ours_do_not(python: Path, rewards: Path):
    words = ("audit", "mine.py:flattered", "--rows", "rows.jsonl", "--format", "json")
    found = plugged(python, *words, cwd=rewards)
    without = plugged(python, *words, cwd=rewards, CLAWBACK_NO_PLUGINS="1")
    assert (found.code, without.code) == (1, 0)
    (finding,) = (one for one in json.loads(found.out)["findings"] if one["severity"] == "error")
    assert (finding["rule"], finding["shape"]) == ("R107", "praising the grader")
    catalogues = [json.loads(one.out)["tool"]["catalogue"] for one in (found, without)]
    assert catalogues[0] != catalogues[1]


def test_a_plugins_adapter_calls_a_reward_that_ours_cannot(python: Path, rewards: Path):
    words = ("audit", "mine.py:judge", "--rows", "rows.jsonl", "--convention", "judge's kit")
    ended = plugged(python, *words, cwd=rewards)
    assert (ended.code, "called as judge's kit (text): f(" in ended.out) == (0, True), ended
    assert plugged(python, *words, cwd=rewards, CLAWBACK_NO_PLUGINS="1").code == 2


def test_a_plugins_agent_and_fault_are_played(python: Path):
    ended = plugged(python, "attack", "--only", "generous", "--scorer", "published")
    assert "\ngenerous " in ended.out
    ended = plugged(python, "faults", "--only", "lights-out", "--format", "json")
    assert ended.code == 0
    assert json.loads(ended.out)["tried"] > 0


def test_an_attack_that_raises_is_named_and_the_audit_is_not_made(python: Path, rewards: Path):
    path = rewards / "rows.jsonl"
    path.write_text(path.read_text().replace("{", '{"fragile": true, '))
    ended = plugged(python, "audit", "mine.py:flattered", "--rows", "rows.jsonl", cwd=rewards)
    assert ended.code == 2
    assert f"plugin falters of {OURS}, row 0: KeyError: " in ended.err
    assert "leave plugins out with CLAWBACK_NO_PLUGINS=1" in ended.err
