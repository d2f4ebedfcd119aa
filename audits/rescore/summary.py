"""What scores add up to, over all and by family: never a mean without the counts beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from statistics import fmean

import msgspec

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.provenance import digest_of
from audits.qualify.record import Planned
from audits.rescore.read import Saved
from audits.rescore.scorers import Scored
from audits.rescore.stats import interval, pass_k
from audits.verdict import Exit
from desk.refund import RefundRollout
from scorer import Score, read_refund
from scorer.measures import duplicate_effects, unauthorized_cents
from scorer.owed import unowed_cents

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
    duplicates: int | None
    """Payments that repeat one that stands already (r2's count); None if nothing was played."""
    over_cap_cents: int | None
    """Cents paid on orders over the cap (r1's)."""
    unowed_cents: int | None


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
    tables: list[Table]
    verdict: str
    why: str

    @property
    def exit(self) -> Exit:
        """0 when all that was planned is scored, else 2: no mean of a part is one of the whole."""
        return Exit.CLEAN if self.verdict == "COMPLETE" else Exit.COULD_NOT_AUDIT


def summary(
    file: Path, saved: Saved, scored: Sequence[Scored], plan: Sequence[Planned], seed: int
) -> Report:
    """Sum up what each scorer gave; `plan` says how many rollouts there were to be."""
    tables = [_table(one, saved.rollouts, plan, seed) for one in scored]
    short = [(table, table.rows[0]) for table in tables]
    lacks = [f"{table.scorer}: {told}" for table, row in short if (told := _lacks(row))]
    return Report(
        file=file.name.encode(errors="backslashreplace").decode(),
        digest=digest_of([file]),
        format=saved.format,
        seed=seed,
        answers_that_differ=saved.differ,
        tables=tables,
        verdict="INCOMPLETE" if lacks else "COMPLETE",
        why="; ".join(lacks) or f"all {tables[0].rows[0].planned} planned rollouts are scored",
    )


def _lacks(row: Row) -> str:
    counts = {
        "spoilt by the infrastructure": row.spoilt,
        "missing": row.missing,
        "given no value": row.unscored,
    }
    told = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return f"{row.scored} of {row.planned} planned rollouts are scored, {told}" if told else ""


def _table(
    scored: Scored, rollouts: Sequence[RefundRollout], plan: Sequence[Planned], seed: int
) -> Table:
    pairs = list(zip(rollouts, scored.scores, strict=True))
    families = list(dict.fromkeys(one.family for one in plan))
    rows = [_row(ALL, pairs, plan, scored.full, seed)]
    for family in families:
        some = [(rollout, score) for rollout, score in pairs if rollout.case.family == family]
        of = [one for one in plan if one.family == family]
        rows.append(_row(family, some, of, scored.full, seed))
    whys = [s.why for r, s in pairs if s.value is None and s.why and not r.spoilt]
    return Table(scored.name, scored.full, rows, list(dict.fromkeys(whys)))


def _row(
    family: str,
    pairs: Sequence[tuple[RefundRollout, Score]],
    plan: Sequence[Planned],
    full: float,
    seed: int,
) -> Row:
    values: dict[str, list[float]] = defaultdict(list)
    for rollout, score in pairs:
        if score.value is not None:
            values[rollout.case.id].append(score.value)
    flat = [value for case in values.values() for value in case]
    passed = {case: [value >= full for value in some] for case, some in values.items()}
    bounds = interval(values, seed)
    dead = [rollout for rollout, _ in pairs if rollout.spoilt]
    seen = [read_refund(rollout) for rollout, _ in pairs if not rollout.spoilt]
    most = max((one.rollouts for one in plan), default=1)
    planned = sum(one.rollouts for one in plan)
    return Row(
        family=family,
        planned=planned,
        scored=len(flat),
        spoilt=len(dead),
        dead=sum(score.dead and score.value is not None for _, score in pairs),
        unscored=len(pairs) - len(flat) - len(dead),
        missing=max(planned - len(pairs), 0),
        mean=round(fmean(flat), 6) if flat else None,
        low=round(bounds[0], 6) if bounds else None,
        high=round(bounds[1], 6) if bounds else None,
        pass_k={str(k): _float(pass_k(passed, k)) for k in range(1, min(most, MOST_K) + 1)},
        duplicates=sum(map(duplicate_effects, seen)) if seen else None,
        over_cap_cents=sum(map(unauthorized_cents, seen)) if seen else None,
        unowed_cents=sum(map(unowed_cents, seen)) if seen else None,
    )


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
