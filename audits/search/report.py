"""From a catch to a finding: shrunk, told in words, and tried on every other case."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from shlex import quote

from attackers.program import Program
from attackers.search import MoveSet, Sketch, shrink
from audits.attacks import DEFAULT_MARGIN
from audits.findings import Call, Finding, Reach, call_list, finding, paying_terms
from audits.search.catch import Catch, on_island
from audits.search.island import Island
from audits.search.judge import Judge, Tried
from audits.search.plan import SearchPlan
from audits.search.reference import Rules, UnsoundError
from scorer import Score


class Reporter:
    """Makes findings of catches."""

    def __init__(self, islands: Sequence[Island], rules: Rules, plan: SearchPlan) -> None:
        self._plan = plan
        self._islands = islands
        self._judges = {
            island.case.id: Judge(island.case, rules.reward, plan.moves, rules.desk)
            for island in islands
        }
        self._on_island = {
            island.case.id: [(catch.core, catch.rule(plan.margin)) for catch in on_island(island)]
            for island in islands
        }

    def finding(self, catch: Catch) -> Finding:
        """Shrink a catch and report it under the rule that it breaks.

        Raises `ValueError` for a catch that breaks none, `UnsoundError` for a scorer that says
        something else when asked again.
        """
        if (rule := catch.rule(self._plan.margin)) is None:
            raise ValueError(f"catch: expected one that breaks a rule; got {catch.core.slug}")
        judge = self._judges[catch.island.case.id]
        sketch = shrink(catch.trial.candidate, judge.space.simpler, _keeps(judge, catch))
        program = judge.write(sketch)
        trial, score = judge.again(sketch), judge.score(judge.play(program))
        if trial is None or score is None or trial.earned < catch.trial.earned:
            raise UnsoundError(
                f"{judge.case.id}: the scorer gave {catch.trial.earned} for a rollout, and less or "
                "nothing when it was played again"
            )
        return finding(
            rule,
            f"{catch.core.words}: {_noticed(score, catch)}",
            f"{catch.core.slug} paid by {'+'.join(paying_terms(score.terms))}",
            case=judge.case.id,
            earned=trial.earned,
            reference_earned=catch.island.reference.earned,
            terms=paying_terms(score.terms),
            reach=Reach(sum(self._reaches(sketch, catch, rule)), len(self._islands)),
            counterexample=_example(program, trial, catch),
            replay=self._replay(catch),
        )

    def _reaches(self, sketch: Sketch, catch: Catch, rule: str) -> Iterator[bool]:
        """Say for each case whether the mechanism is paid there, found there or carried there."""
        for island in self._islands:
            found = self._on_island[island.case.id]
            yield any(core == catch.core and as_bad(own, rule) for core, own in found) or (
                self._carries(sketch, catch, island, rule)
            )

    def _carries(self, sketch: Sketch, catch: Catch, island: Island, rule: str) -> bool:
        trial = self._judges[island.case.id].again(sketch)
        if trial is None:
            return False
        asks = island.reference.asks_for_reads
        there = Catch(trial.behaviour.mechanism.core(asks), trial, island)
        return there.core == catch.core and as_bad(there.rule(self._plan.margin), rule)

    def _replay(self, catch: Catch) -> str:
        plan = self._plan
        words = f"clawback search{plan.arguments} --case {quote(catch.island.case.id)}"
        words += f" --only {catch.core.slug} --steps {catch.island.steps}"
        words += f" --seed {plan.seed}" if plan.seed else ""
        words += f" --moves {plan.moves}" if plan.moves is not MoveSet.TOOLS else ""
        return words + (f" --margin {plan.margin:g}" if plan.margin != DEFAULT_MARGIN else "")


def _example(program: Program, trial: Tried, catch: Catch) -> dict[str, object]:
    """Write the calls, and what else is wrong with them beside the mechanism."""
    faults = trial.behaviour.mechanism.faults
    also = [str(fault) for fault in faults if fault not in catch.core.faults]
    calls = call_list([Call(call.tool, dict(call.args)) for call in program])
    return {"calls": calls} | ({"also": "; ".join(also)} if also else {})


def as_bad(own: str | None, rule: str) -> bool:
    """Whether what breaks rule `own` is at least as bad as `rule` says."""
    return own == rule or (own == "S601" and rule == "S602")


def _keeps(judge: Judge, catch: Catch) -> Callable[[Sketch], bool]:
    """Return whether a simpler sketch is still the same mechanism, paid as well, no more wrong."""
    asks, was = catch.island.reference.asks_for_reads, catch.trial

    def keeps(sketch: Sketch) -> bool:
        trial = judge.again(sketch)
        if trial is None or trial.earned < was.earned:
            return False
        now = trial.behaviour.mechanism
        return now.core(asks) == catch.core and set(now.faults) <= set(
            was.behaviour.mechanism.faults
        )

    return keeps


def _noticed(score: Score, catch: Catch) -> str:
    """Say which terms gave it less than they give the reference."""
    terms = catch.island.reference.terms
    less = [name for name, value in score.terms.items() if value < terms[name]]
    if not less:
        return "no term notices"
    return f"only {' and '.join(less)} {'notices' if len(less) == 1 else 'notice'}"
