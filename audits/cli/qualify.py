"""`clawback qualify RECORDS`: may this policy go on to the next measurement?"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from audits.cli.common import Output
from audits.cli.output import put
from audits.report.written import as_json


class Written(StrEnum):
    """How a qualification is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


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

    found = measured(*records_from(records, plan, policy), count_truncated)
    if format is Written.JSON:
        put(as_json(document(found)), output)
    else:
        put((qualify_text if format is Written.TEXT else qualify_markdown)(found), output)
    return int(found.exit)
