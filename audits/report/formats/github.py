"""Annotations on a pull request: workflow commands that GitHub reads from a job's log."""

from __future__ import annotations

from collections.abc import Iterator

from audits.findings import Finding
from audits.report.report import Report, counted_as, earnings, placed
from audits.report.written import visible
from audits.result import Result
from audits.rules import Severity
from audits.verdict import Verdict

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
"""The workflow command for each severity."""


def write(report: Report) -> str:
    """Write a line for each finding and note, then one for the verdict."""
    lines = [_finding(result, found) for result in report.results for found in result.findings]
    silent = [one for one in report.results if one.verdict is Verdict.INCONCLUSIVE]
    if len(silent) > 1:  # of a single one the last line says it
        lines += [_command("error", {"title": _named(one)}, f"{one.why}.") for one in silent]
    lines += [_command("notice", {"title": "clawback"}, f"{note}.") for note in report.notes]
    level = "notice" if report.verdict is Verdict.CLEAN else "error"
    last = _command(level, {"title": f"clawback: {report.verdict}"}, f"{report.why}.")
    return "\n".join([*lines, last])


def _named(result: Result) -> str:
    return f"clawback: {result.audit} of {result.target}"


def _finding(result: Result, found: Finding) -> str:
    place = placed(result, found)
    where = {"file": place.file, "line": str(place.line)} if place else {}
    reason = result.reason_for(found)
    title = f"{found.rule} on {result.target}"
    if reason is None:
        return _command(LEVELS[found.severity], where | {"title": title}, "\n".join(_body(found)))
    text = f"{found.title}\naccepted: {reason}"
    return _command("notice", where | {"title": f"{title} (accepted)"}, text)


def _body(found: Finding) -> Iterator[str]:
    yield found.title
    if earned := earnings(found):
        yield f"{earned}; reaches {found.reach.rows} of {found.reach.of}"
    if other := counted_as(found):
        yield other
    if found.replay:
        yield f"replay: {found.replay}"


def _command(level: str, properties: dict[str, str], message: str) -> str:
    named = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{level} {named}::{_data(message)}"


def _data(text: str) -> str:
    """Keep a text on its line: what is quoted in a report must not become a command."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
