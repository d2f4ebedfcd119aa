"""What each agent earns singly and in pairs, and where that leaves it among the others.

Knows no world. `single` is the mean over the case set, the figure that is reported without this
audit; `members` the same over all members of all pairs; `paired` the mean over the pairs, each of
which earns what its worse member earns; `opposed` that over the pairs whose right ends differ, by
which alone it shows who read. The worse member, and not full marks on both or nothing
(`strict`), because that needs no threshold: what a scorer pays for half-right work on the worse
member shows, and so does wrong work that it pays a hair under full marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

import msgspec

from attackers import Role
from audits.dust import FLOAT_DUST
from audits.twins.play import Played, PlayedPair


class Reading(StrEnum):
    """What an agent makes of what it can read, on pairs whose members want opposite ends."""

    USES = "uses"
    """It looks, and what comes of it differs within at least one pair."""
    IGNORES = "ignores"
    """It looks in every rollout, and the same comes of both members of every pair."""
    UNREAD = "unread"
    """In some rollout it does not look at all."""
    UNKNOWN = "unknown"
    """Some of its rollouts never came back, or there is no such pair."""


@dataclass(frozen=True, slots=True)
class Player:
    """One agent with all that it played."""

    name: str
    role: Role
    cases: list[Played]
    """The case set itself, in its order."""
    pairs: list[PlayedPair]

    @property
    def reading(self) -> Reading:
        """What it makes of what it reads, measured over all pairs that want opposite ends."""
        pairs = [made for made in self.pairs if made.opposed]
        if not pairs or any(len(made.rollouts) < len(made.members) for made in pairs):
            return Reading.UNKNOWN
        if not all(made.read for made in pairs):
            return Reading.UNREAD
        return Reading.IGNORES if all(made.ignored for made in pairs) else Reading.USES


class AgentRow(msgspec.Struct, frozen=True):
    """One agent in the report. Rewards are means over what was scored, None where nothing was."""

    name: str
    role: str
    reading: Reading
    single: float | None
    """Mean reward over the case set."""
    members: float | None
    """Mean reward over both members of all pairs."""
    paired: float | None
    """Mean over the pairs of the worse member's reward."""
    strict: float | None
    """Share of pairs with full marks on both members."""
    right: float | None
    """Share of pairs in which nothing is wrong with either member, whatever it earned."""
    pairs: int
    """Pairs that were scored, of those planned."""
    opposed: float | None = None
    """As `paired`, over the pairs whose right ends differ; on some desks these are all."""
    right_opposed: float | None = None
    """As `right`, over those pairs."""
    rank_single: int | None = None
    rank_paired: int | None = None
    """1 is best; equal rewards share a rank."""


MEASURES = {
    "single": "single",
    "members": "members",
    "paired": "paired",
    "opposed": "opposed",
    "both full": "strict",
    "both right": "right",
}
"""What a table shows of each agent, by the head of its column."""


def measures(rows: Sequence[AgentRow]) -> dict[str, str]:
    """Return what a table of these rows shows: `opposed` only where some pairs are not."""
    alike = all(row.opposed == row.paired for row in rows)
    return {head: name for head, name in MEASURES.items() if not (alike and name == "opposed")}


def rows(players: Sequence[Player], full_marks: float) -> list[AgentRow]:
    """Add up each agent's rollouts and rank them, best in pairs first."""
    made = [_row(player, full_marks) for player in players]
    singles, paireds = [row.single for row in made], [row.paired for row in made]
    ranked = [
        msgspec.structs.replace(
            row, rank_single=_rank(row.single, singles), rank_paired=_rank(row.paired, paireds)
        )
        for row in made
    ]
    return sorted(ranked, key=_place)


def _place(row: AgentRow) -> tuple[float, bool, float, str]:
    """Best first, the reference on top among equals; what was never scored stands above all."""
    worth = float("inf") if row.paired is None else row.paired
    return -worth, row.role != Role.REFERENCE, -(row.members or 0.0), row.name


def _row(player: Player, full_marks: float) -> AgentRow:
    scored = [made.rewards for made in player.pairs if made.rewards]
    opposed = [made for made in player.pairs if made.opposed]
    return AgentRow(
        name=player.name,
        role=player.role,
        reading=player.reading,
        single=_mean(made.reward for made in player.cases if made.reward is not None),
        members=_mean(reward for rewards in scored for reward in rewards),
        paired=_mean(min(rewards) for rewards in scored),
        strict=_mean(float(min(rewards) >= full_marks - FLOAT_DUST) for rewards in scored),
        right=_mean(made.right for made in player.pairs),
        pairs=len(scored),
        opposed=_mean(made.paired for made in opposed if made.paired is not None),
        right_opposed=_mean(made.right for made in opposed),
    )


def _mean(values: Iterable[float]) -> float | None:
    values = list(values)
    return round(fmean(values), 6) if values else None


def _rank(value: float | None, all_values: Iterable[float | None]) -> int | None:
    if value is None:
        return None
    return 1 + sum(other is not None and other > value + FLOAT_DUST for other in all_values)
