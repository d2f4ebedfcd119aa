"""`clawback explain RULE` or `ID`: what a rule means, or what was found under an id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from audits.cli.common import Output, PlainOption
from audits.cli.complete import offer
from audits.cli.complete import rules as rule_ids
from audits.cli.output import Plain, put
from audits.report.written import as_json
from audits.verdict import Exit

if TYPE_CHECKING:
    from audits.rules import Rule
    from audits.store import Saved

LEAST = 4
"""Characters of a finding's id from which on a word is taken for one."""


def explain(
    rule: Annotated[
        str,
        typer.Argument(
            help="A rule's id, e.g. D201, or that of a saved finding.",
            metavar="RULE|ID",
            autocompletion=offer(rule_ids),
        ),
    ],
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Say what a rule means, why it matters, and how a scorer that breaks it is mended.

    Of a saved finding, which `clawback replay` lists, say all that is known, and then the same.
    """
    from audits.errors import unknown
    from audits.rules import RULES

    word = rule.strip()
    told = RULES.get(word.upper())
    saved = None if told else _saved(word)
    if saved is not None:
        told = RULES[saved.finding.rule]
    if told is None:
        raise unknown("RULE", rule, RULES)
    if format is Plain.JSON:
        put(as_json(_document(told, saved)), output)
    else:
        put(_text(told, saved), output)
    return Exit.CLEAN


def _saved(word: str) -> Saved | None:
    """Look a finding up; a word that cannot be an id, or a store that is off, has none."""
    from audits.cli.replay import opened_store
    from audits.store import folder_of_store

    if len(word) < LEAST or set(word.lower()) - set("0123456789abcdef"):
        return None
    if folder_of_store() is None:
        return None
    with opened_store() as store:
        return store.find(word)


def _document(told: Rule, saved: Saved | None) -> Any:
    return told if saved is None else {"finding": saved, "rule": told}


def _text(told: Rule, saved: Saved | None) -> str:
    from audits.report.audit_text import finding_text

    text = f"{told.id} {told.severity}: {told.title}\n\n{told.why}\n\nFix: {told.fix}"
    if saved is None:
        return text
    found = finding_text(saved.finding, saved.target)
    return f"{saved.audit} on {saved.target}, seed {saved.seed}\n\n{found}\n\n{text}"
