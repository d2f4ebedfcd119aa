"""Throughput: rollouts of the refund desk played, and scored, per second of one core."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time

from attackers import Role
from attackers.refund import agents
from benchmarks.figure import Figure, medians
from desk.refund import play, train_cases
from scorer import hardened, published

BUDGET = 20_000
"""Rollouts a second of CPU time that must be played and scored at least, on an idle machine."""


def measure(rounds: int) -> Iterator[Figure]:
    """Play and score the train cases `rounds` times with the reference, in CPU time."""
    act = next(agent.act for agent in agents().values() if agent.role is Role.REFERENCE)
    cases = train_cases().cases
    rollouts = [play(act, case) for case in cases]
    scorers = {scorer.name: scorer for scorer in (published(), hardened())}
    acts: dict[str, Callable[[], object]] = {"play": lambda: [play(act, case) for case in cases]}
    acts |= {
        f"score, {name}": lambda score=scorer.score: [score(made) for made in rollouts]
        for name, scorer in scorers.items()
    }
    acts |= {
        f"play and score, {name}": lambda score=scorer.score: [score(play(act, c)) for c in cases]
        for name, scorer in scorers.items()
    }
    for name, taken in medians(rounds, acts, process_time).items():
        rate, each = len(cases) / taken, f"{1e6 * taken / len(cases):.0f} us each"
        budget = f", at least {BUDGET:,}" + " MISSED" * (rate < BUDGET)
        yield Figure(name, f"{rate:,.0f} rollouts/s", each + budget * name.startswith("play and"))
