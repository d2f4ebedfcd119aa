"""`clawback figures check` and `write`: stated figures against what their commands give now."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.figures.blocks import blocks_of
from audits.figures.derive import value_at, written_as
from tests.audits.command import Ended, clawback
from tests.audits.snapshot import matches

HOLED = "def score(completion, answer):\n    return float(answer in completion)\n"
SOUND = "def score(completion, answer):\n    return float(completion.strip() == answer)\n"
COMMAND = "audit mine.py:score --rows rows.jsonl --quick --select R104"
PAGE = f"""# Ours

<!-- clawback figures: {COMMAND} -->
A wrong answer earns <!-- = numbers.cheat_ceiling -->7%<!-- / --> of a right one's, on
<!-- = rows.count -->0<!-- / --> rows; {{more}}
<!-- /clawback figures -->

The end.
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(HOLED)
    rows = [{"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 13)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "page.md").write_text(PAGE.format(more="so much."))
    return tmp_path


def figures(project: Path, *words: str) -> Ended:
    return clawback("figures", *words, cwd=project)


def test_a_stale_figure_exits_one_and_names_what_changed_underneath(project: Path):
    assert figures(project, "check", "page.md").code == 1
    ended = figures(project, "write", "page.md")
    assert (ended.code, ended.out) == (
        0,
        "page.md: 2 figures written, 2 changed: numbers.cheat_ceiling was 7%, is 100%; "
        "rows.count was 0, is 3\n",
    )
    page = (project / "page.md").read_text()
    assert "earns <!-- = numbers.cheat_ceiling -->100%<!-- / --> of" in page
    assert page.startswith("# Ours\n")
    assert page.endswith("<!-- /clawback figures -->\n\nThe end.\n")
    assert figures(project, "check", "page.md").code == 0
    (project / "mine.py").write_text(SOUND)
    ended = figures(project, "check", "page.md")
    matches("figures-stale", ("figures", "check", "page.md"), ended)
    assert ended.code == 1
    (project / "mine.py").write_text(HOLED)
    with (project / "rows.jsonl").open("a") as rows:
        rows.write('{"question": "13 + 13?", "answer": "26"}\n')
    ended = figures(project, "check", "page.md", "--format", "json")
    (stale,) = [one for one in json.loads(ended.out)["figures"] if one["now"] != one["stated"]]
    assert (stale["path"], stale["stated"], stale["now"]) == ("rows.count", "3", "4")
    assert stale["changed"] == ["cases"]


def test_written_twice_is_written_once(project: Path):
    figures(project, "write", "page.md")
    once = (project / "page.md").read_text()
    figures(project, "write", "page.md")
    assert (project / "page.md").read_text() == once


def test_a_diff_shows_what_would_be_written_and_writes_nothing(project: Path):
    before = (project / "page.md").read_text()
    ended = figures(project, "write", "page.md", "--diff")
    assert (ended.code, (project / "page.md").read_text()) == (0, before)
    assert "+A wrong answer earns <!-- = numbers.cheat_ceiling -->100%<!-- / -->" in ended.out


@pytest.mark.slow
def test_a_figure_that_cannot_be_made_again_exits_two(project: Path):
    page = project / "page.md"
    page.write_text(PAGE.format(more="<!-- = numbers.cheat -->1<!-- / -->"))
    figures(project, "write", "page.md")
    text = page.read_text().replace("7%", "100%").replace("-->0<!--", "-->3<!--")
    page.write_text(text)
    ended = figures(project, "check", "page.md")
    assert ended.code == 2
    assert "figure numbers.cheat: expected one of" in ended.out
    (project / "mine.py").write_text("def score(\n")
    ended = figures(project, "check", "page.md")
    assert ended.code == 2
    assert "SyntaxError" in ended.out


UNREAD = [
    "<!-- = numbers.cheat_ceiling -->5% without an end\n",
    "<!-- = numbers.cheat_ceiling -->5\n%<!-- / -->\n",
    "<!--= numbers.cheat_ceiling -->5%\n",
    "5%<!-- / -->\n",
]
"""What is meant for a figure and is none."""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# nothing\n", "no figures in page.md"),
        (f"<!-- clawback figures: {COMMAND} -->\n", "line 1: a block of figures without"),
        (
            f"\n<!-- clawback figures: {COMMAND} -->\n<!-- /clawback figures -->",
            "line 2: no figure in it",
        ),
        *((PAGE.format(more=more), "a mark that belongs to no figure") for more in UNREAD),
        (PAGE.format(more="") + UNREAD[0], "a mark that belongs to no figure"),
        (PAGE.format(more="").replace("<!-- clawback", "<!--clawback"), "belongs to no figure"),
        (f"{PAGE.format(more='')}<!-- /clawback figures -->\n", "belongs to no figure"),
    ],
)
@pytest.mark.parametrize("verb", ["check", "write"])
def test_a_page_without_figures_or_with_half_a_block_exits_two(
    verb: str, text: str, told: str, project: Path
):
    (project / "page.md").write_text(text)
    ended = figures(project, verb, "page.md")
    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err
    assert (project / "page.md").read_text() == text


def test_a_page_that_is_made_of_itself_comes_to_an_end(project: Path):
    (project / "page.md").write_text(PAGE.format(more="").replace(COMMAND, "figures check page.md"))
    ended = figures(project, "check", "page.md")
    assert ended.code == 2
    assert "figures check page.md: expected a command that measures something" in ended.out


def test_an_example_in_a_fence_states_nothing():
    page = PAGE.format(more="")
    for fence in ("```", "~~~~"):
        assert blocks_of(f"{fence}md\n{page}{fence}\n", "page.md") == []
        assert len(blocks_of(f"{fence}md\n{page}{fence}\n\n{page}", "page.md")) == 1
    assert len(blocks_of(f"```sh\nls\n```\n{page}```sh\nls\n```\n", "page.md")) == 1
    assert len(blocks_of(f"```x``` begins a line, and no fence\n{page}", "page.md")) == 1


def test_a_comment_and_a_quoted_mark_are_no_marks():
    page = PAGE.format(
        more="<!-- ==== -->\nwrite `<!-- = PATH -->` and `<!-- clawback figures: -->`"
    )
    assert len(blocks_of(page, "page.md")) == 1


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("a.c", "expected one of b; got 'c'"),
        ("l.7", "expected one of 0, 1; got '7'"),
        ("n.x", "3 has no parts, so no 'x'"),
    ],
)
def test_a_path_that_leads_nowhere_says_where_it_could_lead(path: str, told: str):
    with pytest.raises(CannotAuditError, match=told):
        value_at({"a": {"b": 1}, "l": [1, 2], "n": 3}, path)


@pytest.mark.parametrize(
    ("value", "stated", "written"),
    [
        (0.5, "12.5%", "50.0%"),
        (1234, "9,999", "1,234"),
        (0.12345, "0.99", "0.12"),
        (3, "7", "3"),
        ("CLEAN", "FINDINGS", "CLEAN"),
        (0.25, "?", "0.25"),
        (1234567, "?", "1234567"),
        (0.5, "?%", "50%"),
        (2.5, "$1.00", "$2.50"),
        (1234, "about 1,000 rows", "about 1,234 rows"),
        (-0.5, "some 12.5 %", "some -50.0 %"),
        (True, "x", "True"),
        (None, "-", "None"),
    ],
)
def test_a_figure_is_written_as_it_is_stated(value: object, stated: str, written: str):
    assert written_as(value, stated) == written
