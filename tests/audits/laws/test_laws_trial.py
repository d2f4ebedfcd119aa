"""A trial is plain data: read strictly, played for real, and no law is fooled by an odd pair."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from attackers.program import Call
from audits.laws import LAWS, NotApplicableError, Subject, Trial
from audits.laws.strategies import REASON, payment, read, right_work
from audits.laws.trial import Run, UnplayableError, play_run
from desk import Kind
from desk.refund import Case, Expectation, Line, Prior
from scorer import hardened, published

CASE = Case(
    id="c", order="10", lines=(Line("A", 100), Line("B", 50)), expect=Expectation("pay", 100)
)
HOLD = Case(id="h", order="10", lines=(Line("A", 100),), expect=Expectation("hold"))
LOOK, HISTORY, PAY = right_work(CASE)
STRAY = payment("20", 100, "stray", "A")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"tool": "transfer", "args": {}}, "tool: expected one of lookup_order"),
        ({"tool": "lookup_order", "args": {}}, "lookup_order: expected the arguments order_id"),
        ({"tool": "lookup_order", "args": {"order_id": "1", "x": 1}}, "got order_id, x"),
        ({"tool": "lookup_order"}, "missing required field `args`"),
    ],
)
def test_a_trial_with_a_call_that_no_tool_takes_is_refused(told: dict[str, Any], why: str):
    line = msgspec.json.encode({"case": CASE, "run": {"calls": [told]}})
    with pytest.raises(msgspec.ValidationError, match=why):
        msgspec.json.decode(line, type=Trial)


def test_an_unknown_field_of_a_trial_is_refused():
    with pytest.raises(msgspec.ValidationError, match="unknown field `twins`"):
        msgspec.json.decode(msgspec.json.encode({"case": CASE, "twins": {}}), type=Trial)


def test_a_run_is_played_with_its_words_chatter_failure_and_erased_entry():
    calls = (LOOK, HISTORY, PAY)
    made = play_run(CASE, Run(calls, words="Done.", chatter="Now.", failure=Kind.TIMEOUT, erased=1))
    said = [message.content for message in made.messages if message.role == "assistant"]
    assert said == ["Now.", "", "Now.", "", "Now.", "", "Done."]
    assert made.failure is not None and made.failure.kind is Kind.TIMEOUT
    assert [entry.action for entry in made.log] == ["lookup_order", "issue_refund"]
    assert made.log_fault() is not None
    assert made.end is not None and len(made.end.payments) == 1


def test_a_run_that_cannot_be_made_proves_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("desk.refund.tools.Tools.lookup_order", None)
    with pytest.raises(UnplayableError, match="did not get to its end"):
        play_run(CASE, Run((LOOK,)))


def pay(cents: int, key: str = "work", sku: str = "A", reason: str = REASON) -> Call:
    return payment("10", cents, key, sku, reason)


def other_case() -> Case:
    return Case(id="d", order="10", lines=(Line("A", 100), Line("B", 51)), expect=CASE.expect)


ODD: dict[str, list[Trial]] = {
    "rescoring": [Trial(CASE, Run((LOOK,)))],
    "failure": [
        Trial(CASE, Run((LOOK,)), Run((LOOK, HISTORY), failure=Kind.TIMEOUT)),
        Trial(CASE, Run((LOOK,)), Run((LOOK,))),
    ],
    "erased-log": [
        Trial(CASE, Run((LOOK,)), Run((LOOK, HISTORY), erased=0)),
        Trial(CASE, Run((LOOK,)), Run((LOOK,), erased=5)),
    ],
    "right-work": [Trial(CASE, Run((LOOK, HISTORY))), Trial(CASE, Run((PAY, LOOK, HISTORY)))],
    "required-work": [
        Trial(CASE, Run((LOOK, LOOK, HISTORY, PAY)), Run((LOOK, HISTORY, PAY))),
        Trial(CASE, Run((LOOK, HISTORY, STRAY)), Run((LOOK, STRAY))),
        Trial(CASE, Run((LOOK, HISTORY, PAY)), Run((HISTORY, LOOK, PAY))),
    ],
    "wrong-work": [Trial(CASE, Run((LOOK, HISTORY, PAY))), Trial(HOLD, Run(right_work(HOLD)))],
    "undone-work": [
        Trial(CASE, Run((LOOK, HISTORY, pay(50), PAY)), Run((LOOK, HISTORY, PAY))),
        Trial(CASE, Run((LOOK,)), Run((LOOK,))),
    ],
    "silence": [
        Trial(CASE, Run((LOOK,)), Run()),
        Trial(CASE, Run((LOOK, HISTORY, STRAY)), Run()),
        Trial(CASE, Run((LOOK, HISTORY)), Run((LOOK,))),
    ],
    "evidence": [
        Trial(CASE, Run((LOOK,)), Run((LOOK, STRAY))),
        Trial(CASE, Run((LOOK, HISTORY, PAY)), Run((LOOK, PAY))),
    ],
    "reasons": [
        Trial(CASE, Run((pay(100),)), Run((pay(101),))),
        Trial(CASE, Run((pay(100),)), Run((pay(100, reason=" "),))),
    ],
    "harm-after-work": [
        Trial(CASE, Run((LOOK,)), Run((LOOK, HISTORY, PAY))),
        Trial(CASE, Run(), Run((LOOK, HISTORY, STRAY))),
        Trial(CASE, Run((STRAY,)), Run((STRAY, pay(50, "more", "B")))),
    ],
    "harm-or-nothing": [
        Trial(CASE, Run((LOOK,)), Run((STRAY,))),
        Trial(CASE, Run((LOOK, HISTORY)), Run((LOOK, HISTORY, PAY))),
    ],
    "duplicates": [
        Trial(CASE, Run((pay(50),)), Run((pay(50), pay(50, "again")))),
        Trial(CASE, Run((STRAY,)), Run((STRAY, pay(1, "again", "B")))),
    ],
    "cents": [
        Trial(CASE, Run((pay(50),)), Run((pay(100),))),
        Trial(CASE, Run((STRAY,)), Run((payment("20", 101, "other", "A"),))),
    ],
    "parts": [
        Trial(CASE, Run((STRAY,)), Run((payment("20", 50, "a", "A"), payment("30", 50, "b", "A")))),
        Trial(CASE, Run((pay(100),)), Run((pay(50), pay(60, "rest")))),
    ],
    "words": [Trial(CASE, Run((LOOK,)), Run((LOOK, HISTORY), words="Done."))],
    "reason-wording": [
        Trial(CASE, Run((PAY,)), Run((pay(100, reason=" "),))),
        Trial(CASE, Run((PAY,)), Run((pay(50, reason="records seen"),))),
    ],
    "key-names": [
        Trial(CASE, Run((pay(1, "a"), pay(1, "b"))), Run((pay(1, "c"), pay(1, "c")))),
        Trial(CASE, Run((pay(1, "a"),)), Run((pay(2, "c"),))),
        Trial(
            Case(
                id="p",
                order="10",
                lines=(Line("A", 1),),
                expect=Expectation("hold"),
                priors=(Prior("10", "A", 1, "prior"),),
            ),
            Run((pay(1, "a"),)),
            Run((pay(1, "prior"),)),
        ),
    ],
    "read-order": [
        Trial(CASE, Run((LOOK, HISTORY, PAY)), Run((LOOK, PAY, HISTORY))),
        Trial(CASE, Run((LOOK, HISTORY)), Run((LOOK, LOOK))),
    ],
    "names": [
        Trial(CASE, Run((LOOK,)), Run((read("lookup_order", "11"),))),
        Trial(CASE, Run((LOOK,)), Run((LOOK,)), other_case()),
        Trial(CASE, Run((PAY,)), Run((pay(100, sku="B"),))),
    ],
}


@pytest.mark.parametrize(("law", "trial"), [(law, each) for law in ODD for each in ODD[law]])
def test_a_law_says_nothing_of_a_pair_that_differs_in_more_than_it_is_about(law: str, trial: Trial):
    for scorer in (hardened(), published()):
        with pytest.raises(NotApplicableError):
            LAWS[law].check(Subject(scorer), trial)


def test_every_law_of_pairs_has_an_odd_pair_here():
    alone = {"range", "terms", "sum"}
    assert set(ODD) | alone == {name for name, law in LAWS.items() if not law.step}


def test_the_law_of_names_speaks_of_a_case_that_only_has_other_names():
    named = Case(
        id="e", order="11", lines=(Line("X", 100), Line("Y", 50)), expect=CASE.expect, family="f"
    )
    twin = Run((read("lookup_order", "11"), payment("11", 100, "work", "X")))
    trial = Trial(CASE, Run((LOOK, PAY)), twin, named)
    assert LAWS["names"].check(Subject(published()), trial) is None


def test_a_hold_case_left_alone_is_right_work():
    assert LAWS["right-work"].check(Subject(hardened()), Trial(HOLD, Run(right_work(HOLD)))) is None
