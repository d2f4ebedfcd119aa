"""The worlds of ours beside the settlement benchmark, as text; every one says whose it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from audits.report.settlement_text import (
    archetypes_text,
    dollars,
    grid,
    head,
    less_text,
    money,
    percent,
    percents,
    policies_text,
)
from audits.settlement.ours.evidence import MAIN, WITHOUT, EvidenceReport, VoiceRow
from audits.settlement.ours.parts import PartsReport
from audits.settlement.ours.queue import ALONE, SIZES, AttentionRow, QueueReport


def evidence_text(made: EvidenceReport) -> str:
    """Write gate against reasoning against belief, what each hint is worth, and the controls."""
    main = [row for row in made.tables.policies if row.policy in MAIN]
    shown = replace(made.tables, policies=sorted(main, key=lambda row: MAIN.index(row.policy)))
    rows = [_voice(one) for one in made.voices]
    names = ("system", "hint", "sent after", "right", "loss without it", "worth", "95%")
    return "\n\n".join(
        [
            _ours(made.world, "hints of the outcome reach the four systems before it exists"),
            head(made.tables.manifest),
            f"{len(MAIN)} of the policies stand here. {', '.join(WITHOUT)}:\n"
            "reasoning that leaves one system unheard, told by what each hint is worth.",
            policies_text(shown),
            *less_text(shown, "gate"),
            *less_text(shown, "reasoning"),
            archetypes_text(shown),
            f"What each hint is worth to reasoning, on the same resamples\n{grid(rows, names, 2)}",
            _controls(made),
        ]
    )


def parts_text(made: PartsReport) -> str:
    """Write every policy on orders of both rules, and what the best plans do about them."""
    rules = list(made.reference)
    best = [
        (rule, one.orders, f"{one.plans:,}", one.all_paid, one.shipped_unpaid, one.kept_back)
        for rule, one in made.reference.items()
    ]
    names = ("rule", "orders", "plans of each", "all paid", "sent unpaid", "paid, not sent")
    return "\n\n".join(
        [
            _ours(made.world, "an order is captured in three parts; all figures are of orders"),
            head(made.tables.manifest),
            f"{_orders(made, rules)}\n\n{_PARTS_LEGEND}",
            *less_text(made.tables, made.tables.policies[0].policy),
            f"What the best of all joint plans does about the orders\n{grid(best, names)}",
        ]
    )


def _orders(made: PartsReport, rules: list[str]) -> str:
    rows = [
        (
            row.policy,
            percent(row.exact),
            percents(row.exact_interval),
            money(row.loss),
            dollars(row.loss_interval),
            *(money(made.by_rule[row.policy][rule]) for rule in rules),
            percent(row.premature),
        )
        for row in made.tables.policies
    ]
    return grid(rows, ("policy", "exact", "95%", "loss", "95%", *rules, "premature"))


_PARTS_LEGEND = """\
exact      share of orders whose position is that of the best of all joint plans, to the cent
loss       mean excess loss of an order against that plan
split      the same over orders whose parts leave by themselves
whole      the same over orders that leave together or not at all
premature  share of orders with something irreversible done to a part before its outcome existed"""


def queue_text(made: QueueReport) -> str:
    """Write what each policy loses to attention under each scheduling, and where that begins."""
    rows = [_attention(one) for one in made.attention]
    sizes = [
        (scheduling, *(money(by[str(size)]) for size in SIZES))
        for scheduling, by in made.by_size.items()
    ]
    return "\n\n".join(
        [
            _ours(made.world, "cases of a shift share one clock and one attention"),
            head(made.tables.manifest),
            grid(rows, ("policy", "scheduling", "exact", "loss", "lost to attention", "95%"), 2),
            _QUEUE_LEGEND.format(shifts=made.tables.manifest.corpus.units),
            f"The gate's mean loss by units of a shift, seed 0\n"
            f"{grid(sizes, ('scheduling', *map(str, SIZES)))}",
        ]
    )


def _attention(one: AttentionRow) -> tuple[str, ...]:
    lost = ("", "")
    if one.scheduling != ALONE:
        lost = (money(one.lost), dollars(one.lost_interval))
    return (one.policy, one.scheduling, percent(one.exact), money(one.loss), *lost)


_QUEUE_LEGEND = """\
alone              each case under a clock of its own, which is the paper's world
first-come         who has asked for attention longest
earliest-deadline  who has the least time left to ship
largest-value      whose order is dearest
lost to attention  mean loss less that of the same policy on the same cases alone
95%                bootstrap over the {shifts} shifts, on shared resamples; so few make it rough"""


def _ours(world: str, what: str) -> str:
    return f"World {world}, ours and not the paper's: {what}."


def _voice(one: VoiceRow) -> tuple[str, ...]:
    return (
        one.system,
        one.hint,
        f"{one.after} ticks",
        percent(one.accuracy),
        money(one.without),
        money(one.worth),
        dollars(one.worth_interval),
    )


def _controls(made: EvidenceReport) -> str:
    chance = ", ".join(f"{name} {money(loss)}" for name, loss in sorted(made.at_chance.items()))
    seen = made.twins.of - made.twins.equal
    return (
        f"Twins, {made.twins.verdict}: of {made.twins.of} pairs under a seed {seen} can be told "
        f"apart by views and probes at the decision, {made.apart} by the views alone before "
        "outcome and last tick to ship. Paired loss is no test of acting blindly in this world.\n"
        f"Control, hints no better than chance, seed 0: {chance}; {made.alike_at_chance} of "
        f"{made.twins.pairs} pairs cannot be told apart."
    )


TEXTS: dict[str, Callable[[Any], str]] = {
    "evidence": evidence_text,
    "parts": parts_text,
    "queue": queue_text,
}
"""By world."""
