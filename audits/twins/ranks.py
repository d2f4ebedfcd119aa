"""T702: single reward ranks an agent that ignores what it read above one that does not.

Pairs are those whose right ends differ. The reader has to be right on both members of some: that a
cheat who reads stands below one who does not is nobody's loss.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from attackers import Role
from audits.dust import FLOAT_DUST
from audits.findings import Finding, Reach, finding
from audits.twins.paid import Replay
from audits.twins.rows import AgentRow, Reading, measures


def reversed_ranks(rows: Sequence[AgentRow], replay: Replay) -> Iterator[Finding]:
    """Yield at most one finding, shown on the reader that is most often right."""
    ignoring = [row for row in rows if row.reading is Reading.IGNORES]
    using = [row for row in rows if row.reading is Reading.USES and row.right_opposed]
    couples = list(product(ignoring, using))
    turned = [couple for couple in couples if _turned(*couple)]
    if not turned:
        return
    blind, reader = max(turned, key=lambda couple: (couple[1].right_opposed or 0.0, _lead(*couple)))
    pairs = "opposed pairs" if "opposed" in measures(rows) else "pairs"
    yield finding(
        "T702",
        f"single reward ranks {blind.name}, which ignores what it read, above {reader.name}, "
        f"which does not ({blind.single:.3f} to {reader.single:.3f}); in {pairs} it is "
        f"{blind.opposed:.3f} to {reader.opposed:.3f}",
        "ignoring ranks above reading",
        earned=blind.single,
        reference_earned=next(row.single for row in rows if row.role == Role.REFERENCE),
        reach=Reach(len(turned), len(couples)),
        counterexample={
            "ignores": blind.name,
            "uses": reader.name,
        },
        replay=replay((blind.name, reader.name)),
    )


def _turned(blind: AgentRow, reader: AgentRow) -> bool:
    if None in (blind.single, blind.opposed, reader.single, reader.opposed):
        return False
    single = (blind.single or 0.0) - (reader.single or 0.0)
    return single > FLOAT_DUST and _lead(blind, reader) > FLOAT_DUST


def _lead(blind: AgentRow, reader: AgentRow) -> float:
    return (reader.opposed or 0.0) - (blind.opposed or 0.0)
