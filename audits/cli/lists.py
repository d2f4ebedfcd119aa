"""`clawback list WHAT` and `clawback explain RULE`: what there is, and what a rule's id means."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from audits.cli.common import Output, PlainOption
from audits.cli.output import Plain, put
from audits.report.written import as_json
from audits.verdict import Exit

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Show what there is.")


@app.command("attackers")
def attackers(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """List the agents of the refund desk: what each is, must know, and does."""
    from attackers.refund import agents

    rows = [
        {
            "name": agent.name,
            "role": agent.role.value,
            "needs": agent.needs.value,
            "source": agent.source,
            "trick": agent.trick,
        }
        for agent in agents().values()
    ]
    return _show(rows, format, output)


@app.command("policies")
def policies(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """List the policies of the settlement desk: where each comes from, and what it does."""
    from attackers.settlement import policies

    rows = [
        {"name": policy.name, "source": policy.source, "trick": policy.trick}
        for policy in policies().values()
    ]
    return _show(rows, format, output)


@app.command("rules")
def rules(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """List the rules that a finding can break."""
    from audits.rules import RULES

    rows = [
        {"rule": rule.id, "severity": rule.severity.value, "title": rule.title}
        for rule in RULES.values()
    ]
    return _show(rows, format, output)


def explain(
    rule: Annotated[str, typer.Argument(help="A rule's id, e.g. D201.", metavar="RULE")],
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Say what a rule means, why it matters, and how a scorer that breaks it is mended."""
    from audits.errors import unknown
    from audits.rules import RULES

    told = RULES.get(rule.strip().upper())
    if told is None:
        raise unknown("RULE", rule, RULES)
    if format is Plain.JSON:
        put(as_json(told), output)
    else:
        text = f"{told.id} {told.severity}: {told.title}\n\n{told.why}\n\nFix: {told.fix}"
        put(text, output)
    return Exit.CLEAN


def _show(rows: list[dict[str, str]], format: Plain, output: Path | None) -> int:
    from tabulate import tabulate

    put(as_json(rows) if format is Plain.JSON else tabulate(rows, headers="keys"), output)
    return Exit.CLEAN
