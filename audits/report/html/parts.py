"""What a report's page shows of each audit and measure, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from audits.attacks import AttackReport
from audits.qualify import Qualification
from audits.report.html import (
    exploits,
    matrices,
    measured,
    mutants,
    qualification,
    scoreboard,
    settlement,
)
from audits.report.html.blocks import Facts, Part, Section, Words
from audits.report.report import Report
from audits.reproduce import ReproduceReport
from audits.reproduce.settlement import SettlementReport
from audits.result import Result
from audits.settlement.ablate import Ablation
from audits.settlement.tables import Tables
from audits.suite import SuiteReport

Show = Callable[[Result], Iterator[Section]]

OF_A_RESULT: tuple[Show, ...] = (
    measured.comparison,
    measured.search,
    matrices.faults,
    matrices.edits,
    matrices.laws,
    mutants.mutants,
    exploits.exploits,
)
"""What may be shown of a result; each looks for what it shows and is silent where it is not."""


def parts_of(report: Report) -> list[Part]:
    """Make the parts of a page."""
    document = report.document
    made = []
    if sections := list(_of_document(document)):
        made.append(Part("The whole run", report.verdict, report.why, sections))
    for at, result in enumerate(report.results):
        attack = _attack(document) if result.audit == "attack" else None
        made.append(_part(result, attack, f"part{at}"))
    return made


def measured_part(title: str, why: str, document: Any) -> Part:
    """Make the part of a document without findings."""
    return Part(title, "", why, list(_of_document(document)))


def _of_document(document: Any) -> Iterator[Section]:
    match document:
        case SuiteReport():
            yield from measured.suite(document)
        case ReproduceReport() | SettlementReport():
            yield from measured.reproduced(document)
        case Qualification():
            yield from qualification.qualification(document)
        case Tables():
            yield from settlement.tables(document, "settlement")
        case Ablation():
            yield from settlement.arms(document, "ablation")
        case {"separated": _, "cases": _}:
            yield from measured.selftest(document)


def _attack(document: Any) -> AttackReport | None:
    if isinstance(document, SuiteReport):
        document = document.audits.get("attack")
    return document if isinstance(document, AttackReport) else None


def _part(result: Result, attack: AttackReport | None, name: str) -> Part:
    sections = [
        *(scoreboard.agents(attack, name) if attack else ()),
        *scoreboard.strategies(result, name),
        *scoreboard.twins(result, name),
        *(section for show in OF_A_RESULT for section in show(result)),
        *_not_checked(result),
        Section("Made from", [Facts(list(_origin(result, attack)))]),
    ]
    return Part(f"{result.audit} on {result.target}", result.verdict, result.why, sections)


def _not_checked(result: Result) -> Iterator[Section]:
    if result.reasons:
        yield Section("Not checked", [Words(why) for why in result.reasons])


def _origin(result: Result, attack: AttackReport | None) -> Iterator[tuple[str, str]]:
    yield "target", result.target
    yield "target digest", result.source.digest or "its source cannot be read"
    if place := result.source.place:
        yield "place", f"{place.file}:{place.line}"
    yield "seed", str(result.seed)
    if attack is not None:
        yield "cases", f"{attack.cases.count} of {attack.cases.name} ({attack.cases.digest[:12]})"
    for key in ("convention", "reference_written"):
        if isinstance(told := result.extra.get(key), str):
            yield key.replace("_", " "), told
