"""What all islands found, one catch per mechanism, without what smaller catches explain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from audits.dust import FLOAT_DUST
from audits.search.island import Island
from audits.search.judge import Tried
from audits.search.mechanism import Further, Mechanism
from audits.search.plan import HALF
from desk.refund import Wrong


@dataclass(frozen=True, slots=True)
class Catch:
    """The best-paid trial of one mechanism, and the island it was found on."""

    core: Mechanism
    trial: Tried
    island: Island

    @property
    def share(self) -> float:
        """What it earned, as a fraction of what the reference earns on the case."""
        return self.trial.earned / self.island.reference.earned

    @property
    def proven(self) -> bool:
        """Whether it is wrong beyond doubt."""
        return self.trial.behaviour.mechanism.is_proven(self.island.reference.asks_for_reads)

    def rule(self, margin: float) -> str | None:
        """Return the rule that it breaks, or None if it is not paid enough to be reported.

        A run that died breaks one by any reward. What is proven wrong is an error near the
        reference's reward and a warning above half of it; what is only careless is a lead, and
        only where it costs nothing.
        """
        if self.trial.earned <= 0:
            return None
        if Further.DIED in self.core.faults:
            return "D201"
        like_reference = self.trial.earned >= self.island.reference.earned - margin - FLOAT_DUST
        if self.proven and like_reference:
            return "S601"
        return "S602" if like_reference or (self.proven and self.share > HALF) else None

    def beats(self, other: Catch) -> bool:
        """Whether it is the better example: better paid, else shorter, less wrong, plainer."""
        return self._rank() < other._rank()

    def _rank(self) -> tuple[float, int, int, tuple[int, ...]]:
        trial = self.trial
        return -self.share, trial.size[0], len(trial.behaviour.mechanism.faults), trial.size


def catches(islands: Iterable[Island]) -> list[Catch]:
    """Return the best catch of each mechanism, the best paid first; right work is none."""
    best: dict[Mechanism, Catch] = {}
    for island in islands:
        for catch in on_island(island):
            if catch.core not in best or catch.beats(best[catch.core]):
                best[catch.core] = catch
    return sorted(best.values(), key=lambda catch: (-catch.share, catch.core.slug))


def on_island(island: Island) -> list[Catch]:
    """Return each wrong trial of an island as a catch."""
    asks = island.reference.asks_for_reads
    return [
        Catch(trial.behaviour.mechanism.core(asks), trial, island)
        for trial in island.trials
        if trial.behaviour.mechanism.faults
    ]


def irreducible(caught: list[Catch]) -> list[Catch]:
    """Leave out what is only several smaller catches at once, each paid as well as it is.

    Where a forged log is paid by itself, everything else that it hides is that same hole.
    """
    return [catch for catch in caught if not _explained(catch, caught)]


def _explained(catch: Catch, caught: list[Catch]) -> bool:
    faults = set(catch.core.faults)
    parts = [
        set(other.core.faults)
        for other in caught
        if other.core.on == catch.core.on
        and set(other.core.faults) < faults
        and other.share >= catch.share
    ]
    return {Wrong.UNVERIFIED} in parts or faults == set().union(*parts)
