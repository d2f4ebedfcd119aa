"""The twins audit on the settlement desk: 45 pairs of the corpus, 26 of them with opposite ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from audits.desks import desk_of
from audits.errors import CannotAuditError
from audits.result import Result
from audits.target import Target
from audits.verdict import Verdict
from desk.settlement import SettlementCase, settlement_cases
from tests.audits.twins.runs import audited, row, rules


def target(*reverts: str, cases: str = "eval") -> Target:
    return desk_of("settlement").target(None, reverts, (), cases)


def with_pairs(*pairs: tuple[SettlementCase, SettlementCase]) -> Target:
    return replace(target(), cases=settlement_cases()._replace(pairs=pairs))


@pytest.fixture(scope="module")
def hardened() -> Result:
    return audited(target())


def test_the_scorer_as_it_stands_pays_nobody_for_both_twins(hardened: Result) -> None:
    assert hardened.verdict is Verdict.CLEAN
    assert rules(hardened) == {"T701"}


@pytest.mark.parametrize(
    ("cases", "seed"),
    [pytest.param("public", 3, marks=pytest.mark.slow), ("train", 0), ("quick-keys", 1)],
)
def test_it_is_clean_on_other_cases_and_under_other_deliveries(cases: str, seed: int) -> None:
    only = "ship-whatever,ask-and-hand-over,never-retry,charge-twice"
    result = audited(target(cases=cases), seed=seed, only=only)
    assert result.verdict is Verdict.CLEAN
    assert row(result, "careful").strict == 1.0


def test_all_pairs_of_the_corpus_are_played_by_everybody(hardened: Result) -> None:
    assert hardened.extra["contrasts"] == {"in-time": 26, "too-late": 19}
    assert {made.pairs for made in hardened.extra["agents"]} == {45}
    assert (hardened.tried, hardened.not_applicable) == (29 * 45, 35)


def test_a_handover_of_both_is_right_where_nobody_could_know_and_only_there(
    hardened: Result,
) -> None:
    made = row(hardened, "ask-and-hand-over")
    assert (made.reading, made.right, made.right_opposed) == ("ignores", 0.422222, 0.0)
    assert (made.paired, made.opposed) == (0.537778, 0.2)


def test_who_asks_and_ignores_the_answer_earns_nothing_in_pairs(hardened: Result) -> None:
    made = row(hardened, "ship-whatever")
    assert (made.reading, made.single, made.paired) == ("ignores", 0.472727, 0.0)
    assert (made.rank_single, made.rank_paired) == (6, 9)


def test_who_asks_nobody_about_this_payment_has_not_looked(hardened: Result) -> None:
    readings = {made.name: made.reading for made in hardened.extra["agents"]}
    for name in ("ship-blind", "prose-only", "random", "ask-another", "second-capture"):
        assert readings[name] == "unread"


def test_what_a_constant_policy_earns_by_the_base_rate_is_noted(hardened: Result) -> None:
    notes = {found.counterexample["agent"]: found for found in hardened.findings}
    assert set(notes) == {"ask-and-hand-over", "ship-whatever", "keep-the-money"}
    ships = notes["ship-whatever"]
    assert (ships.earned, ships.reach.rows, ships.reach.of) == (0.472727, 26, 55)


PAID = {
    "log-unverified": "cooked-books",
    "unasked": "pessimist",
    "known-handover": "ask-and-hand-over",
}
"""Rules without which somebody does the same on both twins and is paid, and who."""


@pytest.mark.parametrize(
    "rule",
    [pytest.param(one, marks=[pytest.mark.slow] * (one != "unasked")) for one in PAID],
)
def test_a_rule_turned_back_that_pays_both_twins_is_found_and_found_again(rule: str) -> None:
    (found,) = (one for one in audited(target(rule)).findings if one.rule == "T703")
    assert (found.earned, found.reference_earned) == (1.0, 1.0)
    assert found.shape.startswith("paid under both outcomes: ")
    assert found.replay.endswith(f"--only {PAID[rule]} --pair {found.case}")
    again = audited(target(rule), only=PAID[rule], pairs=(found.case or "",))
    assert found.shape in {one.shape for one in again.findings}


def spoilt(how: str) -> tuple[SettlementCase, SettlementCase]:
    one, other = settlement_cases().pairs[0]
    changes: dict[str, dict[str, Any]] = {
        "other dice": {"schedule_seed": other.task.schedule_seed + 1},
        "known before": {"resolves_at": 100},
        "another price": {"value": other.task.value + 1},
        "the same end": {"settles": True},
    }
    return one, changed(other, task=changed(other.task, **changes[how]))


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("other dice", "ticket"),
        ("known before", "probe: unknown and failed"),
        ("another price", "ticket"),
        ("the same end", "right end: settles and settles"),
    ],
)
def test_a_pair_that_can_be_told_apart_or_is_none_is_an_error(how: str, told: str) -> None:
    sound = settlement_cases().pairs[1]
    result = audited(with_pairs(sound, spoilt(how)), only="ship-whatever")
    assert result.verdict is Verdict.FINDINGS
    (found,) = (one for one in result.findings if one.rule == "T704")
    assert told in found.title
    assert (found.case, found.reach.rows, found.reach.of) == ("u001", 1, 2)
    assert found.replay == "clawback twins --pair u001"


def test_no_pair_to_play_is_no_clean_audit() -> None:
    result = audited(with_pairs())
    assert (result.verdict, result.tried) == (Verdict.INCONCLUSIVE, 0)
    assert "no pair was played whose members want opposite ends" in result.reasons


def test_pairs_that_want_the_same_end_alone_are_no_clean_audit() -> None:
    result = audited(target(), pairs=("u027",))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert row(result, "careful").reading == "unknown"


def test_nobody_who_does_the_same_on_both_twins_is_no_clean_audit() -> None:
    result = audited(target(), only="never-retry")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "no agent that was played does the same on both members of a pair" in result.why


def test_a_file_without_agents_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "mine.py"
    path.write_text("ATTACKERS = {}\n")
    with pytest.raises(CannotAuditError, match=r"--attackers .*: expected ATTACKERS = "):
        audited(target(), attackers=path)


def test_a_pair_that_is_named_twice_is_played_once() -> None:
    assert audited(target(), only="ship-whatever", pairs=("u001", "u001")).tried == 1
