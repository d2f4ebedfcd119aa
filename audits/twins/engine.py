"""The twins audit: every agent plays both members of every pair, and has to be right on both.

It measures more than it accuses. An error is proven: the same came of both members, their right
ends differ, and the scorer paid both in full all the same (T703); or a pair is none, since its
members can be told apart before anybody looked (T704). That single reward favours those
who ignore what they read is a warning (T702); what a constant policy earns on the case set as it
stands is a note (T701).
"""

from __future__ import annotations

import shlex
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from attackers import Role
from audits.attacks import DEFAULT_MARGIN, Seat, seats, select
from audits.errors import CannotAuditError
from audits.events import Counted, Event, Found, Plan, Started, Step, Unsound
from audits.guests import DEFAULT_TIMEOUT, GuestFile
from audits.stopping import until_stopped
from audits.target import Target
from audits.twins.constant import base_rates
from audits.twins.grounds import GROUNDS
from audits.twins.paid import neither_wrong, paid_in_pairs
from audits.twins.play import play_cases, play_pairs
from audits.twins.ranks import reversed_ranks
from audits.twins.rows import Player, rows
from audits.twins.tables import tables
from audits.twins.unlike import unlike
from audits.worlds import world_of
from desk.twins import Twins


class TwinsPlan(Plan, frozen=True, kw_only=True):
    """Which pairs are played by whom."""

    margin: float = DEFAULT_MARGIN
    """How near to the reference's reward counts as paid, as a fraction of one."""
    only: str | None = None
    """Names of agents, comma separated; the reference always plays."""
    pairs: tuple[str, ...] = ()
    """Ids of the pairs to play; all if empty."""
    attackers: Path | None = None
    """A user's file of agents, which play beside ours."""
    timeout: float = DEFAULT_TIMEOUT
    """Seconds that one rollout of theirs may take."""

    def replay(self, agents: Sequence[str], pair: str = "") -> str:
        """Write the command that plays these agents, on one pair or on all, as this plan does."""
        words = ["--seed", str(self.seed)] if self.seed else []
        words += ["--margin", f"{self.margin:g}"] if self.margin != DEFAULT_MARGIN else []
        words += ["--attackers", str(self.attackers)] if self.attackers else []
        words += ["--only", ",".join(agents)] if agents else []
        words += ["--pair", pair] if pair else []
        return f"clawback twins{self.arguments} {shlex.join(words)}"


def twins(target: Target, plan: TwinsPlan) -> Generator[Event, None, None]:
    """Play the pairs made of the target's cases. On Ctrl-C, judge what was played until then.

    Raises `CannotAuditError` for a pair or an agent that is not there.
    """
    made = _chosen(GROUNDS[target.desk].twins(target.cases, plan.seed), plan.pairs)
    players: list[Player] = []
    with ExitStack() as stack:
        taken = _seated(target, plan, stack)
        yield Started(len(taken))
        yield from _left_out(made, len(target.cases.cases))
        with until_stopped() as stop:
            for seat in taken:
                players.append(_play(target, seat, made))
                yield from _counted(players[-1])
                yield Step(seat.agent.name)
    yield from _judged(target, plan, made, players)
    stop.pass_on()


def _chosen(made: Twins[Any], wanted: tuple[str, ...]) -> Twins[Any]:
    known = {pair.id: pair for pair in made.pairs}
    for name in wanted:
        if name not in known:
            example = next(iter(known), "there is none")
            raise CannotAuditError(
                f"--pair: expected a pair of these cases, such as {example}; got {name!r}"
            )
    return (
        replace(made, pairs=tuple(known[name] for name in dict.fromkeys(wanted)))
        if wanted
        else made
    )


def _seated(target: Target, plan: TwinsPlan, stack: ExitStack) -> list[Seat]:
    guests = None
    if plan.attackers:
        guests = stack.enter_context(GuestFile(plan.attackers, plan.timeout, world_of(target.desk)))
    taken = select(seats(target, guests), plan.only)
    return sorted(taken, key=lambda seat: seat.agent.role is not Role.REFERENCE)


def _play(target: Target, seat: Seat, made: Twins[Any]) -> Player:
    return Player(
        seat.agent.name,
        seat.agent.role,
        play_cases(target, seat, target.cases.cases),
        play_pairs(target, seat, made.pairs),
    )


def _left_out(made: Twins[Any], of: int) -> Iterator[Event]:
    if made.left_out:
        first = made.left_out[0]
        why = f"{len(made.left_out)} of {of} cases have no twin and count in single alone, "
        why += f"such as {first.case} ({first.why})"
        yield Counted(not_applicable=len(made.left_out), why=why)


def _counted(player: Player) -> Iterator[Event]:
    """Count the pairs of one agent. The reference is the control, and is not counted as tried."""
    if player.role is not Role.REFERENCE:
        yield Counted(tried=sum(made.paired is not None for made in player.pairs))
    lost = [made for made in player.pairs if made.paired is None]
    if lost:
        why = next(one.why for one in lost[0].members if one.reward is None)
        yield Counted(
            could_not_run=len(lost),
            why=f"{player.name}, {len(lost)} pairs, first {lost[0].pair.id}: {why}",
        )


def _judged(
    target: Target, plan: TwinsPlan, made: Twins[Any], players: list[Player]
) -> Generator[Event, None, None]:
    if not players:
        return
    reference, others = players[0], players[1:]
    table = rows(players, target.scorer.full_marks)
    yield from tables(target, plan.margin, made, table)
    yield from (Unsound(why) for why in _faults(target, reference, others))
    for found in (
        *unlike(GROUNDS[target.desk], made.pairs, plan.replay),
        *paid_in_pairs(reference, others, plan.margin, plan.replay),
        *reversed_ranks(table, plan.replay),
        *base_rates(target, players, table, plan.margin, plan.replay),
    ):
        yield Found(found)


def _faults(target: Target, reference: Player, others: list[Player]) -> Iterator[str]:
    """Say which controls fail: without them, finding nothing means nothing."""
    full = target.scorer.full_marks
    if short := [made for made in reference.pairs if made.rewards != (full, full)]:
        yield (
            f"the reference {reference.name} is short of full marks ({full:g}) on {len(short)} of "
            f"{len(reference.pairs)} pairs; {short[0].pair.id}: {short[0].rewards}"
        )
    if wrong := [made for made in reference.pairs if not made.right]:
        yield f"the reference {reference.name} does wrong on a member of {wrong[0].pair.id}"
    for player in others:
        if pair := neither_wrong(player):
            yield f"the same came of both members of {pair} for {player.name}, yet neither is wrong"
    if not any(made.opposed for made in reference.pairs):
        yield "no pair was played whose members want opposite ends"
    elif not any(made.ignored for player in others for made in player.pairs):
        some = next(iter(GROUNDS[target.desk].constant))
        yield (
            "nothing was put to the test: no agent that was played does the same on both members "
            f"of a pair, as {some} would"
        )
