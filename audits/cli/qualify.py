"""`clawback qualify RECORDS`: may this policy go on to the next measurement?"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import Output
from audits.cli.output import Drawn, put, ready, written
from audits.report.written import as_json

if TYPE_CHECKING:
    from audits.qualify import Qualification


class Written(StrEnum):
    """How a qualification is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"


def qualify(
    records: Annotated[
        Path,
        typer.Argument(
            help="One record a line, or the folder of a run; docs/qualification.md.",
            metavar="RECORDS",
        ),
    ],
    plan: Annotated[
        Path | None,
        typer.Option(help="What was planned; told by the records if left out.", metavar="PLAN"),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option("--policy", help="Which policy of a `settle run` folder.", metavar="NAME"),
    ] = None,
    cases: Annotated[
        str | None,
        typer.Option("--cases", help="Which cases a live run is of, if your own.", metavar="FILE"),
    ] = None,
    count_truncated: Annotated[
        bool,
        typer.Option(
            "--count-truncated", help="In a group, count a truncated episode as a failure."
        ),
    ] = False,
    format: Annotated[
        Written, typer.Option("--format", help="How to write the report.")
    ] = Written.TEXT,
    output: Output = None,
) -> int:
    """Measure repeated attempts of one frozen policy against the readiness gate.

    Exit code 0 when it is ready, 1 when it is not, 2 when the records cannot be judged.
    """
    from audits.qualify import qualify as measured
    from audits.qualify.qualification import document
    from audits.qualify.source import records_from
    from audits.report.qualify_text import qualify_markdown, qualify_text

    if format is Written.HTML:
        ready(Drawn.HTML)
    found = measured(*records_from(records, plan, policy, cases), count_truncated)
    write: dict[Written, Callable[[], str]] = {
        Written.TEXT: lambda: qualify_text(found),
        Written.JSON: lambda: as_json(document(found)),
        Written.MARKDOWN: lambda: qualify_markdown(found),
        Written.HTML: lambda: _page(found),
    }
    put(write[format](), output)
    return int(found.exit)


def _page(found: Qualification) -> str:
    """Write the page; the verdict's reason names the items that fail."""
    from audits.report.qualify_text import qualify_text

    failing = ", ".join(item.name for item in found.failing)
    why = failing or "every item of the gate holds; it forecasts nothing of the next measurement"
    return written(found.verdict, found, Drawn.HTML, lambda: qualify_text(found), why)
