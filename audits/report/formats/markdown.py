"""A report in Markdown: short enough for a comment on a pull request, details folded away."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from audits.findings import Finding
from audits.provenance import catalogue
from audits.report.compare_text import before, kept, tables
from audits.report.report import Report, earnings, placed
from audits.report.written import visible
from audits.result import Result
from audits.verdict import Verdict
from clawback import __version__

MOST_FINDINGS = 20
"""How many findings of an audit are written; JSON has them all; a comment has an end."""

MOST_CHARACTERS = 1_000
"""How much of a counter-example is written."""

SIGNS = {Verdict.CLEAN: "✅", Verdict.FINDINGS: "❌"}


def write(report: Report) -> str:
    """Write a heading with the verdict, a table of findings for each audit, and the details."""
    parts = [
        f"## {SIGNS.get(report.verdict, '⚠️')} clawback: {report.verdict}",
        _cell(report.why) + ".",
    ]
    if report.notes:
        parts.append("\n".join(f"* {_cell(note)}" for note in report.notes))
    for result in report.results:
        parts += _result(result)
    return "\n\n".join([*parts, f"<sub>clawback {__version__}, catalogue {catalogue()}</sub>"])


def _result(result: Result) -> Iterator[str]:
    yield f"### `{result.audit}` on `{_code(result.target)}`: {result.verdict}"
    yield (
        f"{_cell(result.why)}. Seed {result.seed}"
        + (f", target `{result.source.digest[:12]}`." if result.source.digest else ".")
    )
    if result.audit == "compare":
        yield from _moved(result)
    passed = result.passed
    yield from _findings(result, [one for one in result.findings if one not in passed])
    if passed:
        yield f"#### Accepted: {len(passed)}"
        yield from _findings(result, passed)
    if result.reasons:
        yield "Not checked:\n\n" + "\n".join(f"* {_cell(why)}" for why in result.reasons)


def _moved(result: Result) -> Iterator[str]:
    if told := kept(result):
        yield f"{told}."
    for title, rows, more in tables(result):
        cells = [[_cell(one) for one in row] for row in rows]
        head = [title, f"before: {_cell(before(result))}", "after", "moved"]
        left = f"\n\n... and {more} more" if more else ""
        yield "\n".join(map(_row, [head, ["---"] * len(head), *cells])) + left


def _findings(result: Result, found: list[Finding]) -> Iterator[str]:
    shown = found[:MOST_FINDINGS]
    if shown:
        yield "\n".join(
            map(_row, [HEAD, ["---"] * len(HEAD), *(_cells(result, one) for one in shown)])
        )
    yield from map(_details, shown)
    if (more := len(found) - MOST_FINDINGS) > 0:
        yield f"... and {more} more findings; `--format json` has them all."


HEAD = ["rule", "severity", "what", "earned", "reaches", "where"]


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(result: Result, found: Finding) -> list[str]:
    place = placed(result, found)
    where = f"`{_code(place.file)}:{place.line}`" if place else ""
    reach = f"{found.reach.rows} of {found.reach.of}"
    reason = result.reason_for(found)
    how = found.severity if reason is None else f"accepted: {_cell(reason)}"
    return [f"`{found.rule}`", how, _cell(found.title), earnings(found), reach, where]


def _details(found: Finding) -> str:
    lines = "\n".join(_example(found.counterexample))
    body = [f"{lines}\n" if lines else "", f"replay: {found.replay}" if found.replay else ""]
    text = _no_command("\n".join(line for line in body if line).replace("```", "'''"))
    head = f"{found.rule} {html.escape(_flat(found.title))}".replace("@", "@\u200b")
    return f"<details><summary>{head}</summary>\n\n```text\n{text}\n```\n\n</details>"


def _example(example: Mapping[str, Any]) -> Iterator[str]:
    for name, value in example.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield f"{name}: {visible(text[:MOST_CHARACTERS])}" + (
            "..." if len(text) > MOST_CHARACTERS else ""
        )


def _no_command(text: str) -> str:
    """Keep a job's log, which may be where this goes, from taking a quoted line for a command."""
    return re.sub(r"^(\s*)::", r"\1\\::", text, flags=re.M).replace("##[", "#\\#[")


def _flat(text: str) -> str:
    return visible(re.sub(r"\s+", " ", text).strip())


def _cell(text: str) -> str:
    """Write somebody's words so that they are text: no table, tag, mention or emphasis."""
    escaped = re.sub(r"([\\`*_{}\[\]|#~])", r"\\\1", html.escape(_flat(text), quote=False))
    return escaped.replace("@", "@\u200b")


def _code(text: str) -> str:
    return _flat(text).replace("`", "'").replace("|", "\\|")
