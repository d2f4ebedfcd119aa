"""`clawback list WHAT`: what there is."""

from __future__ import annotations

from pathlib import Path

import typer

from audits.cli.common import Output, PlainOption
from audits.cli.output import Plain, put
from audits.report.written import as_json
from audits.verdict import Exit

app = typer.Typer(
    invoke_without_command=True,
    rich_markup_mode=None,
    help="Show what there is; alone, what can be listed.",
)


@app.callback()
def what(context: typer.Context) -> int:
    """Show what there is; alone, what can be listed."""
    from tabulate import tabulate

    from audits.listing import LISTS, first_line

    if context.invoked_subcommand is None:
        rows = [(f"clawback list {name}", first_line(make)) for name, make in LISTS.items()]
        put(tabulate(rows, tablefmt="plain"), None)
    return Exit.CLEAN


@app.command("attackers")
def attackers(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """List the desks' agents and the attacks on rewards: what each needs, and does."""
    return _show("attackers", format, output)


@app.command("policies")
def policies(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """List the policies of the settlement desk: where each comes from, and what it does."""
    return _show("policies", format, output)


@app.command("faults")
def faults(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """List the ways for a rollout to die."""
    return _show("faults", format, output)


@app.command("laws")
def laws(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """List the laws that a scorer or its desk must keep."""
    return _show("laws", format, output)


@app.command("mutators")
def mutators(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """List the changes that break a scorer on purpose."""
    return _show("mutators", format, output)


@app.command("adapters")
def adapters(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """List the ways to call a reward that are known, and who calls rewards so."""
    return _show("adapters", format, output)


@app.command("rules")
def rules(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """List the rules that a finding can break."""
    return _show("rules", format, output)


def _show(what: str, format: Plain, output: Path | None) -> int:
    from tabulate import tabulate

    from audits.listing import LISTS

    rows = LISTS[what]()
    put(as_json(rows) if format is Plain.JSON else tabulate(rows, headers="keys"), output)
    return Exit.CLEAN
