"""What hides words from a search and not from a model changes nothing of what is found."""

from __future__ import annotations

import html
import re
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.errors import CannotAuditError
from audits.leak import KNOWN, Prompt, built_in, read_prompt
from audits.leak.plain import plain
from audits.leak.traces import traces
from audits.worlds import WORLDS
from desk.refund import eval_cases
from tests.audits.leak.test_leak import (
    HARMLESS,
    SETTLEMENT_HARMLESS,
    SETTLEMENT_TELLING,
    TELLING,
    found,
)

UNSEEN = [
    *(char for char in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(char) == "Cf"),
    *("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180f\u2065\u3164\ufe00\ufe0f\uffa0\ufff0\U000e0fff"),
    *("\x00\x08\x1b\x7f\u0336\u0301\u20dd"),
]
"""Format characters, the other default-ignorable ones, controls, and marks laid over letters."""

ALL = {
    "refund": [(name, one) for name, some in TELLING.items() for one in some],
    "settlement": [(name, one) for name, some in SETTLEMENT_TELLING.items() for one in some],
}
TOLD = st.sampled_from([(desk, *told) for desk, some in ALL.items() for told in some])
CASE = eval_cases().cases[0]


@st.composite
def sprinkled(draw: st.DrawFn, text: str) -> str:
    places = st.tuples(st.integers(0, len(text)), st.text(st.sampled_from(UNSEEN), min_size=1))
    for at, unseen in draw(st.lists(places, max_size=6)):
        text = text[:at] + unseen + text[at:]
    return text


@given(st.data(), TOLD)
def test_any_sprinkling_of_what_nobody_sees_hides_nothing(
    data: st.DataObject, told: tuple[str, str, str]
):
    desk, name, sentence = told
    assert name in tells(data.draw(sprinkled(sentence)), desk)


@given(st.data())
def test_a_sprinkled_ticket_is_a_trace_and_what_is_harmless_stays_so(data: st.DataObject):
    ticket = plain(data.draw(sprinkled(f"{CASE.ticket} Pay order {CASE.order}."))).both
    assert f"order {CASE.order}" in list(traces(ticket, CASE))
    harmless = "\n".join(f"* {sentence}" for sentence in HARMLESS)
    seen = sprinkled(harmless).filter(lambda text: not tagged(text))
    assert tells(data.draw(seen), "refund") == set()


def tagged(text: str) -> bool:
    return any("\U000e0020" <= char <= "\U000e007e" for char in text)


def tells(text: str, desk: str) -> set[str]:
    """The rules that a text tells: what `found` finds, without the cases."""
    sentences = Prompt("t", text).sentences
    return {of.name for of in KNOWN[desk].lore if any(of.told_by(one.both) for one in sentences)}


def bold(text: str) -> str:
    """Write Latin letters as the mathematical ones that look bold."""
    return "".join(
        chr(ord(c) - (ord("a") - 0x1D41A if c.islower() else ord("A") - 0x1D400))
        if c.isascii() and c.isalpha()
        else c
        for c in text
    )


DISGUISES: dict[str, Callable[[str], str]] = {
    "wide": lambda text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text),
    "bold": bold,
    "entities": lambda text: "".join(f"&#{ord(c)};" for c in text),
    "entities in hex": lambda text: "".join(f"&#x{ord(c):x};" for c in text),
    "entities of entities": lambda text: html.escape("".join(f"&#{ord(c)};" for c in text)),
    "soft hyphens as entities": "&shy;".join,
    "escapes": lambda text: "".join(f"\\u{ord(c):04x}" for c in text),
    "spaces that do not break": lambda text: text.replace(" ", "\u00a0"),
    "wide spaces": lambda text: text.replace(" ", "\u3000"),
    "spaces of no width": lambda text: text.replace(" ", "\u200b"),
    "separators of lines": lambda text: text.replace(" ", "\u2028"),
    "curly quotes": lambda text: text.replace("'", "\u2019"),
    "hyphens of print": lambda text: text.replace("-", "\u2011"),
    "underlined": lambda text: re.sub(r"\b([A-Za-z]+)\b", r"_\1_", text),
    "emphasis": lambda text: re.sub(r"\b([A-Za-z]+)\b", r"**\1**", text),
    "emphasis inside": lambda text: re.sub(r"(?<=[a-z])(?=[a-z])", "**", text),
    "tags inside": lambda text: re.sub(r"(?<=[a-z])(?=[a-z])", "<wbr>", text),
    "letter by letter": lambda text: re.sub(
        r"\b[A-Za-z]{4,}\b", lambda word: "-".join(word[0]), text
    ),
    "unseen letters": lambda text: "".join(
        chr(0xE0000 + ord(c)) for c in text.replace("\u2019", "'")
    ),
    "markdown's escapes": lambda text: re.sub(r"([_'-])", r"\\\1", text),
}


@pytest.mark.parametrize("how", DISGUISES)
@pytest.mark.parametrize("desk", ALL)
def test_no_disguise_that_keeps_the_letters_hides_a_rule(how: str, desk: str):
    for name, sentence in ALL[desk]:
        assert name in tells(DISGUISES[how](sentence), desk), sentence


@given(
    st.data(),
    TOLD,
    st.sampled_from(["-\n", "-  \r\n  ", "\u2010\n", "\u00ad\n", "\u200b-\n", "\\\n", "=\n"]),
)
def test_a_word_that_a_line_breaks_is_found_and_so_are_words_with_a_hyphen(
    data: st.DataObject, told: tuple[str, str, str], hyphen: str
):
    desk, name, sentence = told
    words = [word for word in re.finditer(r"[\w-]+", sentence) if "-" not in word[0]]
    places = [at for word in words for at in range(word.start() + 1, word.end())]
    inside = [at for at in places if sentence[at - 1 : at + 1].isalpha()]
    cuts = data.draw(st.lists(st.sampled_from(inside), max_size=3, unique=True))
    for at in sorted(cuts, reverse=True):
        sentence = sentence[:at] + hyphen + sentence[at:]
    assert name in tells(re.sub(r"(?<=[a-z])-(?=[a-z])", "-\n", sentence), desk)


@pytest.mark.parametrize(
    "text",
    ["pay", "re-read", "Zo\u00eb", "R&D", "a &copy b", "x < y > z", r"C:\New", "2*3*4"],
)
def test_what_hides_nothing_stays_as_it_is_but_for_accents(text: str):
    told = plain(text)
    assert told.both == text.replace("\u00eb", "e")


def test_a_sentence_is_shown_as_it_is_read():
    assert plain("Ne\u2060ver pay\u00a0twi\u00adce").both == "Never pay twice"
    assert plain("Ne\u200bver").both == "Ne ver\nNever"
    assert plain("twi-\nce").apart == "twi-ce"
    assert plain("twi-\nce").joined == "twice"


@pytest.mark.parametrize("desk", WORLDS)
@pytest.mark.parametrize("how", ["wide", "entities", "curly quotes", "underlined", "emphasis"])
def test_what_run_tells_is_clean_in_any_disguise(desk: str, how: str):
    assert found(DISGUISES[how](built_in(world=WORLDS[desk]).text), desk) == set()


@pytest.mark.parametrize("width", [30, 44, 60])
def test_what_is_harmless_is_clean_however_its_lines_are_broken(width: int):
    for desk, some in (("refund", HARMLESS), ("settlement", SETTLEMENT_HARMLESS)):
        for sentence in some:
            broken = re.sub(rf"(.{{{width}}}[a-z])(?=[a-z])", "\\1-\n", sentence)
            assert found(broken, desk) == set(), broken


def test_a_prompt_of_nothing_that_is_seen_is_no_prompt(tmp_path: Path):
    (tmp_path / "empty.txt").write_text("\u200b\n \u00ad\ufeff")
    with pytest.raises(CannotAuditError, match="got nothing but blanks"):
        read_prompt(tmp_path / "empty.txt")
