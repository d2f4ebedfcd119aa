"""An audit's result as text for people: what it shows, the findings, the verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from audits.findings import Finding
from audits.result import Result

MOST_FINDINGS = 20
"""How many findings the text shows; JSON has them all."""

MOST_CHARACTERS = 500
"""How much of a value the text shows; JSON has all of it."""


def audit_text(result: Result, extra: Callable[[Result], str] | None = None) -> str:
    """Write the whole report; `extra` writes what only this audit shows."""
    parts = [f"{result.audit} on {result.target}, seed {result.seed}"]
    parts += [extra(result)] if extra else []
    parts += [finding_text(found, result.target) for found in result.findings[:MOST_FINDINGS]]
    if (more := len(result.findings) - MOST_FINDINGS) > 0:
        parts.append(f"... and {more} more findings; --format json has them all")
    if result.reasons:
        parts.append("Not checked:\n" + "\n".join(f"  {why}" for why in result.reasons))
    return "\n\n".join([*parts, f"{result.verdict}: {result.why}."])


def finding_text(found: Finding, target: str) -> str:
    """Write one finding: rule, sentence, what it earned, the counter-example, the replay."""
    lines = [f"{found.rule} {found.severity}: {found.title}"]
    if found.earned is not None and found.reference_earned is not None:
        lines.append(
            f"  earned {found.earned:.3f}, the reference earns {found.reference_earned:.3f}"
        )
    if found.terms:
        lines.append(
            "  paid by " + ", ".join(f"{name} {value:g}" for name, value in found.terms.items())
        )
    lines.append(f"  reaches {found.reach.rows} of {found.reach.of}" + _on(found))
    lines[-1] += f"; id {found.fingerprint(target)}"
    lines += [f"  {line}" for line in _example(found.counterexample)]
    if found.replay:
        lines.append(f"  replay: {found.replay}")
    return "\n".join(lines)


def _on(found: Finding) -> str:
    return f"; shown on {found.case}" if found.case else ""


def _example(example: dict[str, Any]) -> list[str]:
    rest = {name: value for name, value in example.items() if name != "calls"}
    lines = [f"{name}: {shown(value)}" for name, value in rest.items()]
    for number, call in enumerate(example.get("calls", ()), 1):
        args = ", ".join(f"{key}={json.dumps(value)}" for key, value in call["args"].items())
        lines.append(f"{number}. {call['tool']}({args})")
    return lines


def shown(value: Any) -> str:
    """Write a value in one line: quoted where a terminal would change it, cut if long."""
    text = str(value)
    if isinstance(value, str) and (not value.isprintable() or value != value.strip() or not value):
        text = repr(value)
    more = len(text) - MOST_CHARACTERS
    return text if more <= 0 else f"{text[:MOST_CHARACTERS]}... ({more} more characters)"
