"""The page itself: the templates, with everything inlined."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from audits.attacks.rows import SCHEMA_VERSION
from audits.provenance import catalogue
from audits.report.html.blocks import Part
from audits.report.html.parts import measured_part, parts_of
from audits.report.report import Report
from audits.report.written import in_xml
from audits.verdict import Verdict
from clawback import __version__

SIGNS: dict[str, str] = {
    Verdict.CLEAN: "✓",
    Verdict.FINDINGS: "✗",
    "READY": "✓",
    "NOT READY": "✗",
}
"""A sign beside the verdict's word; what could not be judged has a question mark."""


def page(report: Report) -> str:
    """Write a report as one page."""
    sign = SIGNS.get(report.verdict, "?")
    return _page(report.verdict, sign, report.why, parts_of(report), report.text())


def measured_page(title: str, why: str, document: Any, text: str) -> str:
    """Write a document without findings as one page."""
    return _page(title, SIGNS.get(title, ""), why, [measured_part(title, why, document)], text)


def _page(title: str, sign: str, why: str, parts: Sequence[Part], text: str) -> str:
    return _template().render(
        title=title,
        why=why,
        parts=parts,
        text=text,
        sign=sign,
        version=__version__,
        catalogue=catalogue(),
        schema_version=SCHEMA_VERSION,
    )


@cache
def _template() -> Template:
    made = Environment(
        loader=PackageLoader("audits.report.html"),
        autoescape=True,  # a target's own words never become markup
        undefined=StrictUndefined,
        finalize=_holdable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["drawn"] = Markup  # for what `charts` wrote, and for nothing else
    return made.get_template("page.html.jinja")


def _holdable(value: Any) -> Any:
    return in_xml(value) if isinstance(value, str) and not isinstance(value, Markup) else value
