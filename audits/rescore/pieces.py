"""Files of rollouts in pieces, so that no more of them is held at once than a few of these.

Lines are cut where one ends; an Inspect log is a piece by itself. A piece is known by its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from zipfile import is_zipfile

import msgspec

from audits.errors import CannotAuditError
from audits.rescore.read import EXPECTED, Held, held_lines, read_whole, whole_log
from audits.worlds import World

SIZE = 4 << 20
"""Bytes of lines that a piece has at least, but for the last of a file: some 2,000 rollouts."""


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a file: from `start` on `size` bytes, of which the first is on line `line`."""

    path: str
    start: int = 0
    size: int = 0
    line: int = 1
    whole: bool = False
    """Whether it is a file that makes sense as a whole only."""
    digest: str = ""
    """SHA-256 of its bytes, as hex; empty for a whole file."""


def pieces(path: Path) -> Iterator[Piece]:
    """Cut a file. Raises `CannotAuditError` where it cannot be read or holds nothing."""
    try:
        if is_zipfile(path) or _is_log(path):
            yield Piece(path=str(path), whole=True)
        else:
            yield from _of_lines(path)
    except OSError as error:
        raise CannotAuditError(f"{path}: cannot read it: {error.strerror or error}") from None


def _of_lines(path: Path) -> Iterator[Piece]:
    line = 1
    with path.open("rb") as file:
        while text := file.read(SIZE):
            text += file.readline()
            if text.strip():
                yield Piece(
                    path=str(path),
                    start=file.tell() - len(text),
                    size=len(text),
                    line=line,
                    digest=sha256(text).hexdigest(),
                )
            line += text.count(b"\n")


def _is_log(path: Path) -> bool:
    """Tell whether a file is an Inspect log as JSON: then its first line alone is no rollout."""
    with path.open("rb") as file:
        first = file.readline()
        while first and not first.strip():
            first = file.readline()
    try:
        row = msgspec.json.decode(first)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return whole_log(path.read_bytes()) is not None
    return isinstance(row, dict) and isinstance(row.get("samples"), list)


def held(piece: Piece, world: World) -> Held:
    """Read a piece. Raises `CannotAuditError`, naming the file and the line."""
    found = read_whole(Path(piece.path)) if piece.whole else _cut_out(piece, world)
    if not found.rollouts:
        raise CannotAuditError(f"{piece.path}: no rollout in it; {EXPECTED}")
    return found


def _cut_out(piece: Piece, world: World) -> Held:
    path = Path(piece.path)
    try:
        with path.open("rb") as file:
            file.seek(piece.start)
            text = file.read(piece.size)
    except OSError as error:
        raise CannotAuditError(f"{path}: cannot read it: {error.strerror or error}") from None
    if sha256(text).hexdigest() != piece.digest:
        raise CannotAuditError(f"{path}: it changed while it was read; run this again")
    return held_lines(path, text, world, piece.line)
