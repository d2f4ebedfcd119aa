"""The hardened scorer and our desk keep every law, and each law catches each of its canaries."""

from __future__ import annotations

import pytest

from audits.laws import LAWS, Law
from audits.laws.engine import _caught
from audits.laws.sources import Collected, drawn, driven
from tests.audits.laws.subjects import setting

EXAMPLES = 40
DESK = [law for law in LAWS.values() if law.step]
SCORER = [law for law in LAWS.values() if not law.step]


@pytest.fixture(scope="module")
def desk() -> dict[str, Collected]:
    made = driven(setting(EXAMPLES), {law: law.step for law in DESK if law.step})
    return {one.tally.law.name: one for one in made}


def kept(collected: Collected) -> None:
    tally, law = collected.tally, collected.tally.law
    subject = setting().subject
    assert tally.errors == []
    assert tally.breaches == {}
    assert tally.tried > 0
    for name, twist in law.canaries.items():
        assert _caught(law, twist(subject), tally.trials), f"{law.name} misses a twin that {name}"


@pytest.mark.parametrize("law", SCORER, ids=lambda law: law.name)
def test_the_hardened_scorer_keeps_the_law_and_its_canaries_do_not(law: Law):
    kept(drawn(setting(EXAMPLES), law))


@pytest.mark.parametrize("law", DESK, ids=lambda law: law.name)
def test_the_desk_keeps_the_law_at_every_step_and_its_canaries_do_not(
    law: Law, desk: dict[str, Collected]
):
    kept(desk[law.name])


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.name)
def test_a_law_says_what_it_is_in_one_sentence_and_has_a_canary(law: Law):
    assert law.canaries
    for text in (law.statement, law.why):
        assert text[0].isupper() and text.endswith(".") and text.count(". ") == 0
    assert law.name == law.name.lower() and " " not in law.name
