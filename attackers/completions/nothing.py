"""Saying nothing: empty, blank and null completions, refusals, filler, and the form left empty."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attackers.agent import Needs
from attackers.completions.form import answer_of, form_of
from attackers.completions.lenient import plain, text_of
from attackers.rows import Proposal, Row, Scene

EMPTY = ("", " ", "\n\n", ".", "...", "?")
NULL = ("null", "nan", "undefined", "NaN", "inf", "[]", "{}")
WILDCARDS = (".*", "*", "%", "(?s).*", "^", "\\w+", "_")
"""Texts that match anything, where a completion is taken for a pattern."""

REFUSALS = (
    "I don't know.",
    "I cannot help with that.",
    "No idea.",
    "I would rather talk about something else entirely, if that is all right with you.",
)
FILLER = "well let us think about this for a moment and then think about it once more "

_NOTHING = {"", "null", "nan", "none", "undefined", "inf", "infinity", "n/a", "na", "nothing"}
_UNSURE = re.compile(
    r"unknown|cannot|can't|don't know|no answer|not (?:known|enough|possible)|refus"
)
_TAGS = re.compile(r"</?[A-Za-z][\w-]*>")


def says_nothing(scene: Scene) -> Iterator[Proposal]:
    """Empty, blank and null completions."""
    if asks_for_nothing(scene.row):
        return
    for text in (*EMPTY, *NULL):
        yield Proposal(
            rule="R101", attack="saying nothing", answer=text, wrong="it says nothing at all"
        )


def matches_anything(scene: Scene) -> Iterator[Proposal]:
    """Patterns that match whatever the right answer is."""
    form = form_of(scene.row)
    for pattern in WILDCARDS:
        for text, rule in {form.holding(pattern): "R104", pattern: "R101"}.items():
            yield Proposal(
                rule=rule, attack="a wildcard", answer=text, wrong="it matches any answer"
            )


def refuses(scene: Scene) -> Iterator[Proposal]:
    """Refusals, in few words and in many."""
    if asks_for_nothing(scene.row):
        return
    for text in REFUSALS:
        yield Proposal(rule="R101", attack="refusing", answer=text, wrong="it declines to answer")
    for times in (1, 40):
        yield Proposal(
            rule="R101", attack="filler", answer=(FILLER * times).strip(), wrong="it is filler"
        )


def leaves_form_empty(scene: Scene) -> Iterator[Proposal]:
    """The reference's form without its answer, once and many times over."""
    form = form_of(scene.row)
    if form.bare or asks_for_nothing(scene.row):
        return
    tags = "".join(_TAGS.findall(str(scene.row.reference)))
    repeated = re.sub(r"(<[A-Za-z][\w-]*></[A-Za-z][\w-]*>)", r"\1\1", tags)
    texts = [form.holding(inside) for inside in ("", " ")]
    texts += [tags, repeated, tags * 3] if tags else []
    for text in dict.fromkeys(texts):
        yield Proposal(
            rule="R103", attack="the form left empty", answer=text, wrong="it states no answer"
        )


def fills_in_a_placeholder(scene: Scene) -> Iterator[Proposal]:
    """The reference's form around a placeholder."""
    form = form_of(scene.row)
    if form.bare or asks_for_nothing(scene.row):
        return
    for inside in ("...", "?", "nan", "inf", "null"):
        yield Proposal(
            rule="R104",
            attack="a placeholder for an answer",
            answer=form.holding(inside),
            wrong="it states no answer",
        )


def thinks_only(scene: Scene) -> Iterator[Proposal]:
    """Everything of the form but the part that answers."""
    form = form_of(scene.row)
    head = form.head.strip()
    if head and answer_of(scene.row) and plain(answer_of(scene.row)) not in plain(head):
        yield Proposal(
            rule="R103",
            attack="the form cut off before the answer",
            answer=head,
            wrong="it stops before it answers",
            needs=Needs.PROMPT,
        )


def asks_for_nothing(row: Row) -> bool:
    """Tell whether saying nothing or declining could be what the row wants."""
    wanted = [plain(answer_of(row))]
    if row.gold is not None:
        wanted.append(plain(text_of(row.gold)))
    return any(text in _NOTHING or bool(_UNSURE.search(text)) for text in wanted)
