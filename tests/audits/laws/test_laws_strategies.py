"""What is drawn is what it says: cases that load, work that is right, harm that is harm."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.program import Call
from audits.laws import LAWS, Trial
from audits.laws.drawing import draw
from audits.laws.groups.harm import harmful_payments
from audits.laws.money import owed_paid_cents, unowed_cents
from audits.laws.strategies import cases, programs, refused_calls, right_work, tool_calls
from audits.laws.trial import Run, plain, play_run
from audits.laws.walk import Walk
from desk.refund import CAP_CENTS, HARM, Case, End, eval_cases, wrongs
from tests.audits.command import ROOT
from tests.strategies import cases as odd_cases

ANY_CASE = cases() | st.sampled_from(eval_cases().cases) | odd_cases()


@given(cases())
def test_a_generated_case_is_one_that_a_file_may_hold(case: Case):
    assert msgspec.json.decode(msgspec.json.encode(case), type=Case) == case


@pytest.fixture(scope="module")
def many() -> list[Case]:
    drawn: list[Case] = []
    draw(cases().map(Trial), lambda trial: drawn.append(trial.case), "many", 300)
    return drawn


@pytest.mark.parametrize(
    "sought",
    [
        lambda case: case.expect.kind == "pay" and len(case.lines) > 3,
        lambda case: case.expect.kind == "hold" and case.open_lines,
        lambda case: case.expect.kind == "hold" and not case.open_lines,
        lambda case: case.expect.kind == "escalate" and case.lines[0].cents > CAP_CENTS,
        lambda case: case.fault == "timeout" and case.stale,
        lambda case: case.fault == "note",
        lambda case: any(row.order != case.order for row in case.priors),
        lambda case: any(row.order == case.order and row.inflight for row in case.priors),
        lambda case: len(case.priors) == 4,
        lambda case: len(case.lines) == 8,
    ],
)
def test_every_kind_of_case_is_drawn(sought: Callable[[Case], bool], many: list[Case]):
    assert any(map(sought, many))


@given(ANY_CASE)
def test_right_work_is_right_on_any_case(case: Case):
    assert wrongs(play_run(case, Run(right_work(case)))) == ()


@given(ANY_CASE.flatmap(lambda case: st.tuples(st.just(case), refused_calls(case))))
def test_a_call_to_be_refused_is_refused_and_leaves_no_trace(drawn: tuple[Case, Call]):
    case, call = drawn
    step = Walk(case).call(call)
    assert "error" in step.answer
    assert (step.after.log, step.after.end) == ((), End())


@given(ANY_CASE.flatmap(lambda case: st.tuples(st.just(case), programs(case, 8))))
def test_a_program_can_be_played_and_has_no_more_calls_than_asked_for(
    drawn: tuple[Case, tuple[Call, ...]],
):
    case, calls = drawn
    assert len(calls) <= 8
    made = play_run(case, Run(calls))
    assert made.failure is None
    assert made.log_fault() is None


@given(ANY_CASE.flatmap(lambda case: st.tuples(st.just(case), harmful_payments(case, False))))
def test_harmful_payments_are_harm_and_pay_nothing_of_what_is_owed(
    drawn: tuple[Case, tuple[Call, ...]],
):
    case, calls = drawn
    made = play_run(case, Run(calls))
    assert HARM & set(wrongs(made))
    assert owed_paid_cents(made) == 0
    assert unowed_cents(made) == sum(call.args["amount_cents"] for call in calls)


@given(ANY_CASE.flatmap(lambda case: st.tuples(st.just(case), st.lists(tool_calls(case)))))
def test_cents_are_harm_by_the_yardstick_of_cents_and_of_kinds_alike(
    drawn: tuple[Case, list[Call]],
):
    """Two yardsticks, written apart: the kinds of wrong, and the cents that were not owed."""
    case, calls = drawn
    made = play_run(case, Run(tuple(calls)))
    assert bool(HARM & set(wrongs(made))) == (unowed_cents(made) > 0)


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.name)
def test_each_trial_of_a_law_goes_through_json_and_is_judged_alike(law):
    trials: list[Trial] = []
    draw(law.trials(cases()), trials.append, "json", 8)
    assert len(trials) == 8
    for trial in trials:
        told = msgspec.json.encode(plain(trial))
        assert msgspec.json.decode(told, type=Trial) == trial


def test_what_a_seed_draws_does_not_depend_on_what_else_is_imported(tmp_path: Path):
    """Nor is anything left in the folder that the command was started in."""
    script = (
        "from audits.laws import LAWS\n"
        "from audits.laws.drawing import draw\n"
        "from audits.laws.strategies import cases\n"
        "draw(LAWS['cents'].trials(cases()), lambda trial: print(hash(repr(trial))), 'seed', 30)\n"
    )
    outs = []
    for odd in ("", "import mine, audits.search, audits.twins\n"):
        (tmp_path / "mine.py").write_text("\n".join(f"X{n} = {n}" for n in range(40)))
        ran = subprocess.run(
            [sys.executable, "-c", odd + script],
            cwd=tmp_path,
            env={"PYTHONHASHSEED": "0", "PYTHONPATH": f"{ROOT}:{tmp_path}"},
            capture_output=True,
            text=True,
            check=True,
        )
        outs.append(ran.stdout)
    assert outs[0] == outs[1]
    assert len(outs[0].splitlines()) == 30
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == {"mine.py"}
