"""`clawback settle ours WORLD` as a user types it."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from audits.cli.settle import Ours
from audits.settlement.folder import create
from audits.settlement.reading import read
from audits.settlement.run import results, run
from desk.settlement import FULL
from tests.audits.command import clawback
from tests.audits.settlement.test_settle_command import files
from tests.audits.snapshot import matches

FOLDER = Path(__file__).with_name("snapshots")

WORLDS = tuple(Ours)


@pytest.mark.parametrize(
    "world",
    [pytest.param(one, marks=[pytest.mark.slow] * (one is Ours.QUEUE)) for one in WORLDS],
)
def test_each_world_shows_what_its_snapshot_shows(world: Ours, tmp_path: Path):
    ended = clawback("settle", "ours", world, cwd=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(f"World {world}, ours and not the paper's: ")
    matches(f"ours-{world}", ("settle", "ours", world), ended, FOLDER)


LONG = {Ours.QUEUE}
SOME = [pytest.param(one, marks=[pytest.mark.slow] * (one in LONG)) for one in WORLDS]
"""The worlds, those that take many seconds left to `make test-slow`."""


@pytest.mark.parametrize("world", SOME)
def test_what_is_recorded_makes_the_same_tables_and_the_same_bytes(world: Ours, tmp_path: Path):
    of = import_module(f"audits.settlement.ours.{world}")
    planned = of.plan(1, FULL)
    for name in ("one", "two"):
        list(run(planned, create(tmp_path / name, planned)))
    assert files(tmp_path / "one") == files(tmp_path / "two")
    recorded = read(tmp_path / "one", "--out", planned)
    told = results(planned)
    assert recorded.rows == told.rows
    assert of.report(planned, recorded) == of.report(planned, told)
    assert recorded.manifest.world == world


@pytest.mark.parametrize("world", SOME)
def test_the_paper_s_tables_are_not_made_of_a_world_of_ours(world: Ours, tmp_path: Path):
    clawback("settle", "ours", world, "--seeds", "1", "--out", "it", cwd=tmp_path)
    refused = clawback("settle", "table", "it", cwd=tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert f"clawback settle ours {world} --seeds 1 --arm full --out it" in refused.err


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("elsewhere",), "elsewhere"),
        ((), "WORLD"),
        (("evidence", "--seeds", "0"), "--seeds 0"),
        (("evidence", "--arm", "some"), "--arm some"),
    ],
)
def test_what_cannot_be_used_is_named_and_exits_two(
    args: tuple[str, ...], named: str, tmp_path: Path
):
    ended = clawback("settle", "ours", *args, cwd=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert named in ended.err


def test_a_world_has_its_json(tmp_path: Path):
    args = ("settle", "ours", "parts", "--seeds", "1", "--out", "it", "--format", "json")
    one, again = (clawback(*args, cwd=tmp_path) for _ in range(2))
    assert (one.code, one.err) == (0, "")
    assert one.out == again.out
    assert json.loads(one.out)["world"] == "parts"
