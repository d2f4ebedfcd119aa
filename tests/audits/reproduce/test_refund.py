"""`clawback reproduce refund`: every published figure, and a difference that cannot hide."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from typing import Any

import pytest

import scorer.measures
from audits.cli import run
from audits.reproduce import reproduce_refund
from audits.reproduce.figures import figure
from audits.verdict import Verdict
from tests.audits.command import clawback

REPORT = {"schema_version", "tool", "world", "cases", "figures", "verdict"}


def stated() -> dict[str, Any]:
    return json.loads(files("audits.reproduce").joinpath("refund.json").read_bytes())


def test_every_figure_comes_out_as_published():
    report = reproduce_refund()
    assert [one.name for one in report.figures if not one.equal] == []
    assert (report.equal, report.of, report.verdict) == (115, 115, Verdict.CLEAN)


def test_every_published_figure_stands_in_the_report():
    data = stated()
    names = [one.name for one in reproduce_refund().figures]
    table = [f"{agent}: {name}" for agent, row in data["table"].items() for name in row]
    cells = [f"{agent}: rewards of single cases that are equal" for agent in data["rewards"]]
    runs = [
        f"{made['name']}: {what}"
        for made in data["runs"]
        for what in ("reward", "replayable", "unauthorized_cents")
        if what in made
    ]
    families = [f"naive: duplicates in {name}" for name in data["naive_duplicates_per_family"]]
    dead = [f"dead rollout, {name}: reward" for name in data["dead"]]
    counts = [f"{cases}: {what}" for cases, row in data["cases"].items() for what in row]
    counts += [f"eval: cases of {name}" for name in data["families"]]
    wanted = [*counts, *table, *cells, *runs, *families, *dead]
    assert sorted(names) == sorted(wanted)
    assert len(set(names)) == len(names)


def test_what_cannot_be_measured_again_is_named_and_not_counted():
    report = reproduce_refund()
    assert [one.why for one in report.not_recomputable] == ["paid model runs"] * 2
    text = clawback("reproduce", "refund").out
    assert all(f"{one.name}: {one.published}" in text for one in report.not_recomputable)


@pytest.mark.parametrize("written", ["text", "json"])
@pytest.mark.parametrize("measure", ["duplicate_effects", "task_completed", "false_block"])
def test_a_rule_that_changed_shows_as_a_difference_and_exits_one(
    measure: str, written: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(scorer.measures, measure, lambda _e, **_switches: 0)
    monkeypatch.setattr(sys, "argv", ["clawback", "reproduce", "refund", "--format", written])
    assert run() == 1
    out = capsys.readouterr().out
    if written == "json":
        report = json.loads(out)
        assert report["verdict"] == "FINDINGS"
        assert sum(not one["equal"] for one in report["figures"]) == 115 - report["equal"] > 0
    else:
        assert "FINDINGS: " in out.splitlines()[-1]
        assert "  NO\n" in out


def test_the_json_has_the_documented_keys():
    report = json.loads(clawback("reproduce", "refund", "--format", "json").out)
    assert report.keys() >= REPORT
    for one in report["figures"]:
        assert {"name": str, "published": str, "measured": str, "equal": bool} == {
            key: type(value) for key, value in one.items()
        }


@pytest.mark.parametrize(
    ("published", "measured", "shown", "equal"),
    [
        ("0.497", 0.4968749, "0.497", True),
        ("0.497", 0.4964, "0.496", False),
        ("1.000", 0.9996, "1.000", True),
        ("1.000", 0.9994, "0.999", False),
        ("0.0", 0.04, "0.0", True),
        (32, 32, "32", True),
        (32, 31, "31", False),
        ("132530", 132530, "132530", True),
        ("132530", 132529, "132529", False),
        ("0.5", float("nan"), "nan", False),
    ],
)
def test_a_figure_is_compared_with_the_digits_that_were_published(
    published: str | int, measured: float, shown: str, equal: bool
):
    made = figure("a figure", published, measured)
    assert (made.published, made.measured, made.equal) == (str(published), shown, equal)
