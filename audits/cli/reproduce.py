"""`clawback reproduce WORLD`: every published figure beside the one measured here."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from audits.cli.common import DrawnOption, consume, or_say
from audits.cli.output import Drawn, code, put, ready, written

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Measure published figures again."
)


@app.command("refund")
def refund(
    format: DrawnOption = Drawn.TEXT,
    output: Annotated[
        Path | None, typer.Option(help="Write the report there.", metavar="FILE")
    ] = None,
) -> int:
    """Recompute every published figure of the refund desk; exit code 1 on any difference."""
    from audits.report.reproduce_text import reproduce_text
    from audits.reproduce import reproduce_refund

    ready(format)
    report = reproduce_refund()
    text = partial(reproduce_text, report)
    put(written(report.verdict, report, format, text, report.why), output)
    return code(report.verdict, exit_zero=False)


@app.command("settlement")
def settlement(
    format: DrawnOption = Drawn.TEXT,
    output: Annotated[
        Path | None, typer.Option(help="Write the report there.", metavar="FILE")
    ] = None,
) -> int:
    """Measure the settlement paper again; exit code 1 if a finding does not hold as labelled."""
    from audits.report.reproduce_settlement_text import reproduce_settlement_text
    from audits.reproduce.settlement import reproduce_settlement

    ready(format)
    with or_say(lambda: "nothing is kept: a finding is told once all is measured"):
        report = consume("reproduce settlement", reproduce_settlement())["report"]
    text = partial(reproduce_settlement_text, report)
    put(written(report.verdict, report, format, text, report.why), output)
    return code(report.verdict, exit_zero=False)
