"""Controls before any attack: what references earn, and whether the right answer matters at all."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from attackers.rows import Row
from audits.events import Counted, Unsound
from audits.result import Result
from audits.rewards.controls import WRAPPINGS
from audits.rewards.engine import audit_reward
from audits.rewards.outcome import Shape
from audits.rewards.plan import RewardPlan
from audits.rules import Severity
from audits.verdict import Verdict
from tests.audits.rewards.in_process import CAPITALS, InProcess, audited, errors, extras


def exact(_prompt: str, completion: str, answer: str) -> float:
    return float(completion.strip() == answer)


def result(function: Any, rows: tuple[Row, ...] = CAPITALS, **how: Any) -> Result:
    made = Result(audit="audit", target="t", seed=0)
    plan = how.pop("plan", RewardPlan())
    for event in audit_reward(InProcess(function, **how), rows, plan):
        made.take(event)
    return made


@pytest.mark.parametrize("name", list(WRAPPINGS))
def test_a_reference_is_written_as_the_reward_wants_it(name: str) -> None:
    form = WRAPPINGS[name]

    def strict(_prompt: str, completion: str, answer: str) -> float:
        return float(completion == form.format(answer))

    assert extras(strict)["reference_written"] == name
    assert errors(strict) == set()


def test_references_that_are_paid_as_they_are_stay_as_they_are() -> None:
    assert extras(lambda _p, c, a: float(a in c))["reference_written"] == "as it is"


@pytest.mark.parametrize("earned", [0.0, -1.0, None, float("nan")])
def test_references_that_are_not_paid_are_inconclusive_with_a_remedy(earned: float | None) -> None:
    made = result(lambda _p, _c, _a: earned)
    assert made.verdict is Verdict.INCONCLUSIVE
    assert "0 of 4 references" in made.why and "--map" in made.why


def test_a_reward_that_always_raises_is_inconclusive_and_says_with_what() -> None:
    made = result(lambda _p, _c, _a: 1 / 0)
    assert made.verdict is Verdict.INCONCLUSIVE
    assert "ZeroDivisionError" in made.why


def test_half_of_the_references_must_be_paid() -> None:
    assert not audited(lambda _p, c, a: float(c == a and a in ("Lima", "Paris")))[1]
    assert audited(lambda _p, c, a: float(c == a == "Lima"))[1]


def test_the_ceiling_is_what_the_rows_reference_earns_and_not_one() -> None:
    def hundred(_prompt: str, completion: str, answer: str) -> float:
        return 100.0 if completion == answer else 60.0 if not completion else 0.0

    def tenth(_prompt: str, completion: str, answer: str) -> float:
        return 0.1 if completion == answer else 0.04 if not completion else 0.0

    assert errors(hundred) == {"R101"}
    assert errors(tenth) == set()
    assert extras(hundred)["numbers"]["cheat_ceiling"] == 0.6


def test_rows_without_a_reference_are_counted_and_told() -> None:
    bare = msgspec.structs.replace(CAPITALS[0], reference=None)
    events = list(audit_reward(InProcess(exact), (bare, *CAPITALS[1:]), RewardPlan()))
    [left] = [one for one in events if isinstance(one, Counted) and one.not_applicable]
    assert left.not_applicable == 1 and "1 of 4" in left.why


def test_no_rows_with_a_reference_are_never_clean() -> None:
    rows = tuple(msgspec.structs.replace(row, reference=None) for row in CAPITALS)
    assert result(exact, rows).verdict is Verdict.INCONCLUSIVE


def by_form(_prompt: str, completion: str, _answer: str) -> float:
    return float(completion.istitle() and completion.isalpha())


@pytest.mark.parametrize(("takes", "severity"), [(True, "error"), (False, "warning")])
def test_a_gold_that_changes_nothing_is_told_and_proven_if_it_is_asked_for(
    takes: bool, severity: str
) -> None:
    found, _ = audited(by_form, takes_gold=takes)
    assert [str(one.severity) for one in found if one.rule == "C003"] == [severity]
    assert "R104" not in {one.rule for one in found}


def test_a_gold_that_is_the_same_on_every_row_is_not_called_unread() -> None:
    rows = tuple(Row(index=n, prompt=f"{n}?", gold="yes", reference="yes") for n in range(3))
    found, _ = audited(lambda _p, c, _a: float(c == "yes"), rows)
    assert "C003" not in {one.rule for one in found}


def test_a_reward_that_looks_at_the_prompt_for_its_gold_is_not_called_blind() -> None:
    def reads_the_prompt(prompt: str, completion: str, _answer: str) -> float:
        homes = {row.prompt: row.gold for row in CAPITALS}
        return float(completion == homes[prompt])

    assert "C003" not in {one.rule for one in audited(reads_the_prompt)[0]}


def test_a_selection_that_nothing_here_tries_is_inconclusive() -> None:
    made = result(exact, plan=RewardPlan(select=("R304",)))
    assert made.verdict is Verdict.INCONCLUSIVE


def test_a_row_that_is_not_there_is_never_clean() -> None:
    made = result(exact, plan=RewardPlan(only_rows=(99,)))
    assert made.verdict is Verdict.INCONCLUSIVE


def test_a_state_without_an_end_is_inconclusive_and_says_what_is_expected() -> None:
    rows = tuple(Row(index=n, reference={"world": n}) for n in range(2))
    events = list(audit_reward(InProcess(lambda _s: 1.0, Shape.STATE), rows, RewardPlan()))
    assert any(isinstance(one, Unsound) and "final" in one.why for one in events)


@pytest.mark.parametrize("shape", list(Shape))
def test_odd_references_of_a_reward_that_pays_everything_end_no_audit(shape: Shape) -> None:
    odd = ("text", ["list", 3], {"messages": 3}, {"final": [1]}, 7, {})
    rows = tuple(Row(index=n, gold=one, reference=one) for n, one in enumerate(odd))
    pays = (lambda p, *_: [1.0] * len(p)) if shape is Shape.BATCHED_TEXT else (lambda *_: 1.0)
    made = result(pays, rows, shape=shape)
    assert made.verdict in (Verdict.FINDINGS, Verdict.INCONCLUSIVE)


def test_a_replay_command_names_the_target_the_rule_and_the_row() -> None:
    def fallback(_prompt: str, completion: str, answer: str) -> float:
        return float(completion in ("", answer))

    plan = RewardPlan(arguments="mod:fn --rows r.jsonl", seed=3, only_rows=(1,))
    found, _ = audited(fallback, plan=plan)
    replays = [one.replay for one in found if one.severity is Severity.ERROR]
    assert replays == ["clawback audit mod:fn --rows r.jsonl --seed 3 --row 1 --select R101"]


@pytest.mark.parametrize(("referenced", "verdict"), [(1, "INCONCLUSIVE"), (2, "CLEAN")])
def test_rows_without_a_reference_are_not_clean_where_they_are_the_most(
    referenced: int, verdict: str
) -> None:
    bare = tuple(msgspec.structs.replace(row, reference=None) for row in CAPITALS[referenced:])
    made = result(exact, (*CAPITALS[:referenced], *bare))
    assert made.verdict == Verdict(verdict)
    assert f"{len(bare)} of 4 rows have no reference" in " ".join(made.reasons)


def test_where_declining_is_right_it_says_that_saying_nothing_was_not_tried() -> None:
    odd = msgspec.structs.replace(CAPITALS[0], gold="unknown", reference="unknown")
    made = result(exact, (odd, *CAPITALS[1:]))
    assert any(
        why.startswith("on 1 of 4 rows the right answer is to give none") for why in made.reasons
    )


def test_where_the_answer_cannot_be_told_it_says_that_hedging_was_not_tried() -> None:
    essay = "\n".join(["one line of it"] * 3)
    odd = msgspec.structs.replace(CAPITALS[0], gold=essay, reference=essay)
    made = result(exact, (odd, *CAPITALS[1:]))
    assert any(why.startswith("on 1 of 4 rows the answer cannot be told") for why in made.reasons)
