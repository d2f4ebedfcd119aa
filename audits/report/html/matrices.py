"""What each term gave: heat maps term x fault and term x edit, and the laws that were tried."""

from __future__ import annotations

from collections.abc import Iterator

from audits.attacks.rows import TermRow
from audits.dead import Row
from audits.edits import EditRow
from audits.report.faults_text import value_text
from audits.report.html.blocks import (
    Cell,
    Section,
    Table,
    heats,
    numbers,
    term_codes,
    terms_named,
    words,
)
from audits.report.laws_text import HEAD as LAWS_HEAD
from audits.report.laws_text import law_cells
from audits.result import Result


def faults(result: Result) -> Iterator[Section]:
    """Show what each term paid at worst for each fault."""
    rows: list[Row] = result.extra.get("faults", [])
    terms: list[TermRow] = result.extra.get("terms", [])
    if not rows:
        return
    most = max((term.weight for term in terms), default=1.0)
    head = ("fault", "by", "strikes", *term_codes(terms), "value", "treated", "broken")
    cells = [
        [
            *words(row.fault, row.by),
            *numbers([row.strikes]),
            *heats(row.terms.values(), most),
            Cell(value_text(row), number=True),
            Cell(", ".join(row.treated)),
            _broken(" ".join(row.rules)),
        ]
        for row in rows
    ]
    yield Section(
        "Term x fault",
        [Table("The most that each term paid, weight included", head, cells, terms_named(terms))],
    )


def _broken(rules: str) -> Cell:
    proven = any(not rule.startswith("(") for rule in rules.split())
    return Cell(rules or "none", mark="bad" if proven else "")


def edits(result: Result) -> Iterator[Section]:
    """Show which terms noticed each edit."""
    rows: list[EditRow] = result.extra.get("edits", [])
    terms: list[TermRow] = result.extra.get("terms", [])
    if not rows:
        return
    head = ("edit", "is", "rollouts", "amiss", "cost", *term_codes(terms), "dead")
    cells = [
        [
            *words(row.edit, row.standing),
            *numbers([row.rollouts]),
            Cell(str(row.amiss), number=True, mark="bad" if row.amiss else ""),
            Cell(f"{row.cost:.3f}", number=True),
            *heats([*row.terms.values(), row.dead]),
        ]
        for row in rows
    ]
    note = f"Under each term: the share of the rollouts in which it gave less. {terms_named(terms)}"
    yield Section("Term x edit", [Table("Which term noticed which edit", head, cells, note)])


def laws(result: Result) -> Iterator[Section]:
    """Show how often each law was tried and broken."""
    rows = result.extra.get("laws", [])
    if not rows:
        return
    cells = []
    for row in rows:
        name, tried, aside, broken, canaries, statement = law_cells(row)
        counts = [
            *numbers([tried, aside]),
            Cell(broken, number=True, mark="bad" if row["broken"] else ""),
            *numbers([canaries]),
        ]
        cells.append([Cell(name), *counts, Cell(statement)])
    yield Section("Laws", [Table("Every law, and how often it was broken", LAWS_HEAD, cells)])
