"""`clawback run --desk settlement` as a user types it: played, kept, scored, qualified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from attackers.loop import HINTS, SETTLEMENT
from attackers.settlement.cheats import agents
from audits.cli.live import run
from audits.cli.output import Plain
from audits.cli.qualify import Written, qualify
from audits.cli.rescore import rescore
from audits.worlds import SETTLEMENT as WORLD
from audits.worlds import WORLDS
from desk import read_rollout, witness
from desk.settlement import Archetype, SettlementCases, SettlementRollout, record, settlement_cases
from tests.attackers.loop.models import ModelServer, serving
from tests.audits.command import clawback

EVAL = settlement_cases()
FIRST = {case.family: case for case in reversed(EVAL.cases)}
FEW = FIRST[Archetype.PENDING_SETTLE], FIRST[Archetype.PENDING_FAIL]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play two cases only: each asks a model up to forty times."""
    some = SettlementCases("eval", FEW, EVAL.digest)
    monkeypatch.setitem(WORLDS, "settlement", WORLD._replace(cases=lambda _name: some))


def ran(server: ModelServer, out: Path, **options: Any) -> dict[str, Any]:
    page = out.with_name("run.json")
    given = {"desk": "settlement", "repeats": 1, "concurrency": 1} | options
    assert run("small", server.url, out=out, format=Plain.JSON, output=page, **given) == 0
    told: dict[str, Any] = json.loads(page.read_text())
    return told


def rescored(out: Path) -> dict[str, Any]:
    page = out.with_name("rescore.json")
    files, plan = [out / "rollouts.jsonl"], out / "plan.jsonl"
    assert rescore(files, plan=plan, desk="settlement", format=Plain.JSON, output=page) == 0
    row: dict[str, Any] = json.loads(page.read_text())["tables"][0]["rows"][0]
    return row


def qualified(out: Path) -> dict[str, Any]:
    page = out.with_name("qualify.json")
    qualify(out, format=Written.JSON, output=page)
    told: dict[str, Any] = json.loads(page.read_text())
    return told


def kept(out: Path) -> list[SettlementRollout]:
    lines = (out / "rollouts.jsonl").read_bytes().splitlines()
    return [read_rollout(line, SettlementRollout) for line in lines]


def honest(name: str) -> dict[str, SettlementRollout]:
    """What the agent itself leaves, by case."""
    return {case.id: record(agents()[name].act, case) for case in FEW}


@pytest.mark.parametrize("name", ["careful", "optimistic"])
def test_a_model_leaves_and_earns_what_the_agent_that_it_plays_does(
    name: str, tmp_path: Path, few: None
):
    out = tmp_path / "run"
    with serving(name, "settlement") as server:
        told = ran(server, out)
    assert (told["verdict"], told["finished"], told["failures"]) == ("COMPLETE", len(FEW), {})
    made = {rollout.case.id: WORLD.resealed(rollout) for rollout in kept(out)}
    itself = honest(name)
    assert {of: (one.log, one.end) for of, one in made.items()} == {
        of: (one.log, one.end) for of, one in itself.items()
    }
    assert not any(one.log_fault() or one.failure for one in made.values())
    scorer, row = WORLD.scorers["settlement"](), rescored(out)
    mean = sum(scorer.score(one).value or 0.0 for one in itself.values()) / len(FEW)
    assert row["mean"] == pytest.approx(mean, abs=1e-6)
    measured = [WORLD.harm(one) for one in itself.values()]
    assert {at: row[at] for at in WORLD.harms} == {
        at: sum(one[at] for one in measured) for at in WORLD.harms
    }
    assert (mean == 1.0, row["harm"] == row["premature"] == 0) == (name == "careful",) * 2


@pytest.mark.parametrize("name", ["careful", "optimistic"])
def test_its_records_count_what_the_benchmark_counts(name: str, tmp_path: Path, few: None):
    with serving(name, "settlement") as server:
        ran(server, tmp_path / "run")
    told = qualified(tmp_path / "run")
    itself = honest(name).values()
    assert told["accounting"]["holds"]
    counts = {
        "executable_completion_rate": sum(map(WORLD.passed, itself)),
        "material_control_violation_rate": sum(map(WORLD.violated, itself)),
    }
    for metric, count in counts.items():
        assert told["metrics"][metric]["numerator"] == count
    assert (counts["material_control_violation_rate"] == 0) == (name == "careful")


def test_a_model_is_told_the_desk_and_its_turns_are_the_desks_own(tmp_path: Path, few: None):
    with serving("careful", "settlement") as server:
        ran(server, tmp_path / "run")
        ran(server, tmp_path / "hinted", hints=True)
    prompts = {asked["messages"][0]["content"] for asked in server.asked}
    assert prompts == {SETTLEMENT.prompt(), SETTLEMENT.prompt(hints=True)}
    assert not any(HINTS in prompt for prompt in prompts)
    assert server.asked[0]["tools"] == list(SETTLEMENT.tools)
    told = json.loads((tmp_path / "run" / "run.json").read_text())
    assert (told["desk"], told["max_turns"]) == ("settlement", SETTLEMENT.max_turns)


def test_a_limit_of_turns_is_the_models_own_death_and_not_paid(tmp_path: Path, few: None):
    with serving("careful", "settlement") as server:
        told = ran(server, tmp_path / "run", max_turns=2)
    assert told["failures"] == {"agent turn_limit": len(FEW)}
    row = rescored(tmp_path / "run")
    assert (row["mean"], row["dead"]) == (0.0, len(FEW))


@pytest.mark.slow
def test_the_command_plays_the_whole_desk(tmp_path: Path):
    out = str(tmp_path / "run")
    words = ("run", "--desk", "settlement", "--model", "small", "--repeats", "1", "--out", out)
    with serving("careful", "settlement") as server:
        ended = clawback(*words, "--base-url", server.url)
    assert (ended.code, ended.err) == (0, "")
    assert "settlement desk, eval" in ended.out
    assert f"clawback rescore {out}/rollouts.jsonl --desk settlement --plan" in ended.out
    assert ended.out.endswith(f"COMPLETE: all {len(EVAL.cases)} rollouts are finished.\n")


def test_rollouts_of_the_other_desk_are_refused_with_the_option_that_reads_them(tmp_path: Path):
    path = tmp_path / "rollouts.jsonl"
    path.write_bytes(record(agents()["careful"].act, FEW[0]).to_json() + b"\n")
    ended = clawback("rescore", str(path))
    assert (ended.code, ended.out) == (2, "")
    assert "line 1: it is of the settlement desk: say --desk settlement" in ended.err


def test_a_saved_log_that_the_desk_would_not_write_stays_unverified(
    monkeypatch: pytest.MonkeyPatch,
):
    made = record(agents()["careful"].act, FEW[0])
    monkeypatch.setattr(witness, "_key", lambda: b"another key")
    assert made.log_fault() is not None
    assert WORLD.resealed(made).log_fault() is None
    cut = replace(made, log=made.log[:-1])
    assert WORLD.resealed(cut).log_fault() is not None
    assert made.end is not None
    moved = replace(made, end=made.end._replace(at=made.end.at + 1))
    assert WORLD.resealed(moved).log_fault() is not None
