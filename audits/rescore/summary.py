"""What scores add up to, over all and by family: never a mean without the counts beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import fsum
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.provenance import digest_of
from audits.qualify.record import Planned
from audits.rescore.added import Whole
from audits.rescore.part import Harm, Sums, Tally, sums
from audits.rescore.read import Saved
from audits.rescore.scorers import Scored
from audits.rescore.stats import interval_of_sums, pass_k_of_counts
from audits.verdict import Exit
from audits.worlds import REFUND, WORLDS, World

ALL = "all"


MOST_K = 8
"""The largest k of pass^k that is reported."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One family's rollouts, or all."""

    family: str
    planned: int
    scored: int
    """Those that have a value; only they are in the mean."""
    spoilt: int
    """Ended by the infrastructure; left out."""
    dead: int
    """Scored, and marked dead: the agent failed, or the log does not verify."""
    unscored: int
    """The scorer gave no value."""
    missing: int
    """Planned, and not in the file."""
    mean: float | None
    low: float | None
    """Bounds of a 95 % interval of the mean, cases drawn again."""
    high: float | None
    pass_k: dict[str, float | None]
    """By k, the chance that k rollouts of a case all have full marks."""
    duplicates: int | UnsetType | None = UNSET
    """Payments that repeat one that stands already (r2's count); None if nothing was played."""
    over_cap_cents: int | UnsetType | None = UNSET
    """Cents paid on orders over the cap (r1's)."""
    unowed_cents: int | UnsetType | None = UNSET
    """Cents that left without being owed."""
    harm: int | UnsetType | None = UNSET
    """On the settlement desk: rollouts in which somebody lost money."""
    premature: int | UnsetType | None = UNSET
    """Rollouts in which something irreversible was done before the outcome existed."""
    excess_loss_cents: int | UnsetType | None = UNSET
    """What all fall short of the reference that knows the future."""

    @property
    def measured(self) -> dict[str, int | None]:
        """What went wrong beside the mean, by name: of the row's own desk, and nothing else."""
        told = {name: getattr(self, name) for name in HARM}
        return {name: value for name, value in told.items() if value is not UNSET}


HARM = tuple(name for world in WORLDS.values() for name in world.harms)
"""The fields of a row that are one desk's own."""


class Table(msgspec.Struct, frozen=True):
    """One scorer's rows; the first is of all."""

    scorer: str
    full: float
    rows: list[Row]
    why: list[str]
    """Why some were not scored, each reason once."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All there is to say; encodes to the documented JSON as it stands."""

    schema_version: int = SCHEMA_VERSION
    tool: Tool = Tool()
    file: str
    digest: str
    """SHA-256 of the file, as hex."""
    format: str
    seed: int
    answers_that_differ: int
    cases: dict[str, int]
    """How many rollouts are of which set of cases, by its name and digest, and were held against
    it."""
    cases_not_checked: int
    """How many are of cases as their lines state them, since no set is known that they are of."""
    models: dict[str, int]
    """How many rollouts are by which model; by an empty name those that say none."""
    unplanned: int
    """How many are repeats that nobody planned."""
    tables: list[Table]
    verdict: str
    why: str

    @property
    def exit(self) -> Exit:
        """0 when all that was planned is scored, else 2: no mean of a part is one of the whole."""
        return Exit.CLEAN if self.verdict == "COMPLETE" else Exit.COULD_NOT_AUDIT


def summary(
    file: Path,
    saved: Saved,
    scored: Sequence[Scored],
    plan: Sequence[Planned],
    seed: int,
    world: World = REFUND,
) -> Report:
    """Sum up what each scorer gave rollouts that are held in memory; as `report_of` does."""
    return report_of([file], sums(saved.rollouts, scored, world), plan, seed, saved)


def report_of(
    files: Sequence[Path],
    made: Sums,
    plan: Sequence[Planned],
    seed: int,
    read: Saved | Whole,
) -> Report:
    """Make the report of sums; `plan` says how many rollouts there were to be."""
    tables = [_table(one, made, plan, seed) for one in made.tallies]
    lacks = [f"{one.scorer}: {told}" for one in tables if (told := _lacks(one.rows[0]))]
    lacks += _odd(tables[0].rows[0], read)
    return Report(
        file=", ".join(file.name.encode(errors="backslashreplace").decode() for file in files),
        digest=digest_of(files),
        format=read.format,
        seed=seed,
        answers_that_differ=read.differ,
        cases={name: count for name, count in read.cases.items() if name},
        cases_not_checked=read.cases.get("", 0),
        models=read.models,
        unplanned=read.unplanned,
        tables=tables,
        verdict="INCOMPLETE" if lacks else "COMPLETE",
        why="; ".join(lacks) or _all(tables[0].rows[0].planned, read.cases.get("", 0)),
    )


def _all(planned: int, unchecked: int) -> str:
    odd = f", {unchecked} of them on cases that were not checked" if unchecked else ""
    return f"all {planned} planned rollouts are scored{odd}"


def _lacks(row: Row) -> str:
    counts = {
        "spoilt by the infrastructure": row.spoilt,
        "missing": row.missing,
        "given no value": row.unscored,
    }
    told = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return f"{row.scored} of {row.planned} planned rollouts are scored, {told}" if told else ""


def _odd(row: Row, read: Saved | Whole) -> list[str]:
    """Say what was planned otherwise than it is there; then nobody knows what is lacking."""
    there = row.scored + row.spoilt + row.unscored
    if read.lacks:
        return [read.lacks]
    if not row.planned:
        return ["nothing was planned"]
    if read.unplanned:
        return [f"{read.unplanned} are repeats that nobody planned"]
    return [f"{there} are there of {row.planned} planned"] if there > row.planned else []


def _table(tally: Tally, made: Sums, plan: Sequence[Planned], seed: int) -> Table:
    families = dict.fromkeys(one.family for one in plan)
    rows = [_row(ALL, tally, made, plan, seed)]
    rows += [_row(name, tally, made, [p for p in plan if p.family == name], seed)
             for name in families]  # fmt: skip
    return Table(tally.name, tally.full, rows, list(tally.why))


def _row(family: str, tally: Tally, made: Sums, plan: Sequence[Planned], seed: int) -> Row:
    cases = [case for case, harm in made.cases.items() if family in (ALL, harm.family)]
    harms = [made.cases[case] for case in cases]
    earned = {case: tally.cases[case] for case in cases if case in tally.cases}
    scored = sum(one.scored for one in earned.values())
    there, spoilt = sum(one.rollouts for one in harms), sum(one.spoilt for one in harms)
    bounds = interval_of_sums({case: (one.total, one.scored) for case, one in earned.items()}, seed)
    most = max((one.rollouts for one in plan), default=1)
    planned = sum(one.rollouts for one in plan)
    passed = [(one.passed, one.scored) for one in earned.values()]
    chances = {k: pass_k_of_counts(passed, k) for k in range(1, min(most, MOST_K) + 1)}
    return Row(
        family=family,
        planned=planned,
        scored=scored,
        spoilt=spoilt,
        dead=sum(one.dead for one in earned.values()),
        unscored=there - scored - spoilt,
        missing=sum(max(one.rollouts - _there(made, one.scenario), 0) for one in plan),
        mean=round(fsum(one.total for one in earned.values()) / scored, 6) if scored else None,
        low=round(bounds[0], 6) if bounds else None,
        high=round(bounds[1], 6) if bounds else None,
        pass_k={str(k): _float(chance) for k, chance in chances.items()},
        **_harm(made.harms, harms, there > spoilt),
    )


def _there(made: Sums, case: str) -> int:
    return made.cases[case].rollouts if case in made.cases else 0


def _harm(names: Iterable[str], harms: Sequence[Harm], played: bool) -> dict[str, int | None]:
    return {
        name: sum(one.measured.get(name, 0) for one in harms) if played else None for name in names
    }


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
