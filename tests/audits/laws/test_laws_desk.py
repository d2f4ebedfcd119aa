"""The state machine finds each broken desk and shrinks it to the fewest calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from attackers.program import Call
from audits.laws import LAWS, Trial
from audits.laws import broken_desks as broken
from audits.laws.sources import driven
from audits.laws.walk import walk
from desk.refund import RefundDesk
from tests.audits.laws.subjects import setting, steps


def shrunk(law: str, desk: type[RefundDesk]) -> list[Trial]:
    (collected,) = driven(setting(40, desk), steps(law))
    return [collected.smallest(breach) for breach in collected.tally.breaches.values()]


@pytest.mark.parametrize(
    ("law", "desk", "fewest"),
    [
        ("conservation", broken.Skimming, (1, 0)),
        ("payments", broken.Stuttering, (1, 0)),
        pytest.param(*("log", broken.Forgetful, (1, 0)), marks=pytest.mark.slow),
        ("refused-calls", broken.Noting, (1, 0)),
        pytest.param(*("answers", broken.Whitewashing, (1, 0)), marks=pytest.mark.slow),
        pytest.param(*("after-the-end", broken.Ajar, (0, 1)), marks=pytest.mark.slow),
    ],
)
def test_a_broken_desk_is_shown_by_the_fewest_calls(
    law: str, desk: type[RefundDesk], fewest: tuple[int, int]
):
    assert {(len(t.run.calls), len(t.run.late)) for t in shrunk(law, desk)} == {fewest}


class Forgiving(RefundDesk):
    """Honours the keys of prior rows, and forgets its own."""

    __slots__ = ()

    def _already(self, key: str) -> int | None:
        return next((row.cents for row in self.case.priors if row.key == key), None)


@pytest.mark.slow
def test_a_key_that_is_not_honoured_takes_two_payments_to_show():
    (trial,) = shrunk("idempotence", Forgiving)
    first, second = trial.run.calls
    assert (first.tool, second.tool) == ("issue_refund", "issue_refund")
    assert first.args["idempotency_key"] == second.args["idempotency_key"]
    assert len(trial.case.lines) == 1
    assert trial.case.priors == ()


class Stale(RefundDesk):
    """Never shows own payments where one read may be stale."""

    __slots__ = ()

    def call(self, tool: str, args: Mapping[str, Any]) -> dict[str, Any]:
        self._stale = self.case.stale
        return super().call(tool, args)


@pytest.mark.slow
def test_a_read_that_stays_stale_takes_a_payment_and_two_reads_to_show():
    (trial,) = shrunk("answers", Stale)
    tools = [call.tool for call in trial.run.calls]
    assert tools == ["issue_refund", "refund_history", "refund_history"]
    assert trial.case.stale


class Raising(RefundDesk):
    """Raises instead of refusing."""

    __slots__ = ()

    def call(self, tool: str, args: Mapping[str, Any]) -> dict[str, Any]:
        answer = super().call(tool, args)
        if "error" in answer and "unknown order" in answer["error"]:
            raise LookupError(answer["error"])
        return answer


def test_a_desk_that_raises_leaves_its_laws_unchecked():
    for collected in driven(setting(40, Raising), steps("log", "answers")):
        counted = collected.tally.counted()
        assert counted.could_not_run > 0
        assert "drawing stopped: LookupError: unknown order" in counted.why


def test_a_walk_makes_each_call_on_one_desk_and_the_late_ones_after_its_end():
    case = setting().cases[0]
    look = Call("lookup_order", {"order_id": case.order})
    trial = Trial(case, type(Trial(case).run)((look, look), late=(look,)))
    made = list(walk(trial, RefundDesk))
    assert [len(step.after.log) for step in made] == [1, 2, 2]
    assert [step.closed for step in made] == [False, False, True]
    assert made[1].before is made[0].after
    assert all(step.after.log_fault() is None for step in made)


@pytest.mark.parametrize(
    "law", [law for law in LAWS.values() if law.step], ids=lambda law: law.name
)
def test_a_law_of_the_desk_is_judged_alike_on_a_whole_trial(law: Any):
    """What the machine checks as it goes is what a replay checks afterwards."""
    desks = {
        "conservation": broken.Skimming,
        "payments": broken.Stuttering,
        "log": broken.Forgetful,
        "idempotence": broken.Keyless,
        "refused-calls": broken.Noting,
        "answers": broken.Whitewashing,
        "after-the-end": broken.Ajar,
    }
    chosen = setting(30, desks[law.name])
    (collected,) = driven(chosen, {law: law.step})
    for mechanism, breach in collected.tally.breaches.items():
        told = law.check(chosen.subject, breach.trial)
        assert told is not None
        assert mechanism in told.mechanisms
