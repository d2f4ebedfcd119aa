"""The rules that a finding can break: one table. A rule's id is never used for another rule.

A letter says which audit speaks (A attacks, C controls, D dead rollouts, E edits, L laws,
M mutants, S search, T twins), three digits which rule.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from audits.errors import unknown


class Severity(StrEnum):
    """How sure a finding is."""

    ERROR = "error"
    """Proven: wrong by construction, and paid."""
    WARNING = "warning"
    """A lead: worth a look, proves nothing."""
    NOTE = "note"
    """Worth knowing."""


class Rule(msgspec.Struct, frozen=True):
    """One rule: what it says, why it matters, how a scorer that breaks it is mended."""

    id: str
    title: str
    severity: Severity
    why: str
    fix: str


_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

_TABLE = (
    Rule(
        "A101",
        "a cheat is paid like the reference",
        _ERROR,
        "An agent that did not do the work earns what the one earns that did.",
        "Find the term that pays it, and let it read the world's books instead of what it reads.",
    ),
    Rule(
        "C001",
        "the reference is short of full marks",
        _ERROR,
        "Where honest work is not paid in full, no attack on the scorer can be judged.",
        "Mend the scorer or the reference until every case pays its reference in full.",
    ),
    Rule(
        "D201",
        "a dead rollout is paid",
        _ERROR,
        "An outage then looks like a slightly worse model, and a crash can be worth causing.",
        "Score what failed before any term is asked, and give it nothing.",
    ),
    Rule(
        "D202",
        "a dead rollout earns more than the worst honest failure",
        _ERROR,
        "Dying is then better than trying; zero beats an honest minus one.",
        "Keep dead rollouts at or under the lowest score that honest work on the case can get.",
    ),
    Rule(
        "D203",
        "a dead rollout carries an ordinary score",
        _ERROR,
        "Nobody downstream can tell an outage from a bad answer.",
        "Return None for what was not scored, or mark it dead.",
    ),
    Rule(
        "D204",
        "a death is laid at the wrong door",
        _ERROR,
        "An agent's own crash is a failure; an outage is not, and must not move the mean.",
        "Score an agent's death as a failure; leave an infrastructure's out, and count it.",
    ),
    Rule(
        "D205",
        "a score is not finite, or out of range",
        _ERROR,
        "One NaN turns a batch's mean, and with it a training step, into NaN.",
        "Check the value on every path, the failing ones included.",
    ),
    Rule(
        "D206",
        "the aggregate hides how many rollouts died",
        _ERROR,
        "A mean over the survivors rises with every outage.",
        "Report how many rollouts were planned, scored and dead beside every mean.",
    ),
    Rule(
        "E501",
        "a wrong edit costs nothing",
        _ERROR,
        "The reference's rollout was changed until it was wrong, and the scorer did not notice.",
        "Let the term that should have noticed read the end state.",
    ),
    Rule(
        "E502",
        "a harmless edit costs reward",
        _ERROR,
        "Right work is denied for its wording or its order.",
        "Let the terms read what happened, not how it was put.",
    ),
    Rule(
        "L301",
        "a law does not hold",
        _ERROR,
        "A scorer of this kind must keep it whatever the case.",
        "Look at the shrunk rollout: it is the smallest one that breaks the law.",
    ),
    Rule(
        "M401",
        "a mutant of the scorer survives",
        _WARNING,
        "The scorer can be broken in this place and no guard would notice.",
        "Add a guard that fails on it, or accept it with a reason.",
    ),
    Rule(
        "M402",
        "an accepted survivor no longer exists",
        _ERROR,
        "The list of accepted survivors speaks of code that is gone; nobody knows what it covers.",
        "Take the entry off the list.",
    ),
    Rule(
        "S601",
        "a search finds a rollout that is wrong and paid",
        _ERROR,
        "If a blind search finds it, so does a policy under optimisation.",
        "Close the mechanism that the finding names, and search again.",
    ),
    Rule(
        "T701",
        "a constant policy is paid by the base rate of the cases",
        _NOTE,
        "A policy that never looks earns this much because the cases lean one way.",
        "Add the twin of each case, or report paired reward.",
    ),
    Rule(
        "T702",
        "an agent that ignores what it read ranks above one that does not",
        _WARNING,
        "Single reward cannot tell reading from luck; pairs whose right outcome differs can.",
        "Report paired reward beside the single one.",
    ),
    Rule(
        "T703",
        "an agent that ignores what it read is paid on both twins",
        _ERROR,
        "The right ends of a pair differ and the agent's do not: on one it is wrong, and paid.",
        "Let the terms hold the end state against what was owed under this very history.",
    ),
)

RULES: dict[str, Rule] = {rule.id: rule for rule in _TABLE}
"""Every rule by its id."""


def selected(select: tuple[str, ...] = (), ignore: tuple[str, ...] = ()) -> frozenset[str]:
    """Return the ids that prefixes choose: all or those selected, less those ignored.

    Raises `CannotAuditError` for a prefix that fits no rule.
    """
    for option, prefixes in (("--select", select), ("--ignore", ignore)):
        for prefix in prefixes:
            if not any(rule.startswith(prefix) for rule in RULES):
                raise unknown(option, prefix, RULES)
    chosen = {rule for rule in RULES if not select or rule.startswith(select)}
    return frozenset(rule for rule in chosen if not (ignore and rule.startswith(ignore)))
