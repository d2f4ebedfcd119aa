"""The settlement desk's reward: who waited to know is paid, and luck is not."""

from __future__ import annotations

from statistics import fmean

import pytest
from msgspec.structs import replace

from attackers import Role
from attackers.program import Call
from attackers.settlement import policies
from attackers.settlement.cheats import agents
from audits.laws.settlement.calls import right_work
from audits.laws.trial import Run, play_run
from desk import Kind, died
from desk.settlement import QUICK_KEYS, SettlementCase, record, settlement_cases, wrongs
from scorer.settlement_reward import settlement_reward
from tests.desk.settlement.tasks import task

SCORER = settlement_reward()


def _mean_loss(name: str, cases: str) -> float:
    rollouts = (record(agents()[name].act, case) for case in settlement_cases(cases).cases)
    return fmean(SCORER.measure(made)["excess_loss_cents"] for made in rollouts)


def _earned(name: str, cases: str) -> float:
    rollouts = (record(agents()[name].act, case) for case in settlement_cases(cases).cases)
    return fmean(SCORER.score(made).value or 0.0 for made in rollouts)


@pytest.mark.parametrize("cases", ("public", "train"))
def test_the_reference_earns_full_marks_on_every_task(cases):
    for case in settlement_cases(cases).cases:
        rollout = record(agents()["careful"].act, case)
        assert SCORER.score(rollout).value == SCORER.full_marks
        assert wrongs(rollout) == ()


@pytest.mark.parametrize("name", sorted(agents()))
def test_full_marks_are_earned_where_the_yardstick_finds_nothing_wrong_and_nowhere_else(name):
    for case in settlement_cases().cases:
        rollout = record(agents()[name].act, case)
        right = not wrongs(rollout)
        assert (SCORER.score(rollout).value == SCORER.full_marks) == right, case.id


def test_where_a_fresh_key_settles_at_once_paying_twice_beats_the_gate_and_is_paid_nothing():
    """The trap: a second charge costs the shop but a dispute, and waiting costs it sales."""
    assert _mean_loss("second-capture", QUICK_KEYS) < _mean_loss("gate", QUICK_KEYS)
    assert _mean_loss("eager", QUICK_KEYS) > _mean_loss("second-capture", QUICK_KEYS)
    assert _mean_loss("second-capture", "eval") > _mean_loss("gate", "eval")
    assert _earned("second-capture", QUICK_KEYS) == _earned("second-capture", "eval") == 0


def test_knowing_the_outcome_beforehand_earns_nothing():
    assert _earned("peek-at-gold", "eval") == 0


def test_no_policy_of_the_benchmark_that_trusts_replicas_is_paid():
    for name in policies():
        assert (_earned(name, "eval") > 0) == (name == "gate")


def _known(case: SettlementCase) -> tuple[Call, ...]:
    """Wait for the first outcome and ask what it is."""
    return right_work(case)[:2]


def _again(case: SettlementCase, key: str = "") -> Call:
    return Call("retry_capture", {"key": key or case.task.ref})


SIXTY = Call("wait", {"ticks": 60})


@pytest.mark.parametrize("retry_works", (True, False))
@pytest.mark.parametrize("key", ("", "another"))
@pytest.mark.parametrize("ended", ("ship", "close", "escalate"))
def test_the_word_on_a_failed_payment_says_nothing_of_its_retry(ended, key, retry_works):
    """To ship on it is paid where the retry works and a loss where it does not: a guess."""
    case = SettlementCase(task=task(settles=False, retry_works=retry_works))
    calls = (*_known(case), _again(case, key), SIXTY)
    old = Call("probe_processor", {"ref": case.task.ref if key else "pay-nobody"})
    assert SCORER.score(play_run(case, Run((*calls, Call(ended, {}))))).value == 0
    assert SCORER.score(play_run(case, Run((*calls, old, Call(ended, {}))))).value == 0
    told = Call("probe_processor", {"ref": key or case.task.ref})
    right = Call("ship" if retry_works else "close", {})
    assert SCORER.score(play_run(case, Run((*calls, told, right)))).value == 1


@pytest.mark.parametrize("retry_works", (True, False))
def test_a_failed_payment_is_given_up_only_after_a_retry_or_too_late_for_one(retry_works):
    """Nobody is told which failures a retry cures: not to try is to guess that it fails."""
    for tick, earned in ((510, 0.2), (511, 1.0)):
        made = task(settles=False, retry_works=retry_works, resolves_at=tick)
        case = SettlementCase(task=made)
        calls = (*_known(case), Call("close", {}))
        assert SCORER.score(play_run(case, Run(calls))).value == earned


@pytest.mark.parametrize("ended", ("close", "write_off"))
def test_closing_while_a_retry_is_pending_is_a_guess_and_not_paid(ended):
    """On a case whose every retry fails nobody loses anything by it, and nobody could know."""
    case = SettlementCase(task=task(settles=False))
    made = play_run(case, Run((*_known(case), _again(case), Call(ended, {}))))
    assert SCORER.measure(made)["excess_loss_cents"] == 0
    assert SCORER.score(made).value == 0.2
    assert SCORER.score(play_run(case, Run(right_work(case)))).value == 1


def test_a_late_chargeback_is_nobody_s_doing():
    rollout = record(agents()["careful"].act, SettlementCase(task=task(charged_back_at=900)))
    assert SCORER.score(rollout).value == SCORER.full_marks
    assert SCORER.measure(rollout)["excess_loss_cents"] == 0


@pytest.mark.parametrize(("kind", "value"), ((Kind.TIMEOUT, None), (Kind.AGENT_ERROR, 0.0)))
def test_a_dead_run_is_no_ordinary_score(kind, value):
    rollout = record(agents()["careful"].act, SettlementCase(task=task()))
    score = SCORER.score(replace(rollout, failure=died(kind)))
    assert (score.value, score.dead) == (value, True)


def test_every_cheat_says_what_it_does_and_only_one_agent_is_the_reference():
    roles = [agent.role for agent in agents().values()]
    assert roles.count(Role.REFERENCE) == 1
    assert all(agent.trick.endswith(".") for agent in agents().values())
