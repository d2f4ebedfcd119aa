"""Mutants: how many a second a zygote puts before the whole attack suite, each attacker asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module

from audits.mutants.generate import mutants_of
from audits.mutants.guard import Kind
from audits.mutants.mutant import Mutant
from audits.mutants.prober import Prober
from audits.mutants.refund.bench import Bench
from audits.mutants.refund.ground import refund_ground
from audits.target import refund_target
from benchmarks.figure import Figure, medians

WANTED = 300
"""Mutants a second, on one core."""

SUITE = (Kind.REFERENCE, Kind.ATTACKER)
MOST_ROUNDS = 3


class Unseen(Bench):
    """A bench that shows nothing: only the guards are asked, and no difference is looked for."""

    def __len__(self) -> int:
        return 0


def measure(rounds: int) -> Iterator[Figure]:
    """Make the mutants of each scorer of ours and try them all, three times at the most."""
    for name in ("hardened", "published"):
        ground = refund_ground(refund_target(name), 0, SUITE)
        bench = ground.make()
        prober = Prober(ground.modules, partial(Unseen, bench.make, bench.inputs), ground.guards)
        mutants = _mutants(ground.modules)
        acts: dict[str, Callable[[], object]] = {
            "make": partial(_mutants, ground.modules),
            "try": lambda prober=prober, mutants=mutants: list(prober.probe(mutants)),
        }
        taken = medians(min(rounds, MOST_ROUNDS), acts)
        rate = {act: len(mutants) / seconds for act, seconds in taken.items()}
        beside = f"{len(mutants)} mutants, {len(ground.guards)} guards, wanted {WANTED}/s"
        yield Figure(f"{name}, make", f"{rate['make']:,.0f} mutants/s")
        missed = " MISSED" * (rate["try"] < WANTED)
        yield Figure(f"{name}, try", f"{rate['try']:,.0f} mutants/s", beside + missed)


def _mutants(modules: Iterable[str]) -> list[Mutant]:
    return [mutant for name in modules for mutant in mutants_of(import_module(name)).mutants]
