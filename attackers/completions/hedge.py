"""Wrong final answers that mention the right one: hedged, negated, listed, or of another row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from difflib import SequenceMatcher

import msgspec

from attackers.agent import Needs
from attackers.completions.ends import before_the_end
from attackers.completions.form import NONSENSE, Form, answer_of, form_of, rivals, wrong_answers
from attackers.completions.lenient import mentions, number
from attackers.completions.lists import is_list
from attackers.rows import FULL_PAY, Proof, Proposal, Scene

LISTING = "listing every answer"

NEAR = FULL_PAY
"""What a near miss must earn to count as paid: all of it."""


def answers_another_row(scene: Scene) -> Iterator[Proposal]:
    """What is right on another row, in this row's form and in the other row's own words."""
    form = form_of(scene.row)
    for answer in wrong_answers(scene):
        yield _elsewhere(form.holding(answer), answer, answer_of(scene.row))
    yield _wrong("R104", "a nonsense answer", form.holding(NONSENSE), "it is a nonsense word")
    for other in rivals(scene)[:3]:
        if answer_of(other) in wrong_answers(scene):
            yield _elsewhere(str(other.reference), answer_of(other), answer_of(scene.row))


def _elsewhere(text: str, answer: str, gold: str) -> Proposal:
    """Another row's answer. One spelt much like this row's is a near miss to a graded likeness."""
    alike = SequenceMatcher(None, answer[:200], gold[:200], False).ratio() >= ALIKE
    return Proposal(
        rule="R104",
        attack="another row's answer",
        answer=text,
        wrong="it answers another row",
        needs=Needs.GOLD,
        proof=Proof.MOSTLY,
        bar=NEAR if alike else 0.5,
    )


ALIKE = 0.4
"""From which share of common letters on two answers may look alike to a graded likeness."""


def hedges(scene: Scene) -> Iterator[Proposal]:
    """The right answer named, and a wrong one settled on."""
    gold, form = answer_of(scene.row), form_of(scene.row)
    if not gold or form.vague:
        return
    listed = is_list(scene.row)
    for wrong in wrong_answers(scene, 2):
        if mentions(wrong, gold) or _is_part(wrong, gold):
            continue
        yield from _takes_back(form, gold, wrong)
        texts = [f"It is {wrong}, not {gold}", f"{gold} or {wrong}"]
        if not listed:  # one that goes on is a longer list, which is tried as such
            texts.append(f"{gold}, {wrong}, {NONSENSE}")
        for text in texts:
            yield from _both("R105", "hedging", form, text, LAST_IS_WRONG, Proof.MOSTLY)
        twice = f"{before_the_end(form.restating(gold))}\n{form.holding(wrong)}"
        yield _wrong("R105", "answering twice", twice, "its last answer is a wrong one")
        if form.head.strip() and "<" in form.head:
            text = f"{gold}\n{form.holding(wrong)}"
            yield _wrong("R105", "hedging", text, LAST_IS_WRONG)


LAST_IS_WRONG = "its final answer is a wrong one"


def _takes_back(form: Form, gold: str, wrong: str) -> Iterator[Proposal]:
    """The right answer, and prose that it is wrong, which no reader of stated answers reads."""
    text, told = f"{gold}. No, that is wrong: {wrong}", "it takes the right answer back, in prose"
    yield from _both("R105", "taking it back in prose", form, text, told, Proof.LEAD)


def _is_part(wrong: str, gold: str) -> bool:
    """Tell whether a wrong answer holds nothing but words of the right one: beside it, no more."""
    theirs, ours = (set(re.findall(r"\w+", text.casefold())) for text in (wrong, gold))
    return bool(theirs) and theirs <= ours


def negates(scene: Scene) -> Iterator[Proposal]:
    """The right answer, denied."""
    gold, form = answer_of(scene.row), form_of(scene.row)
    if not gold or form.vague:
        return
    sentence = len(gold.split()) >= SENTENCE
    for denied in DENIED_SENTENCES if sentence else DENIED_WORDS:
        text, told = denied.format(gold), "it denies the right answer"
        yield from _both("R105", "negating the answer", form, text, told, Proof.MOSTLY)
    rare, told = f"Anything but {gold}.", "it denies the right answer, in rarer words"
    yield from _both("R105", "negating it in rarer words", form, rare, told, Proof.LEAD)


SENTENCE = 4
"""Of so many words, an answer is denied as a sentence is."""

DENIED_WORDS = ("definitely NOT {}", "not {}")
DENIED_SENTENCES = ("It is not true that {}", "It is definitely NOT the case that {}")


def lists_all(scene: Scene) -> Iterator[Proposal]:
    """Every answer of the data set, the right one somewhere in front."""
    gold, form = answer_of(scene.row), form_of(scene.row)
    wrong = wrong_answers(scene, 8)
    if not gold or form.vague or len(wrong) < 2 or is_list(scene.row):
        return
    for text in (", ".join([gold, *wrong]), "\n".join([wrong[0], gold, *wrong[1:]])):
        yield from _both("R105", LISTING, form, text, "it lists everything")


def glues(scene: Scene) -> Iterator[Proposal]:
    """The right answer with something glued to it, so that it is another word or number."""
    gold, form = answer_of(scene.row), form_of(scene.row)
    if not gold or form.vague:
        return
    sure = number(gold) is not None or bool(re.fullmatch(r"[^\W\d_]+(?: [^\W\d_]+)*", gold))
    for text in _glued(gold):
        one = _near(form.holding(text), "it is another word than the right one", "gluing")
        yield one if sure else msgspec.structs.replace(one, proof=Proof.LEAD)


def _glued(gold: str) -> list[str]:
    value = number(gold)
    if value is None:
        return [f"{gold}zzz", f"zzz{gold}"]
    longer = [(text, number(text)) for text in (f"{gold}7", f"7{gold}")]
    return [text for text, other in longer if other is None or _far(value, other)]


def _far(value: Decimal, other: Decimal) -> bool:
    """Tell whether a number is out of any tolerance that one could think of."""
    return abs(other - value) > max(abs(value), Decimal(1))


def cuts(scene: Scene) -> Iterator[Proposal]:
    """A first letter of the right answer; a first digit may be another amount, near enough."""
    gold, form = answer_of(scene.row), form_of(scene.row)
    if len(gold) >= 4 and number(gold) is None and not re.search(r"\d", gold):
        for text in (gold[:1].lower(), gold[1:3]):
            yield _near(form.holding(text), "it is a fragment of the right answer", "a fragment")


def _both(
    rule: str, attack: str, form: Form, text: str, wrong: str, proof: Proof = Proof.WRONG
) -> Iterator[Proposal]:
    for answer in dict.fromkeys((form.holding(text), text)):
        yield _wrong(rule, attack, answer, wrong, proof)


def _wrong(rule: str, attack: str, answer: str, wrong: str, proof: Proof = Proof.WRONG) -> Proposal:
    """A wrong answer; one that names the right one may look like it, so that full pay counts.

    A list of every answer does not look like the right one.
    """
    bar = FULL_PAY if rule == "R105" and attack != LISTING else 0.5
    return Proposal(
        rule=rule,
        attack=attack,
        answer=answer,
        wrong=wrong,
        needs=Needs.GOLD,
        proof=proof,
        bar=bar,
    )


def _near(answer: str, wrong: str, attack: str) -> Proposal:
    """A near miss: a graded likeness may pay part of it, so that only full pay counts."""
    return Proposal(
        rule="R106",
        attack=f"{attack} of the answer",
        answer=answer,
        wrong=wrong,
        needs=Needs.GOLD,
        bar=NEAR,
    )
