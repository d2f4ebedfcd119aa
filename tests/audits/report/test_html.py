"""The page read as a browser reads it: its parts, and nobody's words as markup."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audits.attacks import AgentRow, AgentVerdict, AttackReport
from audits.attacks.rows import CasesRow, TermRow, Tool
from audits.findings import finding
from audits.mutants import MutantRow
from audits.report.formats import Format, write
from audits.report.report import Report, no_report
from audits.result import Result
from audits.rules import Severity
from audits.verdict import Verdict
from tests.audits.report.pages import PAGES, run

SVG = "{http://www.w3.org/2000/svg}"

OUTSIDE = {"script", "iframe", "object", "embed", "link", "base", "form", "img", "video", "audio"}
"""Elements that run or fetch something; the page has none."""


def parsed(text: str, strict: bool = True) -> Element:
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("etree"), strict, False)
    root: Element = parser.parse(text)
    return root


def told(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def headings(root: Element) -> Iterator[tuple[int, str]]:
    for element in root.iter():
        if isinstance(element.tag, str) and re.fullmatch(r"h[1-6]", element.tag):
            yield int(element.tag[1]), told(element)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_its_run_to_whoever_reads_it_and_needs_nothing_beside_it(
    name: str, page: Callable[[str], Path]
):
    text = page(name).read_text()
    root = parsed(text)
    has_its_sections(root, PAGES[name][1])
    can_be_read_without_seeing_it(root)
    needs_nothing_beside_it(root, text)


def has_its_sections(root: Element, sections: tuple[str, ...]) -> None:
    assert [text for level, text in headings(root) if level == 3] == list(sections)
    links = [one.get("href", "")[1:] for one in root.iter("a")]
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert max(Counter(ids).values()) == 1, "an id names one element"
    assert set(links) <= set(ids), "every link leads somewhere in the page"


def can_be_read_without_seeing_it(root: Element) -> None:
    assert root.get("lang") == "en"
    for landmark in ("header", "nav", "main", "footer"):
        assert len(list(root.iter(landmark))) == 1
    body = root.find("body")
    assert body is not None
    assert (body[0].tag, body[0].get("href")) == ("a", "#main"), "the skip link comes first"
    levels = [level for level, _ in headings(root)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for table in root.iter("table"):
        assert told(next(table.iter("caption")))
        assert all(head.get("scope") for head in table.iter("th"))
        assert all(list(row.iter("th")) for row in table.iter("tr"))
    drawn = [one for one in root.iter("div") if one.get("role") == "img"]
    assert len(drawn) == len(list(root.iter(f"{SVG}svg")))
    assert all(len(one.get("aria-label", "")) > 20 for one in drawn)


def needs_nothing_beside_it(root: Element, text: str) -> None:
    tags = {str(one.tag).removeprefix(SVG) for one in root.iter()}
    assert not tags & OUTSIDE
    metas = {one.get("http-equiv"): one.get("content", "") for one in root.iter("meta")}
    assert "default-src 'none'" in metas["Content-Security-Policy"]
    assert not re.search(r"url\((?!#)|@import|https?://(?!www\.w3\.org/)", text)
    for one in root.iter():
        for key, value in one.attrib.items():
            assert not key.lower().startswith("on")
            if key.endswith(("href", "src")):
                assert value.startswith("#")
    for way in ("prefers-color-scheme: dark", "@media print"):
        assert way in text


def test_the_same_run_makes_the_same_bytes(page: Callable[[str], Path], tmp_path: Path):
    again = tmp_path / "again.html"
    run(*PAGES["attack"][0], "--format", "html", "--output", str(again))
    assert again.read_bytes() == page("attack").read_bytes()
    assert not re.search(r"\b20\d\d-\d\d-\d\d", again.read_text()), "no date"


def test_an_exploit_stands_call_by_call_beside_the_reference(page: Callable[[str], Path]):
    for name in ("search", "laws", "edits"):
        card = next(parsed(page(name).read_text()).iter("article"))
        assert [told(one) for one in card.iter("h5")] == [
            "What was done",
            "What the reference does",
        ]
        done, reference = ([told(call) for call in steps] for steps in card.iter("ol"))
        assert done != reference
        assert reference[0].startswith("lookup_order(order_id=")


def test_a_survivor_is_struck_in_its_line_of_source(page: Callable[[str], Path]):
    root = parsed(page("mutate").read_text())
    (struck,) = root.iter("del")
    (becomes,) = root.iter("ins")
    assert (told(struck), told(becomes)) == ("1.0", "2.0")
    changed = next(one for one in root.iter("span") if "changed" in one.get("class", ""))
    assert told(changed) == "6 > return 1.0 if answer.lower() in completion.lower() else 0.0"


def test_a_paid_agent_is_told_by_words_and_the_reference_line_stands_under_it(
    page: Callable[[str], Path],
):
    root = parsed(page("attack").read_text())
    rows = [[told(cell) for cell in row] for row in next(root.iter("tbody"))]
    assert [row[0].split(":")[0] for row in rows] == [
        "careful", "overpay", "0.950", "split-claim", "tamper",
    ]  # fmt: skip
    assert rows[1][-1] == "paid"
    label = next(one.get("aria-label", "") for one in root.iter("div") if one.get("role") == "img")
    assert "overpay 1.000 (paid)" in label
    assert "reference's line is at 0.950" in label


def test_nothing_audited_is_a_page_that_says_so():
    root = parsed(write(no_report("the target would not load"), Format.HTML))
    assert next(headings(root)) == (1, "? INCONCLUSIVE")
    assert "the target would not load" in told(root)


def test_without_its_libraries_the_command_that_installs_them_is_named_before_anything_is_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = str(tmp_path / "page.html")
    for words in (
        ("attack", "--format", "html"),
        ("attack", "--report", f"html:{page}"),
        ("settle", "table", "nowhere", "--format", "html"),
        ("selftest", "--format", "html"),
        ("reproduce", "refund", "--format", "html"),
    ):
        assert run(*words) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert "needs matplotlib; install with: pip install 'clawback[html]'" in told.err
    assert not Path(page).exists()


HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" style="background:url(//x)',
    "</title></style></pre></svg><svg onload=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "$\\frac{1}{$ & <b>\x00\x1b[31m\ud800\u202e",
    "javascript:alert(1)",
]


def hostile(words: str) -> Report:
    """A report in which whatever a target or an agent may name says `words`."""
    term = TermRow(words, words, 1.0, words)
    agent = AgentRow(words, "attacker", words, words, 1.0, {words: 1.0}, dict.fromkeys(
        ("unauthorized_cents", "unowed_cents", "duplicate_effects", "false_blocks", "replayable",
         "completed"), 0), AgentVerdict.PAID, 1, 1, 0, 0, [])  # fmt: skip
    attack = AttackReport(1, Tool(), words, "", 0, words, [term], [], CasesRow(words, 1, ""), 0.05,
                          [agent], Verdict.FINDINGS, words)  # fmt: skip
    calls = [{"tool": words, "args": {words: words}}]
    found = finding("R104", words, "wild", severity=Severity.ERROR, case=words, replay=words,
                    terms={words: 1.0}, counterexample={words: words, "calls": calls})  # fmt: skip
    board = {"strategy": words, "needs": words, "mean": 1.0, "most": 1.0, "paid_rows": 1, "rows": 1}
    row = MutantRow("id", words, 2, words, words, before=words, after=words, end_line=2,
                    source={"1": words, "2": f"x {words} y"})  # fmt: skip
    extra: dict[str, Any] = {"scoreboard": [board], "mutants": {"made": 1}, "survivors": [row],
                             "convention": words}  # fmt: skip
    target = words.encode(errors="replace").decode()  # a target's name is UTF-8 in every report
    result = Result(audit="attack", target=target, seed=0, tried=1, findings=[found], extra=extra,
                    reasons=[words])  # fmt: skip
    return Report(Verdict.FINDINGS, words, attack, lambda: words, (result,))


def skeleton(text: str) -> list[tuple[str, list[str]]]:
    """The elements of a page with their attributes' names; of a chart, that it is there."""
    root = parsed(text, strict=False)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == f"{SVG}svg":
                assert {str(one.tag) for one in child.iter()} <= {f"{SVG}{tag}" for tag in DRAWN}
                keys = {key.lower() for one in child.iter() for key in one.attrib}
                assert not any(key.startswith("on") for key in keys)
                child.clear()
    return [(str(one.tag), sorted(one.attrib)) for one in root.iter()]


DRAWN = ("svg", "g", "path", "text", "defs", "use", "clipPath", "rect", "style", "pattern", "tspan")

TAME = skeleton(write(hostile("tame"), Format.HTML))


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_never_become_markup(words: str):
    made = write(hostile(words), Format.HTML)
    made.encode()
    assert skeleton(made) == TAME
    assert "49" not in told(parsed(made, strict=False)).split(), "nobody's words are a template"


@settings(max_examples=12)
@given(st.text(min_size=1).filter(str.strip))
def test_whatever_anybody_says_the_page_has_the_same_elements(words: str):
    made = write(hostile(words), Format.HTML)
    assert skeleton(made) == TAME
