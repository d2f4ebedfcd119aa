"""What the demonstration tells: the reward, what it pays for, why that matters, and its mending."""

from __future__ import annotations

import shlex
from pathlib import Path
from textwrap import indent

from audits.demo import HOLED, ROWS, WORDS, body, change
from audits.report.audit_text import audit_text
from audits.report.reward_text import reward_text
from audits.result import Result
from audits.rules import RULES


def demo_text(results: list[Result], kept: Path | None) -> str:
    """Write all of it; the mended reward is left out where a Ctrl-C came before it."""
    holed, *mended = results
    parts = [
        f"A reward as people write them ({HOLED.name}), with one hole in it:",
        indent(body(HOLED), "    "),
        f"$ clawback audit {WORDS}",
        audit_text(holed, reward_text),
        *(_explained(rule) for rule in dict.fromkeys(found.rule for found in holed.failing)),
        *(part for one in mended for part in _mended(one)),
        *([] if holed.interrupted else [_next(kept)]),
    ]
    return "\n\n".join(parts)


def _explained(rule: str) -> str:
    told = RULES[rule]
    return f"What {rule} means (clawback explain {rule}): {told.why}\nFix: {told.fix}"


def _mended(result: Result) -> list[str]:
    return [
        "Mended in one word, and audited again:",
        indent(change(), "    "),
        f"{result.verdict}: {result.why}.",
    ]


def _next(kept: Path | None) -> str:
    lines = [
        _again(kept),
        ("clawback audit my_rewards.py:score --rows rows.jsonl", "your own"),
        ("clawback init", "settings, a first test and a CI job for a project"),
    ]
    return "Next:\n" + "\n".join(f"  {command}\n      {what}" for command, what in lines)


def _again(kept: Path | None) -> tuple[str, str]:
    if kept is None:
        return "clawback demo --keep FOLDER", "this reward and its rows, to try things on"
    words = (f"{kept / HOLED.name}:score", "--rows", f"{kept / ROWS.name}")
    return f"clawback audit {shlex.join(words)}", "the reward that is now yours to try things on"
