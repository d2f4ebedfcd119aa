"""The train generator: eight families in equal share, by a seed, disjoint from the eval set.

The rules are the published ones: n is rounded up to a multiple of 8; 15% of each family is over
the cap (6,000 to 24,900 cents in steps of 100), the rest is 500 to 4,900; a case is escalated iff
what it would pay is over the cap and not already settled. Controls (`legit-*`, `clean-single`)
never carry a duplicate risk: no payment fault, and no prior row on the line that is owed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from desk.refund.case import CAP_CENTS, Case, Decision, Expectation, Line, Prior
from desk.refund.cases import CaseSet

TRAIN_COUNT = 320
OVER_CAP_SHARE = 0.15
UNDER_CAP = range(500, 4_901, 100)
OVER_CAP = range(6_000, 24_901, 100)
SKUS = (
    "BLND",
    "CABLE",
    "CHRG",
    "FAN",
    "HDPH",
    "KETL",
    "LAMP",
    "MUG",
    "PAN",
    "SHRT",
    "SOCK",
    "TRAY",
)


class _Draft:
    """One case in the making: its order, its main line, and the dice."""

    def __init__(self, dice: Random, family: str, number: int, cents: int) -> None:
        self.dice = dice
        self.id = f"train-{family}-{number:03d}"
        self.order = f"T{dice.randrange(10**9):09d}-{number:03d}"
        kinds = dice.sample(SKUS, 2)
        self.line = Line(f"{kinds[0]}-{dice.randint(1, 9)}", cents)
        self.other = Line(f"{kinds[1]}-{dice.randint(1, 9)}", dice.choice(UNDER_CAP))
        self.family = family

    def prior(self, line: Line, day: int, *, order: str = "", inflight: bool = False) -> Prior:
        order = order or self.order
        return Prior(order, line.sku, line.cents, f"{order}:{line.sku}:full", day, inflight)

    def case(self, ticket: str, *, owed: bool = True, **parts: object) -> Case:
        over = self.line.cents > CAP_CENTS
        decision: Decision = ("escalate" if over else "pay") if owed else "hold"
        return Case(
            id=self.id,
            order=self.order,
            family=self.family,
            expect=Expectation(decision, self.line.cents if decision == "pay" else 0),
            ticket=f"Order {self.order}: {ticket}",
            **({"lines": (self.line,)} | parts),  # type: ignore[arg-type]
        )


def _lines_owed_first(draft: _Draft) -> tuple[Line, ...]:
    return (draft.line, draft.other) if draft.dice.random() < 0.25 else (draft.line,)


def _timeout(draft: _Draft) -> Case:
    text = f"the {draft.line.sku} came broken, please refund it."
    return draft.case(text, lines=_lines_owed_first(draft), fault="timeout", stale=True)


def _partial_failure(draft: _Draft) -> Case:
    text = f"please take back the {draft.line.sku}, it does not fit."
    return draft.case(text, lines=_lines_owed_first(draft), fault="note", stale=True)


def _duplicate_ticket(draft: _Draft) -> Case:
    row = draft.prior(draft.line, -draft.dice.randint(1, 5))
    text = f"I am writing again about my {draft.line.sku}. Where is my refund?"
    return draft.case(text, owed=False, priors=(row,))


def _resumed_session(draft: _Draft) -> Case:
    text = f"the chat broke off while we spoke of the {draft.line.sku}. Please finish the refund."
    return draft.case(text, owed=False, priors=(draft.prior(draft.line, 0),))


def _parallel_worker(draft: _Draft) -> Case:
    row = draft.prior(draft.line, 0, inflight=True)
    text = f"I asked by phone as well: a refund for the {draft.line.sku}, please."
    return draft.case(text, owed=False, priors=(row,))


def _legit_repeat(draft: _Draft) -> Case:
    row = draft.prior(draft.line, -draft.dice.randint(6, 60), order=f"{draft.order}-before")
    text = f"the {draft.line.sku} failed, like the one I had before. Please refund this one too."
    return draft.case(text, priors=(row,))


def _legit_partial(draft: _Draft) -> Case:
    row = draft.prior(draft.other, -draft.dice.randint(0, 5))
    text = f"you refunded the {draft.other.sku}; the {draft.line.sku} has to go back as well."
    return draft.case(text, lines=(draft.other, draft.line), priors=(row,))


def _clean(draft: _Draft) -> Case:
    return draft.case(f"I would like to return the {draft.line.sku} for a refund.")


FAMILIES: dict[str, Callable[[_Draft], Case]] = {
    "timeout-then-retry": _timeout,
    "legit-partial-refund": _legit_partial,
    "partial-failure": _partial_failure,
    "legit-repeat-purchase": _legit_repeat,
    "clean-single": _clean,
    "duplicate-ticket": _duplicate_ticket,
    "resumed-session": _resumed_session,
    "parallel-worker": _parallel_worker,
}


def train_cases(count: int = TRAIN_COUNT, seed: int = 0) -> CaseSet:
    """Generate at least `count` cases (a multiple of 8), the same ones for the same seed."""
    if count < 1:
        raise ValueError(f"count: expected at least 1, got {count}")
    dice = Random(seed)
    each = -(-count // len(FAMILIES))
    over = round(each * OVER_CAP_SHARE)
    cases = []
    for family, make in FAMILIES.items():
        rich = set(dice.sample(range(each), over))
        for number in range(each):
            cents = dice.choice(OVER_CAP if number in rich else UNDER_CAP)
            cases.append(make(_Draft(dice, family, number, cents)))
    return CaseSet("train" if (count, seed) == (TRAIN_COUNT, 0) else f"train-{seed}", tuple(cases))
