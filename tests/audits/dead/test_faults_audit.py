"""The faults audit: what it finds on which scorer, and that it is never clean by accident."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from math import nan
from typing import Any

import pytest

from audits.aggregate import Aggregate, aggregate
from audits.dead import FAULTS, FaultsPlan, Row, faults
from audits.dead.fate import Fate
from audits.dead.fault import Fault, NotStruckError
from audits.dead.server import ScriptServer
from audits.errors import CannotAuditError
from audits.events import Step
from audits.findings import Finding
from audits.result import Result, result_of
from audits.rules import Severity
from audits.target import Target, refund_target
from audits.verdict import Verdict
from desk import By, Kind, Rollout
from desk.refund import wrongs
from scorer import Death, Score, Scorer, Term

FAST = ",".join(name for name in FAULTS if name != "no-answer")
"""All but the one fault that has to wait."""

CHEAP = ",".join(
    name for name, fault in FAULTS.items() if not (isinstance(fault, Fault) and fault.real)
)
"""All that needs no socket and no process."""


def audit(target: Target, **plan: Any) -> Result:
    return result_of("faults", target, 0, faults(target, FaultsPlan(**({"only": CHEAP} | plan))))


@cache
def whole(*names: str) -> Result:
    scorer, *reverts = names
    target = refund_target(scorer, reverts)
    return audit(target, only=None if scorer == "hardened" else FAST)


def with_scorer(scorer: Any) -> Target:
    return replace(refund_target(), scorer=scorer)


def errors(result: Result) -> dict[str, Finding]:
    return {made.rule: made for made in result.findings if made.severity is Severity.ERROR}


def rows(result: Result) -> list[Row]:
    return result.extra["faults"]


@pytest.mark.slow
def test_hardened_is_clean_throughout():
    result = whole("hardened")
    assert (result.verdict, result.findings, result.reasons) == (Verdict.CLEAN, [], [])
    assert len(rows(result)) == len(FAULTS) >= 24
    for row in rows(result):
        assert row.strikes
        if row.by != "alive":
            assert row.high in (None, 0.0)
            assert row.dead == row.strikes
            assert not any(row.terms.values())


def test_hardened_leaves_outages_out_and_scores_an_agents_own_death():
    treated = {row.fault: (row.by, set(row.treated)) for row in rows(whole("hardened"))}
    for fault, (by, ways) in treated.items():
        if by in (By.INFRASTRUCTURE, "scorer"):
            assert ways == {"left out"}, fault
        if by == By.AGENT:
            assert ways == {"0, marked dead"}, fault


def test_right_work_that_lived_through_a_fault_is_shown_alive_and_paid_in_full():
    alive = {row.fault: row for row in rows(whole("hardened")) if row.by == "alive"}
    assert alive.keys() == {"doubled-call", "doubled-result", "late-result"}
    for row in alive.values():
        assert (row.low, row.high, row.dead, row.rules) == (1.0, 1.0, 0, [])
        assert row.treated == {"paid as alive": row.strikes}


def test_published_is_clean_wherever_a_failure_is_recorded():
    result = whole("published")
    assert result.verdict is Verdict.CLEAN
    for row in rows(result):
        if row.by in (By.AGENT, By.INFRASTRUCTURE):
            assert row.treated == {"0, marked dead": row.strikes}
            assert (row.high, row.rules) == (0.0, [])


def test_what_published_pays_to_a_run_without_trace_or_failure_is_shown_and_no_proof():
    found = {made.shape.split(":")[0]: made for made in whole("published").findings}
    assert all(made.severity is Severity.WARNING for made in found.values())
    trace = found["nothing on record, start"]
    assert (trace.rule, trace.earned, trace.reference_earned) == ("D201", 0.4, 1.0)
    assert trace.counterexample["paid"] == "from 0.3 to 0.4"
    assert trace.terms.keys() == {
        "no_duplicate_effects",
        "no_unauthorized_payment",
        "no_false_block",
    }
    assert trace.reach.rows == trace.reach.of - _silent_logs()
    log = found["nothing on record, log"]
    assert log.earned == 1.0
    assert log.counterexample["calls"] == []


def _silent_logs() -> int:
    silent = [row for row in rows(whole("published")) if row.fault.startswith("silent-")]
    return sum(row.strikes for row in silent)


def test_without_its_dead_guard_published_pays_the_dead_two_fifths_and_is_caught():
    result = whole("published", "no-dead-guard")
    assert result.verdict is Verdict.FINDINGS
    found = errors(result)
    assert found.keys() == {"D201", "D202", "D203", "D204", "D206"}
    paid = found["D201"]
    assert (paid.earned, paid.reference_earned) == (0.4, 1.0)
    assert paid.terms == {
        "no_duplicate_effects": 1.0,
        "no_unauthorized_payment": 1.0,
        "no_false_block": 1.0,
    }
    assert paid.counterexample["calls"] == []
    assert paid.reach.rows == paid.reach.of


def test_without_its_dead_guard_every_recorded_death_is_worth_the_same():
    for row in rows(whole("published", "no-dead-guard")):
        if row.by in (By.AGENT, By.INFRASTRUCTURE):
            assert (row.low, row.high, row.dead) == (0.4, 0.4, 0)
            assert row.terms == {
                "task_completed": 0.0,
                "log_replayable": 0.0,
                "no_duplicate_effects": 0.2,
                "no_unauthorized_payment": 0.1,
                "no_false_block": 0.1,
            }


@pytest.mark.parametrize("rule", ["D201", "D202", "D203", "D204", "D206"])
def test_the_replay_of_a_finding_shows_it_again(rule: str):
    found = errors(whole("published", "no-dead-guard"))[rule]
    words = found.replay.split()
    assert words[:2] == ["clawback", "faults"]
    only, case = words[words.index("--only") + 1], words[words.index("--case") + 1]
    again = audit(refund_target("published", ["no-dead-guard"]), only=only, case=case)
    shown = errors(again)[rule]
    name = again.target
    assert shown.fingerprint(name) == found.fingerprint(name)
    assert shown.earned == found.earned


def test_the_aggregate_of_all_that_died_is_in_the_report():
    died = sum(row.strikes for row in rows(whole("hardened")) if row.by in tuple(By))
    died += next(row.strikes for row in rows(whole("hardened")) if row.fault == "never-opened")
    summed: Aggregate = whole("hardened").extra["aggregate"]
    assert (summed.planned, summed.dead, summed.mean) == (died, died, 0.0)
    assert 0 < summed.scored < died


@dataclass(frozen=True)
class Odd(Scorer[Any]):
    """Hardened, but for what `odd` says of a rollout; it may raise."""

    odd: Callable[[Rollout[Any, Any]], Score | None] = lambda _rollout: None

    def score(self, rollout: Rollout[Any, Any]) -> Score:
        found = self.odd(rollout)
        return Scorer.score(self, rollout) if found is None else found


def odd(says: Callable[[Rollout[Any, Any]], Score | None]) -> Target:
    base = refund_target().scorer
    return with_scorer(Odd(base.name, base.terms, base.read, base.guard, base.metrics, says))


def nothing(value: float | None, dead: bool = True) -> Score:
    return Score(value, dict.fromkeys(("read", "settled", "reasoned"), 0.0), dead)


def kind(rollout: Rollout[Any, Any]) -> Kind | None:
    return rollout.failure.kind if rollout.failure else None


@pytest.mark.parametrize(
    ("says", "wanted"),
    [
        (
            lambda r: nothing(0.0, dead=False) if kind(r) is Kind.TOOL_ERROR else None,
            {"D203", "D204", "D206"},
        ),
        (lambda r: nothing(None) if kind(r) is Kind.AGENT_HUNG else None, {"D204"}),
        (lambda r: nothing(0.5) if kind(r) is Kind.NOT_STARTED else None, {"D201", "D202"}),
        (lambda r: nothing(nan) if kind(r) is Kind.TURN_LIMIT else None, {"D205"}),
        (lambda r: nothing(-0.5) if kind(r) is Kind.TURN_LIMIT else None, {"D205"}),
        (lambda r: nothing(0.1) if r.end is None and not r.failure else None, {"D201", "D202"}),
        (lambda r: nothing(0.0, False) if len({*r.messages}) < len(r.messages) else None, {"D207"}),
    ],
)
def test_one_hole_in_a_sound_scorer_is_found_and_nothing_else(
    says: Callable[[Any], Score | None], wanted: set[str]
):
    assert errors(audit(odd(says))).keys() == wanted


def test_a_scorer_that_raises_on_the_dead_is_found():
    def says(rollout: Any) -> None:
        if rollout.failure:
            raise LookupError("no such rollout")

    result = audit(odd(says))
    found = errors(result)
    assert found.keys() == {"D205"}
    assert found["D205"].shape == "it raises"
    assert found["D205"].counterexample["score"] == "raised LookupError: no such rollout"
    assert result.extra["aggregate"].dead == result.extra["aggregate"].planned


def test_zero_for_the_dead_is_found_where_honest_work_earns_less():
    """Order, not value: dying must not beat trying."""

    def right(rollout: Any) -> float:
        return float(not wrongs(rollout))

    def wrong(rollout: Any) -> float:
        return float(bool(wrongs(rollout)))

    def guard(rollout: Any) -> Death | None:
        dead = rollout.failure or rollout.end is None or rollout.log_fault() or not rollout.log
        return Death(0.0, "dead") if dead else None

    terms = (Term("right", 1.0, "?", right), Term("wrong", -1.0, "?", wrong))
    scorer = Scorer("signed", terms, read=lambda rollout, _dead: rollout, guard=guard)
    found = errors(audit(with_scorer(scorer)))
    assert found.keys() == {"D202"}
    assert found["D202"].earned == 0.0
    assert "the worst honest failure of its case -1" in found["D202"].title


def test_an_aggregate_that_leaves_out_the_dead_is_found():
    def survivors(scores: Any, _planned: int) -> Aggregate:
        return aggregate([score for score in scores if not score.dead])

    found = errors(audit(refund_target(), aggregate=survivors))
    assert found.keys() == {"D206"}
    assert found["D206"].shape == "wrong: planned, scored, dead"
    assert found["D206"].counterexample["planned"] == 0


def test_a_term_that_is_not_protected_is_found():
    class Bare(Scorer[Any]):
        def score(self, rollout: Rollout[Any, Any]) -> Score:
            if (death := self.guard(rollout)) is not None:
                return nothing(death.value)
            evidence = self.read(rollout, False)
            terms = {term.name: float(term.judge(evidence)) for term in self.terms}
            return Score(sum(term.weight * terms[term.name] for term in self.terms), terms)

    base = refund_target().scorer
    bare = with_scorer(Bare(base.name, base.terms, base.read, base.guard, base.metrics))
    result = audit(bare)
    spoilt = {row.fault: row.rules for row in rows(result) if row.group == "scorer"}
    assert all(spoilt.values()), spoilt
    assert "D205" in spoilt["term-nan"]
    assert spoilt["guard-raises"] == ["D205"]
    assert not any(row.rules for row in rows(result) if row.group != "scorer")


# What would make it say clean without having looked?


def _inconclusive(result: Result, *told: str) -> None:
    assert result.verdict is Verdict.INCONCLUSIVE
    for words in told:
        assert any(words in why for why in result.reasons), result.reasons


@pytest.mark.parametrize("rule", ["D201", "D202", "D203", "D204", "D205", "D207"])
def test_a_judge_that_is_blind_to_one_rule_is_caught_by_the_controls(
    rule: str, monkeypatch: pytest.MonkeyPatch
):
    from audits.dead import control
    from audits.dead.judge import broken

    def blind(*args: Any) -> list[Any]:
        return [breach for breach in broken(*args) if breach.rule != rule]

    monkeypatch.setattr(control, "broken", blind)
    only = "http-500,agent-raises,late-result,no-trace,never-opened"
    _inconclusive(audit(refund_target(), only=only), "broken on purpose was not caught on")


def test_a_judge_that_is_blind_is_caught_on_spoilt_scorers_too(monkeypatch: pytest.MonkeyPatch):
    from audits.dead import control

    monkeypatch.setattr(control, "broken", lambda *_args: [])
    _inconclusive(audit(refund_target(), only="term-nan"), "without protection was not caught")


def test_an_aggregate_that_nobody_could_fault_is_caught(monkeypatch: pytest.MonkeyPatch):
    from audits.dead.batch import Batch

    monkeypatch.setattr(Batch, "misses", lambda *_args: None)
    _inconclusive(audit(refund_target(), only="agent-raises"), "hides its dead on purpose")


def test_a_fault_that_finds_no_place_is_no_clean_fault(monkeypatch: pytest.MonkeyPatch):
    found = FAULTS["agent-raises"]
    assert isinstance(found, Fault)
    monkeypatch.setitem(FAULTS, "agent-raises", replace(found, points=lambda _base: []))
    result = audit(refund_target())
    _inconclusive(result, "agent-raises found no place to strike")
    assert result.could_not_run == 1


def test_a_server_that_cannot_be_started_is_no_clean_endpoint(monkeypatch: pytest.MonkeyPatch):
    def refuse(_server: ScriptServer) -> None:
        raise OSError("no sockets here")

    monkeypatch.setattr(ScriptServer, "server_bind", refuse)
    result = audit(refund_target(), only="http-401,agent-raises")
    _inconclusive(result, "http-401 before the first call", "OSError: no sockets here")
    assert result.tried > 0


def test_faults_that_all_fail_to_strike_are_not_clean(monkeypatch: pytest.MonkeyPatch):
    def fail(*_args: Any) -> None:
        raise NotStruckError("not today")

    for name in ("agent-raises", "agent-exits"):
        monkeypatch.setitem(FAULTS, name, replace(FAULTS[name], strike=fail))
    result = audit(refund_target(), only="agent-raises,agent-exits")
    assert result.tried == 0
    _inconclusive(result, "agent-raises before the first call (reference, ", "not today")


def test_a_reference_that_is_not_paid_makes_nothing_clean():
    _inconclusive(audit(odd(lambda _rollout: nothing(0.0))), "the reference earns 0.0 of 1 on ")
    _inconclusive(audit(odd(lambda _rollout: nothing(None))), "the reference earns None of 1 on ")


def test_a_reference_that_does_not_do_the_work_makes_nothing_clean():
    target = refund_target()
    agents = dict(target.agents)
    agents["careful"] = replace(agents["careful"], act=agents["refuse-all"].act)
    _inconclusive(audit(replace(target, agents=agents)), "the reference does not do the work on ")


def test_without_an_honest_failure_to_compare_with_d202_was_not_checked():
    target = odd(lambda rollout: nothing(None) if wrongs(rollout) else None)
    result = audit(target, only="tool-raises")
    assert result.tried > 0
    _inconclusive(result, "no honest failure gets a score")


def test_names_that_are_not_there_are_refused_with_the_nearest():
    with pytest.raises(CannotAuditError, match=r"--only: .*got 'http-40'. Did you mean 'http-4"):
        audit(refund_target(), only="http-40")
    with pytest.raises(CannotAuditError, match="--only: expected names of faults"):
        audit(refund_target(), only=" , ")
    with pytest.raises(CannotAuditError, match=r"--case: .*Did you mean 'clean-0"):
        audit(refund_target(), case="clean-00")


def test_on_ctrl_c_what_was_found_until_then_is_told(monkeypatch: pytest.MonkeyPatch):
    def stop(*_args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(FAULTS, "agent-exits", replace(FAULTS["agent-exits"], strike=stop))
    target = refund_target("published", ["no-dead-guard"])
    result = Result(audit="faults", target=target.name, seed=0)
    steps: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        for event in faults(target, FaultsPlan(only=CHEAP)):
            result.take(event)
            steps += [event.label] if isinstance(event, Step) else []
    assert steps == ["never-started", "never-opened", "no-trace", "agent-raises"]
    assert errors(result)["D201"].earned == 0.4
    assert [row.fault for row in rows(result)] == [*steps, "agent-exits"]


def test_a_run_is_the_same_each_time():
    target = refund_target("published", ["no-dead-guard"])
    plan = {"only": "http-402,killed-inside,tool-raises,cut-log", "case": "timeout-01"}
    assert audit(target, **plan).document() == audit(target, **plan).document()


def test_every_fate_is_struck_by_some_fault():
    fates = {fault.fate for fault in FAULTS.values() if isinstance(fault, Fault)}
    assert fates == set(Fate) - {Fate.UNSCORED}
