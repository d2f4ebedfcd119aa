"""Summaries: of a suite, a comparison, a search, a self-test, and of figures measured again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from audits.compare.moved import Moved
from audits.report.compare_text import before, kept
from audits.report.html.blocks import Cell, Facts, Section, Table, Words, numbers, words
from audits.report.search_text import search_text
from audits.report.selftest_text import told_flag
from audits.report.suite_text import HEAD
from audits.reproduce import ReproduceReport
from audits.reproduce.settlement import SettlementReport
from audits.result import Result
from audits.suite import SuiteReport, SuiteRow
from audits.verdict import Verdict

MARKS = {Verdict.CLEAN: "good", Verdict.FINDINGS: "bad"}


def suite(report: SuiteReport) -> Iterator[Section]:
    """Show a row for each audit."""
    rows = [
        [
            Cell(row.audit),
            *numbers([row.tried, row.could_not_run, row.errors, row.warnings]),
            _verdict(row),
            Cell(row.why),
        ]
        for row in report.summary
    ]
    yield Section("All audits", [Table("A row for each audit", (*HEAD, "why"), rows)])


def _verdict(row: SuiteRow) -> Cell:
    return Cell(str(row.verdict), mark=MARKS.get(row.verdict, ""))


def comparison(result: Result) -> Iterator[Section]:
    """Show what references kept, and the figures and attacks that moved between two rewards."""
    if told := kept(result):
        yield Section("References", [Words(f"Before: {before(result)}; {told}.")])
    for key, title in (("numbers", "What moved"), ("strategies", "Attacks that moved")):
        moved = result.extra.get(key)
        if result.audit == "compare" and isinstance(moved, list) and moved:
            yield Section(title, [Table(title, ("figure", "before", "after"), _moved(moved))])


def _moved(rows: Sequence[Moved]) -> list[list[Cell]]:
    return [[Cell(one.name), *numbers(map(_share, (one.before, one.after)))] for one in rows]


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def search(result: Result) -> Iterator[Section]:
    """Show how hard a search looked."""
    if "search" in result.extra:
        lines = search_text(result).splitlines()
        facts = zip(("effort", "moves", "ceiling"), lines, strict=True)
        yield Section("The search", [Facts(list(facts))])


def reproduced(report: ReproduceReport | SettlementReport) -> Iterator[Section]:
    """Show each published figure beside the measured one."""
    rows = []
    for one in report.figures:
        good = one.equal if not hasattr(one, "holds") else one.holds
        answer = Cell("yes" if good else "NO", mark="" if good else "bad")
        label = getattr(one, "label", "exact")
        rows.append([*words(one.name, label), *numbers((one.published, one.measured)), answer])
    head = ("figure", "label", "published", "measured", "holds")
    left = [(one.name, f"{one.published} ({one.why})") for one in report.not_recomputable]
    yield Section("Published and measured", [Table("Every figure", head, rows)])
    if left:
        yield Section("Published, and not to be recomputed", [Facts(left)])


def selftest(document: Mapping[str, Any]) -> Iterator[Section]:
    """Show what the auditor said of each case's two rewards."""
    rows = [
        [
            *words(case["name"], case["shape"], told_flag(case["holed"]), told_flag(case["fixed"])),
            _separated(case["separated"]),
        ]
        for case in document["cases"]
    ]
    head = ("case", "shape", "holed", "fixed", "separated")
    yield Section("Self-test", [Table("Every case", head, rows)])


def _separated(separated: bool | None) -> Cell:
    if separated is None:
        return Cell("-")
    return Cell("yes", mark="good") if separated else Cell("NO", mark="bad")
