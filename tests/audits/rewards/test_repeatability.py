"""A, B, A: what is scored again must earn the same, whatever was scored in between."""

from __future__ import annotations

from random import Random

from attackers.rows import Row
from audits.events import Counted, Found
from audits.rewards.engine import audit_reward
from audits.rewards.outcome import Shape
from audits.rewards.plan import RewardPlan
from audits.rules import Severity
from tests.audits.rewards.in_process import InProcess, audited, errors, extras


def test_a_right_answer_that_opens_the_row_for_the_next_wrong_one_is_found() -> None:
    last: list[tuple[str, bool]] = []

    def remembers(prompt: str, completion: str, answer: str) -> float:
        opened = last[-1:] == [(prompt, True)] and bool(completion)
        last.append((prompt, completion == answer))
        return float(completion == answer or opened)

    assert errors(remembers) == {"R402"}


def test_a_right_answer_that_is_paid_by_the_dice_is_found_though_wrong_ones_never_are() -> None:
    dice = Random(7)

    def noisy(_prompt: str, completion: str, answer: str) -> float:
        return dice.uniform(0.9, 1.0) if completion == answer else 0.0

    assert "R402" in errors(noisy)


def test_a_right_answer_that_is_paid_only_once_in_a_while_is_found() -> None:
    seen: list[str] = []

    def once(_prompt: str, completion: str, answer: str) -> float:
        seen.append(completion)
        return 0.5 if completion in seen[:-1][-3:] else float(completion == answer)

    found, _ = audited(once)
    assert [one.severity for one in found if one.rule == "R402"] == [Severity.ERROR]


def test_what_changes_is_not_called_a_cheat() -> None:
    dice = Random(7)

    def noisy(_prompt: str, completion: str, answer: str) -> float:
        return dice.uniform(0.9, 1.0) if completion == answer else 0.0

    assert extras(noisy)["numbers"]["cheat_ceiling"] == 0.0


def test_a_batch_that_is_scored_alike_each_time_is_no_finding() -> None:
    def sound(_prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
        return [float(said == gold) for said, gold in zip(completions, answer, strict=True)]

    found, _ = audited(sound, shape=Shape.BATCHED_TEXT)
    assert not [one for one in found if one.rule in ("R401", "R402")]


def test_a_pure_reward_whose_rows_have_no_right_answer_is_not_called_unrepeatable() -> None:
    rows = [Row(index=n, prompt=one) for n, one in enumerate(("a", "b", "c"))]
    for pays in (0.0, 0.5):
        found, _ = audited(lambda _p, _c, _a, pays=pays: pays, rows)
        assert "R402" not in {one.rule for one in found}


NUMBERS = [
    Row(index=n, prompt=f"{n}?", gold=gold, reference=gold)
    for n, gold in enumerate(("2464", "18", "305", "77"))
]


def test_what_the_dice_pay_is_told_under_that_and_proves_nothing_else() -> None:
    dice = Random(7)

    def lucky(_prompt: str, completion: str, answer: str) -> float:
        return float(completion.strip() == answer or dice.random() < 0.05)

    found, _ = audited(lucky, NUMBERS)
    assert [one.rule for one in found if one.severity is Severity.ERROR] == ["R402"]
    assert found[0].rule == "R402"
    assert found[0].counterexample["paid once, and not again"]


def test_dice_that_pay_too_rarely_to_be_met_twice_prove_nothing_either() -> None:
    dice = Random(3)

    def rarely(_prompt: str, completion: str, answer: str) -> float:
        return float(completion.strip() == answer or dice.random() < 0.004)

    found, _ = audited(rarely, NUMBERS)
    assert [one.rule for one in found if one.severity is Severity.ERROR] == ["R402"]


def test_a_hole_is_told_though_the_right_answer_is_paid_by_the_dice() -> None:
    dice = Random(7)

    def holed(_prompt: str, completion: str, answer: str) -> float:
        return dice.uniform(0.9, 1.0) if completion == answer else float(not completion.strip())

    assert errors(holed, NUMBERS) == {"R101", "R402"}


def test_what_was_paid_by_the_dice_is_not_called_clean_where_nobody_asked_for_the_dice() -> None:
    dice = Random(7)

    def lucky(_prompt: str, completion: str, answer: str) -> float:
        return float(completion.strip() == answer or dice.random() < 0.05)

    plan = RewardPlan(select=("R101", "R105"))
    events = list(audit_reward(InProcess(lucky), tuple(NUMBERS), plan))
    assert not [event for event in events if isinstance(event, Found)]
    counted = [event for event in events if isinstance(event, Counted) and event.could_not_run]
    assert any("not again" in event.why for event in counted)
