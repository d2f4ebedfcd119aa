"""A file of saved rollouts, whatever wrote it. One line that cannot be read, and none is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile, is_zipfile

import msgspec
from msgspec.structs import replace

from audits.errors import CannotAuditError
from audits.known import Known
from audits.qualify.record import MOST_REPEATS
from audits.rescore.readers import (
    chat,
    header_of,
    inspect_lacks,
    inspect_samples,
    inspect_zip,
    loosely,
    once,
    verifiers,
    verifiers_traces,
)
from audits.rescore.repeats import Repeats
from audits.rescore.told import Told, at_limit, played_again
from audits.target import Cases
from audits.worlds import REFUND, WORLDS, Made, World
from desk import Source
from desk.once import named_once

UNREADABLE = (
    msgspec.DecodeError,
    UnicodeDecodeError,
    RecursionError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
    OverflowError,
    BadZipFile,
)
"""What a reader may raise on a transcript that is not what it looked like."""

OURS = "clawback"
"""The format in which `clawback run` and `Rollout.to_json()` write."""

MARK = b"\xef\xbb\xbf"
"""What some editors put before UTF-8."""

EXPECTED = (
    "expected rollouts of `clawback run`, chat transcripts (messages), an Inspect log or verifiers "
    "results; docs/rescore.md"
)


_decoders = {one.name: msgspec.json.Decoder(one.rollout).decode for one in WORLDS.values()}


class Held(msgspec.Struct, frozen=True):
    """What a file, or a piece of one, holds as it was written."""

    format: str
    rollouts: list[Made | Told]
    lines: list[int] = []
    """The line that each stands on; empty where they stand in one log."""
    lacks: str = ""
    """Why it is but a part of what was to be there, if it says so."""

    def where(self, path: Path) -> list[str]:
        """Say for each where it stands."""
        said = [f"{path}, line {line}" for line in self.lines]
        return said or [str(path)] * len(self.rollouts)


class Saved(msgspec.Struct, frozen=True):
    """What a file held, as rollouts of a desk of ours."""

    rollouts: list[Made]
    format: str
    differ: int
    """How many of the transcripts' tool answers are not the desk's own."""
    cases: dict[str, int] = {}
    """How many are of which set of cases; by an empty name those that were held against none."""
    models: dict[str, int] = {}
    """How many are by which model; by an empty name those that say none."""
    unplanned: int = 0
    """How many are repeats that nobody planned."""
    lacks: str = ""
    """Why the file is but a part of what was to be there, if it says so."""


class OnDesk(NamedTuple):
    """A rollout that verifies here, of a case that it was held against."""

    rollout: Made
    differ: int
    """How many of its tools' answers are not our desk's."""
    cases: str
    """Which set its case is of; empty where none is known, and the case is as its line says."""


def read_rollouts(path: Path, cases: Cases, world: World = REFUND) -> Saved:
    """Read a desk's saved rollouts; transcripts are of the cases of `cases`.

    Raises `CannotAuditError` where a line cannot be read, a case is not known, or a rollout stands
    twice.
    """
    try:
        text = path.read_bytes()
        whole = is_zipfile(path) or whole_log(text) is not None
    except OSError as error:
        raise CannotAuditError(f"{path}: cannot read it: {error.strerror or error}") from None
    return as_saved(
        path, read_whole(path) if whole else held_lines(path, text, world), cases, world
    )


def read_whole(path: Path) -> Held:
    """Read an Inspect log, as a zip or as JSON. Raises `CannotAuditError`."""
    try:
        if is_zipfile(path):
            with ZipFile(path) as file:
                header = header_of(file)
                return _inspect(header, list(inspect_zip(file, header)))
        text = path.read_bytes()
        log = whole_log(text)
        named_once(text.removeprefix(MARK))
        return _inspect(log or {}, list(inspect_samples(log or {})))
    except OSError as error:
        raise CannotAuditError(f"{path}: cannot read it: {error.strerror or error}") from None
    except UNREADABLE as error:
        raise CannotAuditError(f"{path}: {_why(error)}; {EXPECTED}") from None


def _inspect(log: dict[str, Any], samples: list[Told]) -> Held:
    return Held("Inspect", [*samples], lacks=inspect_lacks(log, len(samples)))


def whole_log(text: bytes) -> dict[str, Any] | None:
    """Return an Inspect log: one JSON object with samples, on however many lines."""
    text = text.removeprefix(MARK)
    if b'"samples"' not in text:
        return None
    try:
        log = loosely(text)
    except (ValueError, RecursionError):
        return None
    return log if isinstance(log, dict) and isinstance(log.get("samples"), list) else None


def held_lines(path: Path, text: bytes, world: World, first: int = 1) -> Held:
    """Read lines, of which the first is the file's line `first`. Raises `CannotAuditError`."""
    made: list[Made | Told] = []
    lines: list[int] = []
    formats: Counter[str] = Counter()
    for number, row in enumerate(text.removeprefix(MARK).split(b"\n"), first):
        if not row.strip():
            continue
        try:
            name, some = _line(row, world)
        except UNREADABLE as error:
            raise CannotAuditError(f"{path}, line {number}: {_why(error)}; {EXPECTED}") from None
        formats[name] += 1
        made += some
        lines += [number] * len(some)
    if len(formats) > 1:
        raise CannotAuditError(f"{path}: expected one format, got {' and '.join(formats)}")
    return Held(next(iter(formats), ""), made, lines)


def _line(row: bytes, world: World) -> tuple[str, Sequence[Made | Told]]:
    if row.startswith(b'{"case":{'):  # as we write them: then there is nothing else to look at
        return OURS, (_ours(row, world),)
    raw = once(row)
    if not isinstance(raw, dict):
        raise ValueError(f"got {type(raw).__name__}")
    if isinstance(raw.get("case"), dict):
        return OURS, (_ours(row, world),)
    if "traces" in raw:
        return "verifiers", tuple(verifiers_traces(raw))
    if "completion" in raw:
        return "verifiers", (verifiers(raw),)
    if "messages" in raw:
        return "chat", (chat(raw),)
    raise ValueError("it has neither case, completion, messages nor traces")


def _ours(row: bytes, world: World) -> Made:
    """Decode a rollout of ours; of one of another desk the error says so."""
    try:
        made: Made = _decoders[world.name](row)
    except msgspec.ValidationError as error:
        for name, decode in _decoders.items():
            with suppress(msgspec.ValidationError):
                decode(row)
                raise ValueError(f"it is of the {name} desk: say --desk {name}") from None
        raise error from None
    if made.to_json() != row.strip():  # as we write it, it names each field once
        named_once(row)
    if made.source:
        _hold(made.source)
    return made


def _hold(source: Source) -> None:
    """Refuse numbers of repeats that no run has; what merely was not planned is counted later."""
    for name, least in (("rollout", 0), ("planned", 1)):
        value = getattr(source, name)
        if not least <= value <= MOST_REPEATS:
            raise ValueError(
                f"source.{name}: expected a number from {least} to {MOST_REPEATS}, got {value}"
            )


def as_saved(path: Path, held: Held, cases: Cases, world: World) -> Saved:
    """Return what is held as rollouts of our desk, each of them once. Raises `CannotAuditError`."""
    if not held.rollouts:
        raise CannotAuditError(f"{path}: no rollout in it; {EXPECTED}")
    repeats, made, differ = Repeats(path), [], 0
    known, sets = Known(world, cases), Counter[str]()
    for where, one in zip(held.where(path), held.rollouts, strict=True):
        rollout, odd, of = on_our_desk(where, one, known, world)
        repeat = repeats.take(rollout.case.id, repeat_of(one))
        made.append(numbered(rollout, repeat) if isinstance(one, Told) else rollout)
        differ += odd
        sets[of] += 1
    repeats.check()
    if held.format != OURS:  # a transcript does not say how many there were to be: as many as any
        made = [numbered(rollout, planned=repeats.most) for rollout in made]
    return Saved(made, held.format, differ, dict(sets), models_of(made), lacks=held.lacks)


def models_of(rollouts: Sequence[Made]) -> dict[str, int]:
    """Count rollouts by model; by an empty name those that say none."""
    return dict(Counter(one.source.model if one.source else "" for one in rollouts))


def on_our_desk(where: str, one: Made | Told, known: Known, world: World) -> OnDesk:
    """Return a rollout that verifies here, of its set's own case.

    One that was stopped at a limit did not end by itself, whether or not it says of what it died.

    Raises `CannotAuditError` for a case that its set has not, or has otherwise; `where` it stands
    begins the message.
    """
    try:
        if isinstance(one, Told):
            case, of = known.named(one.case, one.tasks)
        else:
            case, of = known.own(one.case, one.source.tasks if one.source else "")
    except ValueError as error:
        raise CannotAuditError(f"{where}: {error}") from None
    if isinstance(one, Told):
        again = played_again(one, case, one.repeat or 0, of, world.interface.open)
        return OnDesk(*again, of)
    failure = one.failure or (
        at_limit("truncated, and no failure is said") if one.truncated else None
    )
    return OnDesk(world.resealed(replace(one, case=case, failure=failure)), 0, of)


def repeat_of(one: Made | Told) -> int | None:
    """Return which repeat of its case it is; None: the next one."""
    if isinstance(one, Told):
        return one.repeat
    return one.source.rollout if one.source else 0


def numbered(rollout: Made, repeat: int | None = None, planned: int | None = None) -> Made:
    """Say of a transcript's rollout which repeat it is, or how many were planned."""
    said = {"rollout": repeat, "planned": planned}
    named = {name: number for name, number in said.items() if number is not None}
    source = rollout.source or Source(model="", harness="", tasks="")
    numbered: Made = replace(rollout, source=replace(source, **named))
    return numbered


def _why(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]!r}" if error.args else "something is missing"
    return str(error) or type(error).__name__
