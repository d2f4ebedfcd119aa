"""T701: a policy that does one thing whatever the case is paid because the cases lean its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audits.dust import FLOAT_DUST
from audits.findings import Finding, Reach, finding
from audits.target import Target
from audits.twins.grounds import GROUNDS
from audits.twins.paid import Replay
from audits.twins.rows import AgentRow, Player, measures


def base_rates(
    target: Target,
    players: Sequence[Player],
    rows: Sequence[AgentRow],
    margin: float,
    replay: Replay,
) -> Iterator[Finding]:
    """Yield a note for each constant policy that the case set pays by `margin` more than pairs.

    Pairs are those whose right ends differ.
    """
    by_name = {row.name: row for row in rows}
    constant = GROUNDS[target.desk].constant
    pairs = "opposed pairs" if "opposed" in measures(rows) else "pairs"
    for player in players:
        row = by_name[player.name]
        if player.name not in constant or row.single is None or row.opposed is None:
            continue
        if row.single - row.opposed >= margin - FLOAT_DUST and row.single > FLOAT_DUST:
            yield _note(target, player, row, pairs, replay)


def _note(target: Target, player: Player, row: AgentRow, pairs: str, replay: Replay) -> Finding:
    full = sum(made.reward == target.scorer.full_marks for made in player.cases)
    does, of = GROUNDS[target.desk].constant[player.name], len(player.cases)
    return finding(
        "T701",
        f"{player.name} ({does}) has full marks on {full} of {of} cases of {target.cases.name} "
        f"and earns {row.single:.3f} there; in {pairs} {row.opposed:.3f}",
        f"constant: {does}",
        earned=row.single,
        reach=Reach(full, of),
        counterexample={"agent": player.name},
        replay=replay((player.name,)),
    )
