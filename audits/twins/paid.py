"""T703: an agent does the same on both members of a pair, and both members pay it in full.

The right ends of a pair differ, so that an agent of whose work the same came on both is wrong on
one, whatever any scorer says; the desk's yardstick says what is wrong there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from msgspec import to_builtins

from attackers.program import Program, program_of
from audits.dust import FLOAT_DUST
from audits.findings import Finding, Reach, finding, paying_terms
from audits.twins.play import Played, PlayedPair
from audits.twins.rows import Player

Replay = Callable[..., str]
"""Writes the command that shows a finding again: `(agents, pair)`, the pair being optional."""


@dataclass(frozen=True, slots=True)
class Paid:
    """A pair on which an agent was wrong without looking, and paid all the same."""

    agent: str
    played: PlayedPair
    reference: float
    """What the pair pays the reference."""

    @property
    def member(self) -> Played:
        """The member on which most is wrong."""
        return max(self.played.members, key=lambda made: len(made.wrong))

    @property
    def program(self) -> Program:
        """The calls that were made there."""
        return program_of(self.member.rollout) if self.member.rollout else ()


def paid_in_pairs(
    reference: Player, others: Sequence[Player], margin: float, replay: Replay
) -> Iterator[Finding]:
    """Yield one finding per kind of wrong, however many agents and pairs show it."""
    groups: defaultdict[tuple[StrEnum, ...], list[Paid]] = defaultdict(list)
    for player in others:
        for paid in _paid(player, reference, margin):
            groups[paid.member.wrong].append(paid)
    for hits in groups.values():
        rows = len({hit.played.pair.id for hit in hits})
        yield _finding(hits, Reach(rows, len(reference.pairs)), replay)


def neither_wrong(player: Player) -> str | None:
    """Name a pair on which the same came of both members and the yardstick finds neither wrong."""
    return next((made.pair.id for made in player.pairs if made.ignored and made.right), None)


def _paid(player: Player, reference: Player, margin: float) -> Iterator[Paid]:
    for played, right in zip(player.pairs, reference.pairs, strict=True):
        earned, full = played.paired, right.paired
        if earned is None or full is None or played.right or not played.ignored:
            continue
        if earned >= full - margin - FLOAT_DUST:
            yield Paid(player.name, played, full)


def _finding(hits: list[Paid], reach: Reach, replay: Replay) -> Finding:
    best = min(hits, key=lambda hit: (len(hit.program), hit.agent))
    pair, wrong = best.played.pair, "; ".join(best.member.wrong)
    hidden = best.played.ground.hidden
    return finding(
        "T703",
        f"{best.agent} does the same under both {hidden} and is paid under both, although {wrong}",
        f"paid under both {hidden}: {wrong}",
        case=pair.id,
        earned=best.played.paired,
        reference_earned=best.reference,
        terms=paying_terms(best.member.terms),
        reach=reach,
        counterexample={
            "agents": ", ".join(sorted({hit.agent for hit in hits})),
            "contrasts": ", ".join(sorted({hit.played.pair.contrast for hit in hits})),
            "calls": to_builtins(best.program),
        },
        replay=replay((best.agent,), pair.id),
    )
