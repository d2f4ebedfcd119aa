"""The one registry of formats. To add one: a member of `Format`, its module in `WRITERS`.

A module has one function, `write(report: Report) -> str`; it is imported when it is asked for,
reads the report and decides nothing. What needs a library that may be missing raises
`CannotAuditError` with the command that installs it.
"""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from audits.report.report import Report


class Format(StrEnum):
    """How the report of an audit is written."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    MARKDOWN = "markdown"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"


WRITERS: dict[Format, str] = {
    Format.TEXT: "plain",
    Format.JSON: "documents",
    Format.JSONL: "lines",
    Format.MARKDOWN: "markdown",
    Format.GITHUB: "github",
    Format.SARIF: "sarif",
    Format.JUNIT: "junit",
}


def write(report: Report, format: Format) -> str:
    """Write a report in some format, without its last line's end."""
    module: Any = import_module(f"{__name__}.{WRITERS[format]}")
    text: str = module.write(report)
    return text
