"""The one registry of formats. To add one: a member of `Format`, its module in `WRITERS`.

A module has one function, `write(report: Report) -> str`; it is imported when it is asked for,
reads the report and decides nothing. What needs libraries that may be missing has an extra of its
name (`audits.extras`); `require` is asked before a run, which may be long.
"""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from audits.errors import CannotAuditError
from audits.extras import EXTRAS, install

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
    HTML = "html"


WRITERS: dict[Format, str] = {
    Format.TEXT: "plain",
    Format.JSON: "documents",
    Format.JSONL: "lines",
    Format.MARKDOWN: "markdown",
    Format.GITHUB: "github",
    Format.SARIF: "sarif",
    Format.JUNIT: "junit",
    Format.HTML: "html",
}


def require(format: Format) -> None:
    """Raise `CannotAuditError` with the command that installs the extra of a format's name."""
    needed = EXTRAS[format].modules if format in EXTRAS else ()
    if missing := [name for name in needed if not _is_there(name)]:
        raise CannotAuditError(
            f"--format {format}: it needs {' and '.join(missing)}; install with: {install(format)}"
        )


def _is_there(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except (ImportError, ValueError):
        return False


def write(report: Report, format: Format) -> str:
    """Write a report in some format, without its last line's end."""
    require(format)
    module: Any = import_module(f"{__name__}.{WRITERS[format]}")
    text: str = module.write(report)
    return text
