"""`clawback settle ablate`, `economics`, `twins`, `reference` and `split` as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.audits.command import clawback
from tests.audits.snapshot import matches

FOLDER = Path(__file__).with_name("snapshots")

RUNS: dict[str, tuple[str, ...]] = {
    "settle-ablate": ("settle", "ablate", "--seeds", "1"),
    "settle-economics": ("settle", "economics", "results"),
    "settle-twins": ("settle", "twins"),
    "settle-reference": ("settle", "reference", "--tasks", "40"),
    "settle-split": ("settle", "split", "--seeds", "1"),
}


@pytest.mark.parametrize("name", RUNS)
def test_each_audit_shows_what_its_snapshot_shows(name: str, whole: Path):
    ended = clawback(*RUNS[name], cwd=whole)
    assert (ended.code, ended.err) == (0, "")
    matches(name, RUNS[name], ended, FOLDER)


@pytest.mark.parametrize(
    ("args", "key"),
    [
        (("ablate", "--seeds", "1", "--policies", "gate"), "arms"),
        (("economics", "results"), "configurations"),
        (("twins", "--seeds", "1", "--arm", "none"), "violations"),
        (("reference", "--tasks", "1"), "beaten"),
    ],
)
def test_each_has_its_json(args: tuple[str, ...], key: str, whole: Path):
    ended = clawback("settle", *args, "--format", "json", "--output", "report.json", cwd=whole)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    report = json.loads((whole / "report.json").read_text())
    assert key in report
    told = report.get("manifest", report)
    assert {"schema_version", "tool", "corpus"} <= told.keys()


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("ablate", "--seeds", "0"), "--seeds 0"),
        (("ablate", "--policies", "nobody"), "--policies"),
        (("twins", "--arm", "with:loss"), "--arm with:loss"),
        (("split", "--seeds", "-1"), "--seeds -1"),
        (("economics", "nowhere"), "nowhere"),
        (("reference", "--tasks", "0"), "--tasks"),
        (("reference", "--tasks", "322"), "--tasks 322: expected 1 to 321"),
        (("split", "--seed", "-1"), "--seed"),
    ],
)
def test_what_cannot_be_used_is_named_and_exits_two(
    args: tuple[str, ...], named: str, tmp_path: Path
):
    ended = clawback("settle", *args, cwd=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert named in ended.err
    assert "Traceback" not in ended.err
