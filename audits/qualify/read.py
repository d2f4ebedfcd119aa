"""Records and plans from files, strictly: one bad line, or two that disagree, and nothing is read.

What this refuses cannot be judged; what it lets through and the gate then fails was judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from audits.errors import CannotAuditError
from audits.qualify.record import Planned, Record
from desk.once import TwiceError, named_once

LineT = TypeVar("LineT", Record, Planned)

FROZEN = ("model_revision", "task_revision", "harness")
"""What all records must share: one policy on one set of scenarios."""


def read_records(path: Path) -> list[Record]:
    """Read the records of one policy.

    Raises `CannotAuditError` for a line that is no record, an episode that stands twice, and
    records of more than one policy.
    """
    records = _lines(path, Record)
    _unique(path, [record.episode for record in records], "episode")
    for name in FROZEN:
        _one(path, [getattr(record, name) for record in records], name)
    return records


def read_plan(path: Path) -> list[Planned]:
    """Read what was planned. Raises `CannotAuditError` as `read_records` does."""
    plan = _lines(path, Planned)
    _unique(path, [planned.scenario for planned in plan], "scenario")
    _agree(plan, lambda planned: planned.group, lambda planned: planned.family, "group", "family")
    return plan


def planned_of(records: Iterable[Record], plan: Sequence[Planned] | None = None) -> list[Planned]:
    """Return the plan that records were made by: the one given, or else the one they tell of.

    Raises `CannotAuditError` where records contradict each other or the plan.
    """
    told: dict[str, Planned] = {planned.scenario: planned for planned in plan or ()}
    for record in records:
        said = Planned(
            scenario=record.scenario,
            family=record.family,
            group=record.group,
            rollouts=record.planned_rollouts,
        )
        if plan is None:
            told.setdefault(record.scenario, said)
        known = told.get(record.scenario, said)  # one the plan has not is accounting's business
        if known != said:
            raise CannotAuditError(_contradiction(record, known, said, plan is not None))
    planned = list(told.values())
    _agree(planned, lambda one: one.group, lambda one: one.family, "group", "family")
    return planned


def _contradiction(record: Record, known: Planned, said: Planned, by_plan: bool) -> str:
    name = next(
        field
        for field in ("family", "group", "rollouts")
        if getattr(known, field) != getattr(said, field)
    )
    field = "planned_rollouts" if name == "rollouts" else name
    source = "the plan" if by_plan else "an earlier record"
    return (
        f"episode {record.episode!r}: {field} of scenario {record.scenario!r}: expected "
        f"{getattr(known, name)!r} as in {source}, got {getattr(said, name)!r}"
    )


def _lines(path: Path, kind: type[LineT]) -> list[LineT]:
    try:
        text = path.read_bytes()
    except OSError as error:
        raise CannotAuditError(
            f"{path}: cannot read it: {error.strerror or error}; expected a JSON lines file"
        ) from None
    rows = text.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return [_line(path, n, row, kind) for n, row in enumerate(rows, 1) if row.strip()]


def _line(path: Path, number: int, row: bytes, kind: type[LineT]) -> LineT:
    try:
        found = msgspec.json.decode(row, type=kind)
        named_once(row)
        return found
    except (msgspec.ValidationError, TwiceError) as error:
        why = str(error)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = f"not JSON ({error})"
    fields = ", ".join(field.name for field in msgspec.structs.fields(kind))
    raise CannotAuditError(
        f"{path}, line {number}: {why}; expected one JSON object a line with the fields {fields}"
    )


def _unique(path: Path, names: Iterable[str], field: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise CannotAuditError(
                f"{path}: {field} {name!r} stands there twice; expected each {field} once"
            )
        seen.add(name)


def _one(path: Path, values: Iterable[str], field: str) -> None:
    if len(found := list(dict.fromkeys(values))) > 1:
        raise CannotAuditError(
            f"{path}: {field}: expected one for all records, got {found[0]!r} and {found[1]!r}; "
            "qualify each policy by itself"
        )


def _agree(
    plan: Iterable[Planned],
    key: Callable[[Planned], str],
    value: Callable[[Planned], str],
    key_name: str,
    value_name: str,
) -> None:
    for one, first in _pairs(plan, key):
        if value(one) != value(first):
            raise CannotAuditError(
                f"{key_name} {key(one)!r}: expected one {value_name}, got {value(first)!r} "
                f"(scenario {first.scenario!r}) and {value(one)!r} (scenario {one.scenario!r})"
            )


def _pairs(
    plan: Iterable[Planned], key: Callable[[Planned], str]
) -> Iterator[tuple[Planned, Planned]]:
    first: dict[str, Planned] = {}
    for one in plan:
        yield one, first.setdefault(key(one), one)
