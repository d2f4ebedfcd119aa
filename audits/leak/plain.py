"""A text as a model reads it: what hides words from a search is taken off, in one place.

Looks are undone that keep the letters: compatibility forms, accents, entities, escapes, emphasis,
what cannot be seen, words broken at a line's end. Other letters that look alike, other languages
and other words are not: a model understands those, and this does not.

Whether a break inside a word was a space or nothing is not known, so both are read.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

EITHER = "\0"
"""Stands where a space may have been, or nothing. No text has it: controls are taken out."""

SOFT, THIN = "\u00ad", "\u200b"
"""A hyphen that shows where a line ends, and a space of no width: between words, or inside one."""

IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\ufe00-\ufe0f\uffa0\ufff0-\uffff"
    "\U000e0000-\U000e0fff]"
)
"""Default-ignorable code points that are no format characters (Unicode, DerivedCoreProperties)."""

MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
"""The blocks of combining marks that are of no one script."""

TAGS = re.compile("[\U000e0020-\U000e007e]+")
"""ASCII that nobody sees: tag characters, which a model may read all the same."""

_AS_ASCII = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2043\u2212", "-")
    | dict.fromkeys("\u2018\u2019\u201b\u02bc", "'")
    | dict.fromkeys("\x85\u2028\u2029", "\n")
    | dict.fromkeys("\x1c\x1d\x1e\x1f", " ")
    | {"\u2026": ","}  # three full stops would end a sentence
)
_ENTITY = re.compile(
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|&(?:shy|nbsp)"
)
_ESCAPE = re.compile(r"\\(?:u(?P<code>[0-9a-fA-F]{4})|(?P<line>[nrt](?![a-z]))|(?P<self>[^\w\s]))")
_LETTER = r"[^\W\d_]"
_TAG = r"</?(?:b|big|br|code|del|em|font|i|ins|kbd|mark|s|small|span|strong|sub|sup|tt|u|wbr)\s*/?>"
_INLINE = re.compile(rf"{_TAG}|<!--\s*-->", re.IGNORECASE)
_EMPHASIS = re.compile(r"(?P<bullet>^[ \t]*\*+)|\*+|`+|~~", re.MULTILINE)
_EDGE = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_SPACED = re.compile(rf"(?<!\w){_LETTER}([ ._-])(?:{_LETTER}\1){{2,}}{_LETTER}(?!\w)")
_HYPHENATED = re.compile(rf"(?<=\w){SOFT}*-{SOFT}*[ \t\r]*\n[ \t]*{SOFT}*(?=\w)")
_SOFTLY = re.compile(rf"(?<!{SOFT}){SOFT}+[ \t\r]*\n[ \t]*(?=\w)|(?<=\w)[ \t\r]*\n[ \t]*{SOFT}+")


_CONTINUED = re.compile(r"(?<=\w)[=\\][ \t\r]*\n[ \t]*(?=\w)")
_THIN = re.compile(rf"(?<={_LETTER}){THIN}+(?={_LETTER})")


class Plain(NamedTuple):
    """A text in which every break is marked that may be none."""

    marked: str

    @property
    def apart(self) -> str:
        """The text with each such break as a space, or as its hyphen."""
        return self.marked.replace(f"-{EITHER}", "-").replace(EITHER, " ")

    @property
    def joined(self) -> str:
        """The text without such breaks."""
        return self.marked.replace(f"-{EITHER}", "").replace(EITHER, "")

    @property
    def both(self) -> str:
        """What is to be searched: either way of reading it, on lines of their own."""
        return f"{self.apart}\n{self.joined}" if EITHER in self.marked else self.marked


@lru_cache(64)
def plain(text: str) -> Plain:
    """Take off what hides words. What stands there in tag characters follows as a paragraph."""
    text = _spelt(_letters(text))
    hidden = " ".join(_untagged(found[0]) for found in TAGS.finditer(text))
    seen = _broken(_letters(TAGS.sub("", text)))
    return Plain(f"{seen}\n\n{hidden}" if hidden else seen)


def _spelt(text: str) -> str:
    """Put characters in the place of entities and escapes, even of those that are escaped."""
    for _ in range(2):
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
        text = _ESCAPE.sub(_escaped, text)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _escaped(found: re.Match[str]) -> str:
    if found["code"]:
        return chr(int(found["code"], 16))
    return "\n" if found["line"] else found["self"]


def _letters(text: str) -> str:
    """Write letters without their looks and accents, and leave out what cannot be seen."""
    spread = unicodedata.normalize("NFKD", text.translate(_AS_ASCII)).translate(_AS_ASCII)
    return unicodedata.normalize("NFC", "".join(char for char in spread if not _hidden(char)))


@cache
def _hidden(char: str) -> bool:
    """Whether a character shows nothing of its own; three kinds are needed a little longer."""
    if char in "\n\r\t\v\f" or char in (SOFT, THIN) or TAGS.match(char):
        return False
    hidden = unicodedata.category(char) in ("Cc", "Cf", "Cs")
    return hidden or bool(IGNORABLE.match(char) or MARKS.match(char))


def _broken(text: str) -> str:
    """Mark where a word may have been broken: by a line's end, by emphasis, letter by letter."""
    text = _THIN.sub(EITHER, text).replace(THIN, "")
    text = _HYPHENATED.sub(f"-{EITHER}", text)
    text = _CONTINUED.sub(EITHER, _SOFTLY.sub(EITHER, text)).replace(SOFT, "")
    text = _EMPHASIS.sub(_stressed, _INLINE.sub(EITHER, text))
    text = _EDGE.sub("", text)
    return _SPACED.sub(lambda found: found[0].replace(found[1], EITHER), text)


def _stressed(found: re.Match[str]) -> str:
    """Take emphasis off; what makes a line an item of a list stays, and what multiplies."""
    text, start, end = found.string, *found.span()
    before, after = text[start - 1 : start], text[end : end + 1]
    if found["bullet"] or (before + after).isdigit():
        return found[0]
    return EITHER if before.isalnum() and after.isalnum() else ""


def _untagged(tags: str) -> str:
    return "".join(chr(ord(tag) - 0xE0000) for tag in tags)
