"""One small page for each verb that writes HTML, made by the command itself, in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from unittest.mock import patch

from audits import cli
from tests.audits.command import ROOT

EXAMPLES = ROOT / "docs/examples"
CAPITALS = (f"{EXAMPLES}/capitals.py:score", "--rows", f"{EXAMPLES}/capitals.jsonl")
PUBLISHED = ("--scorer", "published")
MADE_FROM = "Made from"

TRIAL = (
    '{"case":{"id":"generated","order":"10","lines":[{"sku":"A","cents":1}],"expect":'
    '["escalate",0]},"run":{"calls":[{"tool":"escalate","args":{"order_id":"10","reas'
    'on":"records checked"}}]}}'
)
"""A trial that breaks a law, as a replay command states it."""

PAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "attack": (
        ("attack", *PUBLISHED, "--only", "overpay,split-claim,tamper"),
        ("Scoreboard of agents", "Term x agent", "Paid like the reference", "Findings", MADE_FROM),
    ),
    "faults": (
        ("faults", *PUBLISHED, "--only", "no-trace,silent-cut-log", "--case", "timeout-01"),
        ("Term x fault", "Findings", MADE_FROM),
    ),
    "edits": (
        ("edits", *PUBLISHED, "--only", "pay-a-cent-more"),
        ("Term x edit", "Findings", MADE_FROM),
    ),
    "search": (
        ("search", *PUBLISHED, "--case", "overcap-01", "--steps", "30"),
        ("The search", "Findings", MADE_FROM),
    ),
    "laws": (
        ("laws", *PUBLISHED, "--only", "wrong-work", "--trial", TRIAL),
        ("Laws", "Findings", MADE_FROM),
    ),
    "twins": (
        ("twins", *PUBLISHED, "--only", "nameless-line"),
        ("Single against paired", "Findings", MADE_FROM),
    ),
    "audit": (
        ("audit", *CAPITALS, "--quick"),
        ("In four numbers", "Scoreboard of attacks", "Findings", MADE_FROM),
    ),
    "mutate": (
        ("mutate", *CAPITALS),
        ("Mutants", "Surviving mutants in their source", "Findings", MADE_FROM),
    ),
    "selftest": (("selftest", "--only", "visual"), ("Self-test",)),
    "reproduce": (
        ("reproduce", "refund"),
        ("Published and measured", "Published, and not to be recomputed"),
    ),
    "ablate": (
        ("settle", "ablate", "--seeds", "1", "--policies", "gate,optimistic"),
        ("What was run", "Fault arms"),
    ),
    "qualify": (
        ("qualify", f"{EXAMPLES}/records.jsonl"),
        ("Who was measured", "Metrics and gate", "Families"),
    ),
    "table": (
        ("settle", "table"),
        ("What was run", "Accuracy against paired loss", "Loss by archetype"),
    ),
}
"""The words of each command, and the sections that its page has, in order."""

PLAYED = ("settle", "run", "--seeds", "1", "--policies", "gate,optimistic", "--out")


@cache
def page_path(name: str, fresh: Callable[[str], Path]) -> Path:
    """Make a page, once, in a folder that `fresh` makes."""
    folder = fresh(name)
    words = PAGES[name][0]
    if name == "table":
        run(*PLAYED, str(folder / "results"))
        words = (*words, str(folder / "results"))
    path = folder / "page.html"
    run(*words, "--format", "html", "--output", str(path))
    return path


def run(*words: str) -> int:
    """Run the command in this process."""
    with (
        patch.object(sys, "argv", ["clawback", *words]),
        patch.dict("os.environ", {"CLAWBACK_STORE": "off"}),
    ):
        return cli.run()
