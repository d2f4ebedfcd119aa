"""`clawback settle ours WORLD` as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.audits.command import clawback
from tests.audits.settlement.test_settle_command import files
from tests.audits.snapshot import matches

FOLDER = Path(__file__).with_name("snapshots")

WORLDS = ("evidence",)


@pytest.mark.parametrize("world", WORLDS)
def test_each_world_shows_what_its_snapshot_shows(world: str, tmp_path: Path):
    ended = clawback("settle", "ours", world, cwd=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(f"World {world}, ours and not the paper's: ")
    matches(f"ours-{world}", ("settle", "ours", world), ended, FOLDER)


@pytest.mark.parametrize("world", WORLDS)
def test_what_is_recorded_makes_the_same_tables_and_the_same_bytes(world: str, tmp_path: Path):
    words = ("settle", "ours", world, "--seeds", "1", "--format", "json")
    told = clawback(*words, cwd=tmp_path)
    recorded = [clawback(*words, "--out", name, cwd=tmp_path) for name in ("one", "two", "two")]
    assert {one.out for one in recorded} == {told.out}
    assert files(tmp_path / "one") == files(tmp_path / "two")
    assert json.loads((tmp_path / "one/manifest.json").read_text())["world"] == world


@pytest.mark.parametrize("world", WORLDS)
def test_the_paper_s_tables_are_not_made_of_a_world_of_ours(world: str, tmp_path: Path):
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
