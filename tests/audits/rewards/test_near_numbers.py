"""Numbers that are near or turned: told, and no error where a sound reward may pay them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from attackers.rows import Row
from audits.findings import Finding
from audits.rules import Severity
from tests.audits.rewards.in_process import audited, extras

WHOLE = ("2464", "18", "305", "77")
BROKEN = ("1.414", "2.718", "3.1416", "9.81")
Near = Callable[[float, float], bool]


def rows_of(golds: tuple[str, ...]) -> list[Row]:
    return [Row(index=n, prompt=f"{n}?", gold=g, reference=g) for n, g in enumerate(golds)]


def told(near: Near, golds: tuple[str, ...]) -> list[Finding]:
    def reward(_prompt: str, completion: str, answer: str) -> float:
        try:
            return float(near(float(completion), float(answer)))
        except (ValueError, OverflowError):
            return 0.0

    found, unsound = audited(reward, rows_of(golds))
    assert not unsound
    return [one for one in found if one.rule != "N501"]


@pytest.mark.parametrize(
    ("near", "golds", "severity"),
    [
        (lambda a, b: abs(a - b) <= 1, WHOLE, Severity.WARNING),
        (lambda a, b: abs(a - b) <= 0.2 * b, WHOLE, Severity.WARNING),
        (lambda a, b: abs(a - b) <= 0.1 * b, BROKEN, Severity.WARNING),
        (lambda a, b: int(a) == int(b), BROKEN, Severity.WARNING),
        (lambda a, b: round(a) == round(b), BROKEN, Severity.WARNING),
        (lambda a, b: round(a, 1) == round(b, 1), BROKEN, Severity.NOTE),
        (lambda a, b: abs(a - b) <= 0.01 * b, WHOLE, Severity.NOTE),
    ],
)
def test_a_tolerance_is_told_once_and_is_no_error(
    near: Near, golds: tuple[str, ...], severity: Severity
) -> None:
    [one] = told(near, golds)
    assert (one.rule, one.severity) == ("R106", severity)
    assert "near the right one" in one.title


@pytest.mark.parametrize("golds", [WHOLE, BROKEN])
def test_a_number_that_is_compared_exactly_or_but_for_float_dust_is_clean(
    golds: tuple[str, ...],
) -> None:
    assert told(lambda a, b: a == b, golds) == []
    assert told(lambda a, b: abs(a - b) <= 1e-6, golds) == []


def listed(in_order: bool) -> Callable[[str, str, str], float]:
    def reward(_prompt: str, completion: str, answer: str) -> float:
        try:
            got, wanted = json.loads(completion), json.loads(answer)
            return float(got == wanted if in_order else sorted(got) == sorted(wanted))
        except (ValueError, TypeError):
            return 0.0

    return reward


def of_lists(in_order: bool, *rows: tuple[str, str]) -> list[tuple[str, Severity]]:
    made = [Row(index=n, prompt=p, gold=g, reference=g) for n, (p, g) in enumerate(rows)]
    found, unsound = audited(listed(in_order), made)
    assert not unsound
    return [(one.rule, one.severity) for one in found]


FACTORS = (("Factors of 56?", "[8, 7]"), ("Roots?", "[4, 5, 9]"), ("And of 12?", "[3, 4]"))


def test_numbers_whose_order_is_free_are_no_error() -> None:
    assert of_lists(False, *FACTORS) == [("R104", Severity.WARNING)]
    assert of_lists(True, *FACTORS) == []


@pytest.mark.parametrize(
    "rows",
    [
        (("Sort 3, 1, 2.", "[1, 2, 3]"), ("Sort 9 7 8.", "[7, 8, 9]")),
        (("From left?", "[1, 2, 3]"), ("From right?", "[3, 2, 1]"), ("Else?", "[4, 6]")),
    ],
    ids=["the prompt has all numbers", "two answers differ by order"],
)
def test_numbers_whose_order_is_all_that_is_asked_for_are_an_error(
    rows: tuple[tuple[str, str], ...],
) -> None:
    assert ("R104", Severity.ERROR) in of_lists(False, *rows)
    assert of_lists(True, *rows) == []


@pytest.mark.parametrize(
    ("reward", "golds", "share"),
    [
        (lambda c, a: c == a, WHOLE, 0.5),  # as it is, and with space around it
        (lambda c, a: c.strip() == a, WHOLE, 0.0),
        (lambda c, a: c.strip() == a, BROKEN, 0.3333),  # 3.50 is 3.5
        (lambda c, a: c.strip() == a, ("Lima", "Oslo"), 0.0),
    ],
)
def test_right_answers_denied_counts_what_every_sound_reward_must_take(
    reward: Callable[[str, str], bool], golds: tuple[str, ...], share: float
) -> None:
    numbers = extras(lambda _p, c, a: float(reward(c, a)), rows_of(golds))["numbers"]
    assert numbers["right_answers_denied"] == share


def test_case_counts_among_right_answers_where_the_rows_show_that_it_is_free() -> None:
    rows = [
        Row(index=n, prompt=f"{n}?", gold=gold, reference=gold.casefold())
        for n, gold in enumerate(("Lima", "Oslo"))
    ]
    small = extras(lambda _p, c, a: float(c.strip() == a.casefold()), rows)["numbers"]
    either = extras(lambda _p, c, a: float(c.strip().casefold() == a.casefold()), rows)["numbers"]
    assert (small["right_answers_denied"], either["right_answers_denied"]) == (0.3333, 0.0)
