"""A report as JUnit XML: a case for each rule and target, so that a CI shows what was tried.

A case fails if a finding of its rule counts against the target; what does not (a lead, a note)
stands in its output. A case of which all is accepted is skipped, with the reason. An audit that
could not be made is an error, never a pass.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as Xml

from audits.attacks.rows import SCHEMA_VERSION
from audits.findings import Finding
from audits.provenance import catalogue
from audits.report.report import Report, earnings, placed
from audits.report.written import in_xml
from audits.result import Result
from audits.rewards.heard import NOTHING
from audits.rules import RULES
from audits.verdict import Verdict
from clawback import __version__


def write(report: Report) -> str:
    """Write the suites: one for each audit."""
    root = Xml.Element("testsuites", name="clawback")
    for result in report.results:
        _suite(root, result)
    said = any(one.verdict is report.verdict for one in report.results)
    if report.verdict not in (Verdict.CLEAN, Verdict.FINDINGS) and not said:
        suite = Xml.SubElement(root, "testsuite", name="clawback")
        _could_not(suite, "clawback", str(report.verdict), f"{report.verdict}: {report.why}")
    if report.notes:
        _notes(root, report.notes)
    for suite in root:
        _count(suite)
    _count(root)
    Xml.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(root, encoding="unicode")


def _suite(root: Xml.Element, result: Result) -> None:
    suite = Xml.SubElement(root, "testsuite", name=in_xml(f"{result.audit} {result.target}"))
    properties = Xml.SubElement(suite, "properties")
    for name, value in _properties(result):
        Xml.SubElement(properties, "property", name=name, value=in_xml(value))
    tried = set(result.extra.get("rules", ())) & set(RULES)  # `leak` has rules of another kind
    rules = {found.rule for found in result.findings} | tried
    for rule in sorted(rules):
        _case(suite, result, rule)
    if result.verdict not in (Verdict.CLEAN, Verdict.FINDINGS):
        _could_not(suite, result.target, f"{result.audit}: {result.verdict}", result.why)
    elif not rules:
        Xml.SubElement(suite, "testcase", classname=in_xml(result.target), name=result.audit)


def _properties(result: Result) -> Iterator[tuple[str, str]]:
    yield "schema_version", str(SCHEMA_VERSION)
    yield "tool_version", __version__
    yield "catalogue", catalogue()
    yield "seed", str(result.seed)
    yield "target_digest", result.source.digest
    yield "verdict", str(result.verdict)
    yield "why", result.why


def _case(suite: Xml.Element, result: Result, rule: str) -> None:
    found = [one for one in result.findings if one.rule == rule]
    name = f"{rule} {RULES[rule].title}"
    case = Xml.SubElement(suite, "testcase", classname=in_xml(result.target), name=name)
    if place := next((placed(result, one) for one in found), result.source.place):
        case.set("file", in_xml(place.file))
        case.set("line", str(place.line))
    if not found and (why := _not_clean(result, rule)):
        Xml.SubElement(case, "skipped", message=why)
    against = [one for one in found if one in result.failing]
    if against:
        failure = Xml.SubElement(case, "failure", type=rule, message=in_xml(against[0].title))
        failure.text = _bodies(result, against)
    elif found and all(one in result.passed for one in found):
        why = f"accepted: {result.reason_for(found[0])}"
        Xml.SubElement(case, "skipped", message=in_xml(why))
    if others := [one for one in found if one not in against]:
        Xml.SubElement(case, "system-out").text = _bodies(result, others)


def _bodies(result: Result, found: list[Finding]) -> str:
    return in_xml("\n\n".join(_body(result, one) for one in found))


def _not_clean(result: Result, rule: str) -> str:
    came = dict(result.extra.get("rules", {})).get(rule, NOTHING)
    return "" if came == NOTHING else came


def _body(result: Result, found: Finding) -> str:
    reason = result.reason_for(found)
    how = str(found.severity) if reason is None else f"accepted ({reason})"
    lines = [f"{how}: {found.title}", earnings(found)]
    lines += [f"reaches {found.reach.rows} of {found.reach.of}"]
    if found.counterexample:
        lines += ["counter-example: " + json.dumps(found.counterexample, ensure_ascii=False)]
    lines += [f"replay: {found.replay}"] if found.replay else []
    return "\n".join(line for line in lines if line)


def _notes(root: Xml.Element, notes: Sequence[str]) -> None:
    suite = Xml.SubElement(root, "testsuite", name="clawback")
    for note in notes:
        case = Xml.SubElement(suite, "testcase", classname="clawback", name=in_xml(note))
        Xml.SubElement(case, "skipped", message=in_xml(note))


def _could_not(suite: Xml.Element, target: str, name: str, why: str) -> None:
    case = Xml.SubElement(suite, "testcase", classname=in_xml(target), name=name)
    error = Xml.SubElement(case, "error", type="could not audit", message=in_xml(why))
    error.text = in_xml(why)


def _count(element: Xml.Element) -> None:
    for name, what in COUNTED:
        element.set(name, str(len(list(element.iter(what)))))


COUNTED = (
    ("tests", "testcase"),
    ("failures", "failure"),
    ("errors", "error"),
    ("skipped", "skipped"),
)
"""What a suite's attributes count."""
