"""What `clawback attack` and `clawback reproduce` print, whole, with their exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer import REVERTS
from tests.audits.command import clawback
from tests.audits.snapshot import matches

RUNS: dict[str, tuple[str, ...]] = {
    "attack": ("attack",),
    "attack-published": ("attack", "--scorer", "published"),
    **{f"attack-revert-{name}": ("attack", "--revert", name) for name in REVERTS},
    "attack-revert-two": (
        "attack",
        "--revert",
        "inaction-is-free",
        "--revert",
        "empty-log-replayable",
        "--margin",
        "0.4",
    ),
    "attack-without-by-code": ("attack", "--scorer", "published", "--without", "r0"),
    "attack-without-by-name": (
        "attack",
        "--without",
        "settled",
        "--without",
        "h2_reasoned",
    ),
    "attack-eval18": ("attack", "--scorer", "published", "--cases", "eval18"),
    "attack-train": ("attack", "--cases", "train"),
    "attack-only": ("attack", "--only", "split-claim, refuse-all"),
    "attack-only-the-reference": ("attack", "--only", "careful"),
    "attack-everything-is-within-the-margin": ("attack", "--only", "prose-only", "--margin", "1"),
    "attack-exit-zero": (
        "attack",
        "--scorer",
        "published",
        "--only",
        "split-claim",
        "--margin",
        "0.2",
        "--exit-zero",
    ),
    "attack-own-cases-json": (
        "attack",
        "--cases",
        "few.jsonl",
        "--only",
        "split-claim",
        "--format",
        "json",
    ),
    "attack-reference-falls-short": ("attack", "--cases", "second-line.jsonl", "--exit-zero"),
    "reproduce-refund": ("reproduce", "refund"),
    "reproduce-refund-json": ("reproduce", "refund", "--format", "json"),
}

SECOND_LINE_IS_OWED = (
    '{"id": "mine-1", "order": "A1", "lines": [{"sku": "MUG", "cents": 1850}, '
    '{"sku": "PAN", "cents": 2900}], "expect": ["pay", 2900]}\n'
)


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.usefixtures("few")
def test_a_run_prints_and_returns_what_its_snapshot_shows(name: str, tmp_path: Path):
    (tmp_path / "second-line.jsonl").write_text(SECOND_LINE_IS_OWED)
    matches(name, RUNS[name], clawback(*RUNS[name], cwd=tmp_path))
