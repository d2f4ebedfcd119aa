"""T704: a pair that is none, since its members can be told apart before anybody looked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audits.findings import Finding, Reach, finding
from audits.twins.grounds import Ground
from audits.twins.paid import Replay
from desk.twins import Paired


def unlike(ground: Ground, pairs: Sequence[Paired], replay: Replay) -> Iterator[Finding]:
    """Yield at most one finding, shown on the first such pair; it counts all of them."""
    told = {pair.id: why for pair in pairs if (why := ground.told_apart(pair))}
    if not told:
        return
    first, why = next(iter(told.items()))
    yield finding(
        "T704",
        f"the members of {first} can be told apart when the agent is asked, or are no twins: {why}",
        "twins told apart",
        case=first,
        reach=Reach(len(told), len(pairs)),
        counterexample={"differs": why},
        replay=replay((), first),
    )
