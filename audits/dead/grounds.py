"""What the faults audit needs to know of a desk: what strikes there, and which runs are struck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from audits.dead import bases, registry, settlement, strikes
from audits.dead.fault import Fault, ScorerFault
from desk import Rollout


class Ground(NamedTuple):
    """One desk."""

    faults: Callable[[], Mapping[str, Fault | ScorerFault]]
    """What strikes there, by name; with what plugins add to the refund desk's."""
    runs: Callable[[Any, Any, bool], strikes.Runs]
    """Makes the runs to strike of a reference and cases, or of all of them."""
    honest_failures: Callable[[Iterable[Any], Any], list[Rollout[Any, Any]]]
    """Plays what fails a case in earnest."""


def _refund_failures(agents: Iterable[Any], case: Any) -> list[Rollout[Any, Any]]:
    return list(bases.honest_failures(agents, case))


GROUNDS: dict[str, Ground] = {
    "refund": Ground(registry.everything, strikes.runs, _refund_failures),
    "settlement": Ground(lambda: settlement.FAULTS, settlement.runs, settlement.honest_failures),
}
