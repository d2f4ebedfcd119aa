"""Batches: a row's score is its own. And the four numbers that a report opens with."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from attackers.rows import Row
from audits.rewards.outcome import Shape
from audits.rules import Severity
from tests.audits.rewards.in_process import CAPITALS, audited, errors, extras

Batch = Callable[[list[str], list[str], list[str]], list[float]]


def each(_prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [float(said == gold) for said, gold in zip(completions, answer, strict=True)]


def by_place(_prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    right = each(_prompts, completions, answer)
    return [score * (1.0 - 0.01 * at) for at, score in enumerate(right)]


def by_company(_prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    right = each(_prompts, completions, answer)
    return [score - 0.1 * (sum(right) / len(right) < 0.9) for score in right]


def by_prompt(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    last = dict(zip(prompts, each(prompts, completions, answer), strict=True))
    return [last[prompt] for prompt in prompts]


def too_few(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return sorted(each(prompts, completions, answer), reverse=True)


def rules(function: Batch, rows: tuple[Row, ...] = CAPITALS) -> set[str]:
    return {one.rule for one in audited(function, rows, shape=Shape.BATCHED_TEXT)[0]}


def test_a_reward_that_scores_each_row_by_itself_keeps_the_laws_of_batches() -> None:
    assert "R401" not in rules(each)


@pytest.mark.parametrize("function", [by_place, by_company, too_few])
def test_a_reward_that_depends_on_the_batch_is_told(function: Batch) -> None:
    assert "R401" in rules(function)


def test_what_depends_on_the_batch_may_be_meant_and_is_a_warning() -> None:
    found, _ = audited(by_company, shape=Shape.BATCHED_TEXT)
    assert {one.severity for one in found if one.rule == "R401"} == {Severity.WARNING}


def test_a_wrong_answer_that_takes_its_neighbours_score_is_an_error() -> None:
    twins = tuple(
        Row(index=n, prompt="Capital of Bolivia?", gold=gold, reference=gold)
        for n, gold in enumerate(("Sucre", "La Paz"))
    )
    assert errors(by_prompt, twins, shape=Shape.BATCHED_TEXT)


def test_the_four_numbers_of_a_sound_reward() -> None:
    numbers = extras(lambda _p, c, a: float(c == a))["numbers"]
    assert numbers["cheat_ceiling"] == 0.0
    assert numbers["best_blind_policy"]["mean"] == 0.0
    assert numbers["dead_rollout_pay"] is None
    assert 0.0 < numbers["right_answers_denied"] <= 1.0


def test_the_four_numbers_of_a_reward_that_pays_anything() -> None:
    numbers = extras(lambda *_: 2.0, takes_gold=False)["numbers"]
    assert numbers["cheat_ceiling"] == 1.0
    assert numbers["best_blind_policy"]["mean"] == 1.0
    assert numbers["best_blind_policy"]["needs"] == "blind"
    assert numbers["right_answers_denied"] == 0.0


def test_the_cheat_ceiling_is_the_worst_rows_and_a_policy_is_judged_by_its_mean() -> None:
    def leaks(_prompt: str, completion: str, answer: str) -> float:
        return 1.0 if completion == answer else 0.8 * (answer == "Paris" and not completion)

    numbers = extras(leaks)["numbers"]
    assert numbers["cheat_ceiling"] == 0.8
    assert numbers["best_blind_policy"]["mean"] == 0.2


def test_the_scoreboard_counts_rows_and_shows_the_best_first() -> None:
    def leaks(_prompt: str, completion: str, answer: str) -> float:
        return float(completion == answer or (answer == "Paris" and not completion))

    board = extras(leaks)["scoreboard"]
    first = board[0]
    assert (first["attack"], first["paid_rows"], first["rows"]) == ("saying nothing", 1, 4)
    assert first["strategy"] == first["attack"], "the name that it had before"
    assert [row["mean"] for row in board] == sorted((row["mean"] for row in board), reverse=True)


def test_right_answers_that_are_denied_are_a_note_with_their_share() -> None:
    found, _ = audited(lambda _p, c, a: float(c == a))
    denied = [one for one in found if one.rule == "N501"]
    assert denied and {one.severity for one in denied} == {Severity.NOTE}
    assert all(one.reach.of <= len(CAPITALS) for one in denied)


def test_a_reward_that_takes_any_spelling_denies_nobody() -> None:
    def kind(_prompt: str, completion: str, answer: str) -> float:
        return float(completion.strip(" .\n").casefold() == answer.casefold())

    assert "N501" not in {one.rule for one in audited(kind)[0]}
