"""Throughput: rollouts of the refund desk played, and scored, per second in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attackers import Role
from attackers.refund import agents
from benchmarks.figure import Figure, medians
from desk.refund import play, train_cases
from scorer import hardened, published


def measure(rounds: int) -> Iterator[Figure]:
    """Play and score the train cases `rounds` times with the reference."""
    act = next(agent.act for agent in agents().values() if agent.role is Role.REFERENCE)
    cases = train_cases().cases
    rollouts = [play(act, case) for case in cases]
    scorers = {scorer.name: scorer for scorer in (published(), hardened())}
    acts: dict[str, Callable[[], object]] = {"play": lambda: [play(act, case) for case in cases]}
    acts |= {
        f"score, {name}": lambda score=scorer.score: [score(made) for made in rollouts]
        for name, scorer in scorers.items()
    }
    for name, taken in medians(rounds, acts).items():
        each = f"{1e6 * taken / len(cases):.0f} us each"
        yield Figure(name, f"{len(cases) / taken:,.0f} rollouts/s", each)
