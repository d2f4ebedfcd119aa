"""`clawback reproduce settlement`: each finding under its label, and none that cannot miss."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from audits.reproduce import settlement
from audits.reproduce.settlement import Label, Published, Ranged
from audits.reproduce.settlement_measured import Measured, Span
from audits.verdict import Verdict
from desk.settlement import corpus
from tests.audits.command import clawback
from tests.audits.snapshot import matches

SNAPSHOTS = Path(__file__).parents[1] / "settlement" / "snapshots"


def test_every_finding_holds_as_its_snapshot_shows():
    args = ("reproduce", "settlement")
    ended = clawback(*args)
    assert (ended.code, ended.err) == (0, "")
    matches("reproduce-settlement", args, ended, SNAPSHOTS)


STATED = Published(
    source="",
    exact={"a count": "321", "names": "majority"},
    within=[Ranged("a rate", "65.7"), Ranged("a gap", "-96.81", ("-118.46", "-77.91"))],
    qualitative={"an order": "a < b"},
    not_recomputable=[],
)

MEASURED = Measured(
    corpus=corpus(),
    exact={"a count": 321, "names": "majority"},
    within={"a rate": Span(67.9, (64.1, 71.5)), "a gap": Span(-104.0, (-133.0, -79.0))},
    qualitative={"an order": ("a < b", True)},
)


def test_all_three_labels_hold_where_they_should():
    report = settlement._report(STATED, MEASURED)
    assert [one.label for one in report.figures] == [
        *[Label.EXACT] * 2,
        *[Label.WITHIN] * 2,
        Label.QUALITATIVE,
    ]
    assert (report.holding, report.of, report.verdict) == (5, 5, Verdict.CLEAN)
    assert [one.measured for one in report.figures][2:4] == [
        "67.9 [64.1, 71.5]",
        "-104.00 [-133.00, -79.00]",
    ]


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("a count", {"exact": MEASURED.exact | {"a count": 320}}),
        ("names", {"exact": MEASURED.exact | {"names": "majority, react"}}),
        ("a rate", {"within": MEASURED.within | {"a rate": Span(67.9, (65.8, 71.5))}}),
        ("a rate", {"within": MEASURED.within | {"a rate": Span(63.0, (61.0, 65.6))}}),
        ("a gap", {"within": MEASURED.within | {"a gap": Span(-120.0, (-133.0, -79.0))}}),
        ("a gap", {"within": MEASURED.within | {"a gap": Span(-104.0, (-133.0, -97.0))}}),
        ("an order", {"qualitative": {"an order": ("b < a", False)}}),
    ],
)
def test_a_finding_that_does_not_hold_is_named(name: str, changed: dict[str, object]):
    report = settlement._report(STATED, replace(MEASURED, **changed))
    assert [one.name for one in report.figures if not one.holds] == [name]
    assert report.verdict is Verdict.FINDINGS
    assert report.why.endswith(f"not so: {name}")


def test_the_json_of_the_report_has_the_documented_keys():
    report = msgspec.to_builtins(settlement._report(STATED, MEASURED))
    assert {"schema_version", "tool", "world", "corpus", "figures", "verdict"} <= report.keys()
    assert json.dumps(report)
    assert set(report["figures"][0]) == {"name", "label", "published", "measured", "holds"}
