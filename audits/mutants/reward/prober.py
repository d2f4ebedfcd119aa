"""Mutants of a user's reward before its guards, in the worker: references first, then attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from typing import Any

from audits.mutants.guard import Guard, Kind
from audits.mutants.inside import PAYS
from audits.mutants.mutant import Mutant
from audits.mutants.reward.columns import Attacks, references_notice, same
from audits.mutants.reward.inputs import Inputs, outcomes_of
from audits.mutants.reward.weight import Weight, is_rescaled, weight
from audits.mutants.trial import Difference, Trial
from audits.rewards.outcome import Kind as Ended
from audits.rewards.outcome import Outcome
from audits.targets.client import Call
from audits.targets.reward import WorkerReward

SLOWER = 5.0
"""How many times as long as all calls of the reward as it is one call may take with a mutant."""

SHORTEST = 2.0
"""Seconds of wall time that one call may always take."""

REFERENCES: Guard[Any] = Guard("references", Kind.REFERENCE, lambda _subject: None)
ATTACKS: Guard[Any] = Guard("attacks", Kind.ATTACKER, lambda _subject: None, round=1)

NUMBER = "number"
"""The operator that changes a number: what a right answer is worth, and that alone, is a scale."""

Scored = list[list[Outcome]]


class RewardProber:
    """Puts mutants before references and attacks. Satisfies `audits.mutants.audit.Probing`."""

    def __init__(self, reward: WorkerReward, inputs: Inputs, timeout: float) -> None:
        self.guards: list[Guard[Any]] = [REFERENCES, ATTACKS]
        self.red: dict[str, str] = {}
        self.weights: dict[str, tuple[Weight, float]] = {}
        """What each mutant that nobody noticed does, and how much of it."""
        self._reward, self._inputs = reward, inputs
        began = monotonic()
        self.before = self._as_it_is()
        self._soft = min(timeout, max(SHORTEST, SLOWER * (monotonic() - began)))
        lost = any(outcome.kind is Ended.LOST for outcome in self.before)
        self.is_fickle = lost or not all(map(same, self.before, self._as_it_is()))
        self.baseline = [_seen(outcome) for outcome in self.before]
        self.attacks = Attacks(inputs.others, self.before[len(inputs.references) :])

    def _as_it_is(self) -> list[Outcome]:
        call, inputs = self._reward.worker.call, self._inputs
        return [
            *outcomes_of(inputs.references, call(inputs.reference_calls)),
            *outcomes_of(inputs.others, call(inputs.other_calls)),
        ]

    def probe(self, mutants: Sequence[Mutant], *, all_guards: bool = False) -> Iterator[Trial]:
        """Try mutants and give each one's trial, in order."""
        return (self._try(mutant, all_guards) for mutant in mutants)

    def _try(self, mutant: Mutant, all_guards: bool) -> Trial:
        trial = Trial(mutant, reached=None)
        paid = self._ask(trial, REFERENCES, self._inputs.reference_calls)
        if paid is None:
            return trial
        references = outcomes_of(self._inputs.references, paid)
        _note(trial, REFERENCES, references_notice(self._inputs.references, references))
        if trial.noticed and not all_guards:
            return trial
        scored = self._ask(trial, ATTACKS, self._inputs.other_calls)
        if scored is None:
            return trial
        others = outcomes_of(self._inputs.others, scored)
        ceilings = self._ceilings(references)
        _note(trial, ATTACKS, self.attacks.notice(others, ceilings))
        if not trial.noticed:
            trial.differs = self._difference(mutant, [*references, *others], ceilings)
        return trial

    def _ask(self, trial: Trial, guard: Guard[Any], calls: list[Call]) -> Scored | None:
        """Score with the mutant in force; None if it gave no answer, which is noted."""
        trial.asked.append(guard.name)
        scored, lost = self._reward.worker.under(self._request(trial.mutant), calls, self._soft)
        if lost:
            trial.lost, trial.late = lost, lost.startswith("no answer within")
        return None if lost else scored

    def _request(self, mutant: Mutant) -> Mapping[str, Any]:
        """Ask for a mutant; the canary that pays has the first reference for a model."""
        model = {"model": self._inputs.reference_calls[0]} if mutant.id == PAYS else {}
        return {"mutant": mutant.id, **model}

    def _ceilings(self, references: Sequence[Outcome]) -> dict[int, float]:
        """Give what each row's reference earns now."""
        rows = zip(self._inputs.references, references, strict=True)
        return {one.row.index: outcome.value for one, outcome in rows if outcome.value}

    def _difference(
        self, mutant: Mutant, now: Sequence[Outcome], ceilings: Mapping[int, float]
    ) -> Difference | None:
        """Find the difference that matters most, and of those alike the shortest answer's."""
        inputs = self._inputs.all
        differs = [at for at, before in enumerate(self.before) if not same(before, now[at])]
        if not differs:
            return None
        weights = {at: weight(inputs[at], self.before[at], now[at], ceilings) for at in differs}
        shown = max(differs, key=lambda at: (weights[at], -inputs[at].size))
        self.weights[mutant.id] = weights[shown]
        if mutant.operator == NUMBER and is_rescaled(self.before, now):
            self.weights[mutant.id] = (Weight.SCALE, weights[shown][1])
        return Difference(len(differs), shown, _seen(now[shown]))


def _note(trial: Trial, guard: Guard[Any], why: str | None) -> None:
    if why is not None:
        trial.noticed[guard.name] = why


def _seen(outcome: Outcome) -> dict[str, Any]:
    """Write an outcome as JSON has it: its value, or how the call ended."""
    if outcome.value is not None:
        return {"value": outcome.value}
    return {"value": None, "ended": str(outcome.kind), "detail": outcome.detail}
