"""The form of a right answer: where in the reference the answer stands, and what is around it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from attackers.completions.lenient import near, number, plain, same, text_of
from attackers.rows import Row, Scene

_TAGGED = (
    re.compile(r"(?P<head>.*<answer>\s*)(?P<slot>.*?)(?P<tail>\s*</answer>.*)", re.S | re.I),
    re.compile(
        r"(?P<head>.*<(?P<name>(?!think|thought|reason|scratch)[a-z][\w-]*)>\s*)"
        r"(?P<slot>.*?)(?P<tail>\s*</(?P=name)>.*)",
        re.S | re.I,
    ),
    re.compile(r"(?P<head>.*####\s*)(?P<slot>[^\n]*)(?P<tail>.*)", re.S),
    re.compile(
        r"(?P<head>(?:.*[\n.])?\W*(?:the\s+)?(?:final\s+)?answer\s*(?:is\s*:?|:)[ \t]*)"
        r"(?P<slot>[^\n]+?)(?P<tail>\s*(?:\n.*)?)",
        re.S | re.I,
    ),
)
_ELEMENT = re.compile(r"\s*<([a-z][\w-]*)>.*</\1>\s*$", re.S | re.I)
"""A right answer that is one element: what stands around it is no part of the answer."""

_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_MARKS = ("####", "\\boxed{", "<answer>", "nswer:")
"""Marks of a form: a reference that has one where its gold has none is not bare."""

NONSENSE = "zzyzx"
"""A word that is an answer to nothing."""

LONG = 12
"""More words than an answer has that stands for itself."""


@dataclass(frozen=True, slots=True)
class Form:
    """A reference split at its answer: `head + slot + tail` is the reference."""

    head: str
    slot: str
    tail: str

    def holding(self, answer: str) -> str:
        """Put another answer into the form; the right one is taken out of what stands before it."""
        return f"{self._hushed}{answer}{self.tail}"

    def restating(self, answer: str) -> str:
        """Put the right answer into the form in other words."""
        return f"{self.head}{answer}{self.tail}"

    @property
    def _hushed(self) -> str:
        """The head without the right answer, where a reasoning already gives it away."""
        gold = self.slot.strip()
        if not gold:
            return self.head
        return re.sub(rf"(?<!\w){re.escape(gold)}(?!\w)", "this", self.head, flags=re.I)

    @property
    def vague(self) -> bool:
        """True if the answer could not be told from what is around it."""
        return "\n" in self.slot.strip() or (self.bare and len(self.slot.split()) > LONG)

    @property
    def bare(self) -> bool:
        """True if the reference is its answer and nothing else."""
        return not (self.head + self.tail).strip()


def form_of(row: Row) -> Form:
    """Split a row's reference at the answer it states."""
    reference, gold = str(row.reference), text_of(row.gold)
    marked = any(mark in reference and mark not in gold for mark in _MARKS)
    if row.gold is not None and not marked and same(reference, gold) and not _ELEMENT.match(gold):
        return Form("", reference, "")
    if boxed := _boxed(reference):
        return boxed
    for tagged in _TAGGED:
        if found := tagged.fullmatch(reference):
            return _trimmed(Form(found["head"], found["slot"], found["tail"]), gold)
    if row.gold is not None and gold and (found := _last_word(reference, gold)):
        return Form(reference[: found.start()], found[0], reference[found.end() :])
    return _numbered(reference, gold) or Form("", reference, "")


def _trimmed(form: Form, gold: str) -> Form:
    """Leave the full stop behind a right answer out of it."""
    behind = form.slot.removeprefix(gold) if gold else form.slot
    if behind != form.slot and behind and set(behind) <= set(".! "):
        return Form(form.head, gold, behind + form.tail)
    return form


def _last_word(text: str, gold: str) -> re.Match[str] | None:
    """Find the gold where it stands last as words of its own."""
    words = rf"(?<!\w){re.escape(gold)}(?!\w)"
    return next(iter(reversed(list(re.finditer(words, text, re.I)))), None)


def _numbered(reference: str, gold: str) -> Form | None:
    """Split at the last number that is the gold, however it is written."""
    wanted = number(gold)
    for found in reversed(list(_NUMBER.finditer(reference)) if wanted is not None else []):
        if number(found[0]) == wanted:
            return Form(reference[: found.start()], found[0], reference[found.end() :])
    return None


def _boxed(reference: str) -> Form | None:
    """Split at what stands in the last box, its own braces included."""
    start = reference.rfind("\\boxed{") + len("\\boxed{")
    depth = 1
    for at in range(start, len(reference) if start >= len("\\boxed{") else 0):
        depth += {"{": 1, "}": -1}.get(reference[at], 0)
        if depth == 0:
            return Form(reference[:start], reference[start:at], reference[at:])
    return None


def answer_of(row: Row) -> str:
    """What the row's reference answers."""
    return form_of(row).slot.strip()


def wrong_answers(scene: Scene, most: int = 3) -> list[str]:
    """Answers of other rows that are wrong on this one, and a nonsense word if there are few."""
    row = scene.row
    found: list[str] = []
    for other in rivals(scene):
        answer = answer_of(other)
        if _is_wrong(row, answer) and plain(answer) not in map(plain, found):
            found.append(answer)
        if len(found) == most:
            return found
    return [*found, *_made_up(row)][:most]


def rivals(scene: Scene) -> list[Row]:
    """The other rows whose right answer is another one than this row's."""
    gold = scene.row.gold
    if gold is None:
        return list(scene.others)
    return [
        row
        for row in scene.others
        if row.gold is None or not same(text_of(row.gold), text_of(gold))
    ]


def right_here(row: Row, answer: str) -> bool:
    """Tell whether an answer is what the row asks for, read fairly."""
    stated = form_of(row).slot
    return same(answer, stated) or (row.gold is not None and same(answer, text_of(row.gold)))


def _is_wrong(row: Row, answer: str) -> bool:
    """Tell whether an answer is none, not right, and not so near that a tolerance could take it."""
    return bool(answer) and not right_here(row, answer) and not near(answer, answer_of(row))


def _made_up(row: Row) -> list[str]:
    """The row's answer with other numbers, far from the right ones; and a nonsense word."""
    stated = answer_of(row)
    digits = re.sub(r"\d+", lambda found: str(3 * int(found[0][:18]) + 17), stated)
    return [digits, NONSENSE] if digits != stated else [NONSENSE]
