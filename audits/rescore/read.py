"""A file of saved rollouts, whatever wrote it. One line that cannot be read, and none is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile, is_zipfile

import msgspec

from audits.errors import CannotAuditError
from audits.rescore.readers import chat, inspect_samples, inspect_zip, verifiers
from audits.rescore.told import Told, played_again
from desk import Source, read_rollout
from desk.refund import CaseSet, RefundRollout, resealed

UNREADABLE = (
    msgspec.DecodeError,
    UnicodeDecodeError,
    RecursionError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    BadZipFile,
)
"""What a reader may raise on a transcript that is not what it looked like."""

EXPECTED = (
    "expected rollouts of `clawback run`, chat transcripts (messages), an Inspect log or verifiers "
    "results; docs/rescore.md"
)


class Saved(msgspec.Struct, frozen=True):
    """What a file held."""

    rollouts: list[RefundRollout]
    format: str
    differ: int
    """How many of the transcripts' tool answers are not the desk's own."""


def read_rollouts(path: Path, cases: CaseSet) -> Saved:
    """Read saved rollouts; transcripts are of the cases of `cases`.

    Raises `CannotAuditError` where a line cannot be read, a case is not known, or a rollout stands
    twice.
    """
    try:
        if is_zipfile(path):
            with ZipFile(path) as file:
                return _transcripts(path, "Inspect", list(inspect_zip(file)), cases)
        text = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    except OSError as error:
        raise CannotAuditError(f"{path}: cannot read it: {error.strerror or error}") from None
    except UNREADABLE as error:
        raise CannotAuditError(f"{path}: {_why(error)}; {EXPECTED}") from None
    if (log := _whole(text)) is not None:
        return _inspect(path, log, cases)
    return _lines(path, text, cases)


def _whole(text: bytes) -> dict[str, Any] | None:
    """Return an Inspect log: one JSON object with samples, on however many lines."""
    if b'"samples"' not in text:
        return None
    try:
        log = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return log if isinstance(log, dict) and isinstance(log.get("samples"), list) else None


def _inspect(path: Path, log: dict[str, Any], cases: CaseSet) -> Saved:
    try:
        told = list(inspect_samples(log))
    except UNREADABLE as error:
        raise CannotAuditError(f"{path}: {_why(error)}; {EXPECTED}") from None
    return _transcripts(path, "Inspect", told, cases)


def _lines(path: Path, text: bytes, cases: CaseSet) -> Saved:
    rows = [(n, row) for n, row in enumerate(text.split(b"\n"), 1) if row.strip()]
    if not rows:
        raise CannotAuditError(f"{path}: no rollout in it; {EXPECTED}")
    made: list[RefundRollout | Told] = []
    formats: Counter[str] = Counter()
    for number, row in rows:
        try:
            name, one = _line(row)
        except UNREADABLE as error:
            raise CannotAuditError(f"{path}, line {number}: {_why(error)}; {EXPECTED}") from None
        formats[name] += 1
        made.append(one)
    if len(formats) > 1:
        raise CannotAuditError(f"{path}: expected one format, got {' and '.join(formats)}")
    told = [one for one in made if isinstance(one, Told)]
    if not told:
        ours = [one for one in made if not isinstance(one, Told)]
        return Saved(_once(path, ours), "clawback", 0)
    return _transcripts(path, next(iter(formats)), told, cases)


def _line(row: bytes) -> tuple[str, RefundRollout | Told]:
    raw = msgspec.json.decode(row)
    if not isinstance(raw, dict):
        raise ValueError(f"got {type(raw).__name__}")
    if isinstance(raw.get("case"), dict):
        return "clawback", resealed(read_rollout(row, RefundRollout))
    if "completion" in raw:
        return "verifiers", verifiers(raw)
    if "messages" in raw:
        return "chat", chat(raw)
    raise ValueError("it has neither case, completion nor messages")


def _transcripts(path: Path, name: str, told: Iterable[Told], cases: CaseSet) -> Saved:
    known = {case.id: case for case in cases.cases}
    seen: Counter[str] = Counter()
    made, differ = [], 0
    for one in told:
        if one.case not in known:
            raise CannotAuditError(
                f"{path}: case {one.case!r}: not one of the {len(known)} of {cases.name}; name the "
                "cases that it is of with --cases"
            )
        repeat = seen[one.case] if one.repeat is None else one.repeat
        seen[one.case] += 1
        rollout, odd = played_again(one, known[one.case], repeat, cases.name)
        made.append(rollout)
        differ += odd
    if not made:
        raise CannotAuditError(f"{path}: no rollout in it; {EXPECTED}")
    planned = 1 + max(rollout.source.rollout for rollout in made if rollout.source)
    return Saved(_once(path, list(_planned(made, planned))), name, differ)


def _planned(made: Iterable[RefundRollout], repeats: int) -> Iterator[RefundRollout]:
    """A transcript does not say how many repeats there were to be: as many as any case has."""
    for rollout in made:
        source = msgspec.structs.replace(_source(rollout), planned=repeats)
        yield msgspec.structs.replace(rollout, source=source)


def _once(path: Path, made: list[RefundRollout]) -> list[RefundRollout]:
    keys = Counter((rollout.case.id, _source(rollout).rollout) for rollout in made)
    (case, repeat), times = keys.most_common(1)[0]
    if times > 1:
        raise CannotAuditError(
            f"{path}: rollout {repeat} of case {case!r} stands there {times} times; expected once"
        )
    return made


def _source(rollout: RefundRollout) -> Source:
    return rollout.source or Source(model="", harness="", tasks="")


def _why(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]!r}" if error.args else "something is missing"
    return str(error) or type(error).__name__
