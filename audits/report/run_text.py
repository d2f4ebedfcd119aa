"""What a run came to, as text for people."""

from __future__ import annotations

import shlex

from audits.errors import one_line
from audits.live.outcome import Outcome
from audits.worlds import REFUND


def run_text(found: Outcome) -> str:
    """Write who was played, the counts, what went wrong, and what can be asked of what there is."""
    run = found.settings
    tokens = "not counted" if found.generated_tokens is None else f"{found.generated_tokens:,}"
    counts = [
        ("planned", str(found.planned)),
        ("finished", str(found.finished) + (f" ({found.kept} before)" if found.kept else "")),
        ("spoilt", str(found.spoilt)),
        ("not begun", str(found.not_begun)),
        ("tokens", tokens),
    ]
    earlier = "".join(f"\nearlier at {url}" for url in run.earlier_urls)
    parts = [
        f"{run.model} at {run.base_url}, {run.desk} desk, {run.cases}\n{run.harness}{earlier}",
        "\n".join(f"{name:<10} {count}" for name, count in counts),
    ]
    if found.failures:
        lines = (f"  {count} x {name}" for name, count in found.failures.items())
        parts.append("Failures:\n" + "\n".join(lines))
    if found.example:
        parts.append(f"One of the infrastructure's: {one_line(found.example)}")
    if found.finished:
        parts.append(_next(found))
    return "\n\n".join([*parts, f"{found.verdict}: {one_line(found.why)}."])


def _next(found: Outcome) -> str:
    def file(name: str) -> str:
        return shlex.quote(f"{found.folder}/{name}")

    desk = "" if found.settings.desk == REFUND.name else f" --desk {found.settings.desk}"
    cases = f" --cases {shlex.quote(found.cases_file)}" if found.cases_file else ""
    return (
        f"clawback rescore {file('rollouts.jsonl')}{desk} --plan {file('plan.jsonl')}"
        f"{cases}\n"
        f"clawback qualify {shlex.quote(found.folder)}{cases}"
    )
