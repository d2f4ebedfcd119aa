"""Survivors of a user's reward as findings: one a line of source, what matters most first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from audits.findings import Finding, Reach, finding
from audits.mutants.excerpt import change, excerpt
from audits.mutants.mutant import Mutant
from audits.mutants.plan import MutatePlan
from audits.mutants.reward.inputs import Input, Is
from audits.mutants.reward.weight import Weight
from audits.mutants.trial import Fate, Trial
from audits.rewards.outcome import Outcome
from audits.rules import Severity

Weights = Mapping[str, tuple[Weight, float]]
"""For a mutant's id, what it does and how much of it."""

SAYS = {
    Weight.SCALE: "every answer is paid by another scale, in the same order",
    Weight.PAID: "a wrong answer is paid more",
    Weight.DENIED: "a right answer is paid less",
    Weight.FAILS: "an answer is no longer scored, or now is",
    Weight.MORE: "right answers are paid more",
    Weight.ODD: "an odd answer is paid otherwise",
    Weight.MAYBE: "an answer that may be wrong is paid more",
    Weight.OTHER: "only what is wrong, or may be, is paid less",
}
"""What a survivor does."""


TOGETHER = (Weight.SCALE, Weight.MORE, Weight.OTHER)
"""What is told in one finding, wherever it stands: it is plain, and there is much of it."""


def ranked(trials: Sequence[Trial], weights: Weights) -> list[list[Trial]]:
    """Group survivors by the line that they change, the worst of each group and group first.

    Those that only pay right answers more are one group, and so are those that only deny the wrong,
    and those that only pay by another scale.
    """

    def weight(trial: Trial) -> tuple[Weight, float]:
        return weights[trial.mutant.id]

    def group(trial: Trial) -> tuple[object, ...]:
        what = weight(trial)[0]
        return (what,) if what in TOGETHER else (trial.mutant.file, trial.mutant.line)

    groups: dict[tuple[object, ...], list[Trial]] = defaultdict(list)
    for trial in trials:
        groups[group(trial)].append(trial)
    inner = [sorted(group, key=weight, reverse=True) for group in groups.values()]
    return sorted(inner, key=lambda group: weight(group[0]), reverse=True)


def told(
    group: Sequence[Trial],
    weights: Weights,
    inputs: Sequence[Input],
    before: Sequence[Outcome],
    plan: MutatePlan,
) -> Finding:
    """Make the finding of the survivors of one line: the worst of them, and the others by name.

    Another scale is a note: nobody who learns from the reward could tell.
    """
    worst, *others = group
    mutant, differs = worst.mutant, worst.differs
    assert differs is not None
    given, earned = inputs[differs.shown], differs.after.get("value")
    was = before[differs.shown]
    return finding(
        "M401",
        f"{mutant.where}, line {mutant.line}: {change(mutant)}; nobody notices: "
        f"{SAYS[weights[mutant.id][0]]}",
        f"mutant {mutant.id}",
        severity=Severity.NOTE if weights[mutant.id][0] is Weight.SCALE else Severity.WARNING,
        case=f"row {given.row.index}",
        earned=earned,
        reference_earned=given.ceiling,
        reach=Reach(differs.inputs, len(inputs)),
        counterexample={
            **excerpt(mutant),
            "answer": given.answer,
            "which is": given.kind if given.kind is Is.REFERENCE else f"{given.kind}: {given.by}",
            "earned before": was.told,
            "earns now": f"{earned:g}" if earned is not None else differs.after.get("ended"),
            **_advice(given, was),
            **_beside(mutant, others),
        },
        replay=f"clawback mutate {plan.arguments}{plan.words} --only {mutant.id}",
    )


MOST_BESIDE = 5
"""How many other survivors of a group are named; JSON has them all under `survivors`."""


def _advice(given: Input, was: Outcome) -> dict[str, str]:
    """Say what test would notice; none can be wished for that holds a wrong answer to its pay."""
    if given.kind is not Is.WRONG:
        return {"would be noticed by": f"a test that this answer earns {was.told}"}
    if was.value is not None and was.value >= given.attempt_bar:
        return {"as it is": "it is paid already, which clawback audit tells of"}
    return {"would be noticed by": f"a test that this answer earns no more than {was.told}"}


def _beside(shown: Mutant, others: Sequence[Trial]) -> dict[str, str]:
    """Name some others of a group; those of another line with their place."""
    named = {
        f"also {one.mutant.id}": _elsewhere(shown, one.mutant) + change(one.mutant)
        for one in others[:MOST_BESIDE]
    }
    more = len(others) - len(named)
    return named | ({"and": f"{more} more, under survivors in --format json"} if more else {})


def _elsewhere(shown: Mutant, other: Mutant) -> str:
    near = (shown.file, shown.line) == (other.file, other.line)
    return "" if near else f"{other.where}, line {other.line}: "


def untouched(trials: Sequence[Trial]) -> dict[str, list[int]]:
    """Give, for each module, the lines of which no change made any difference."""
    lines: dict[str, dict[int, set[Fate]]] = defaultdict(lambda: defaultdict(set))
    for trial in trials:
        lines[trial.mutant.module][trial.mutant.line].add(trial.fate)
    idle = {
        module: sorted(line for line, fates in found.items() if fates == {Fate.NO_DIFFERENCE})
        for module, found in lines.items()
    }
    return {module: found for module, found in idle.items() if found}
