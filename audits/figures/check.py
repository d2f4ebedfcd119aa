"""What a file states against what its commands give now."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from audits.errors import CannotAuditError
from audits.figures.blocks import MADE, Block, blocks_of
from audits.figures.derive import underneath, value_at, written_as
from audits.replays.rerun import document_of
from audits.result import counted


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """One figure, held against what it is now."""

    file: str
    line: int
    path: str
    stated: str
    now: str | None
    """None if it could not be made again."""
    changed: list[str]
    """What has changed underneath: `cases`, `scorer`, `attackers`, `tool`, `seed`."""
    why: str = ""
    command: str

    @property
    def is_stale(self) -> bool:
        """Whether it is another figure now."""
        return self.now is not None and self.now != self.stated


def check(files: Sequence[Path]) -> list[Checked]:
    """Make every figure of some files again. Raises `CannotAuditError` if there is none."""
    found = [one for file in files for block in blocks(file) for one in _checked(file, block)]
    if not found:
        raise _none_in(files)
    return found


def _none_in(files: Sequence[Path]) -> CannotAuditError:
    return CannotAuditError(
        f"no figures in {', '.join(map(str, files))}; expected a block "
        "<!-- clawback figures: COMMAND -->; see docs/figures.md"
    )


def blocks(file: Path) -> list[Block]:
    """Read a file's blocks. Raises `CannotAuditError` if it cannot be read."""
    return blocks_of(_text(file), str(file))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CannotAuditError(f"{file}: cannot be read: {error}") from None


def _checked(file: Path, block: Block) -> list[Checked]:
    changed: list[str] = []
    document: Any = None
    failed = ""
    try:
        document = _document(block)
        made = underneath(document)
        changed = [name for name, was in block.made.items() if made.get(name) != was]
    except (CannotAuditError, ValueError) as error:
        failed = str(error)
    rows = []
    for one in block.figures:
        now, why = None, failed
        if not failed:
            try:
                now = written_as(value_at(document, one.path), one.stated)
            except CannotAuditError as error:
                why = str(error)
        rows.append(
            Checked(
                file=str(file),
                line=one.line,
                path=one.path,
                stated=one.stated,
                now=now,
                changed=changed,
                why=why,
                command=block.command,
            )
        )
    return rows


def _document(block: Block) -> Any:
    words = shlex.split(block.command)
    if words[:1] == ["figures"]:  # of this very page it would never end
        raise CannotAuditError(f"{block.command}: expected a command that measures something")
    return document_of(words, Path.cwd())


class Rewritten(msgspec.Struct, frozen=True):
    """A file's text with every figure as it is now, and what it was made from."""

    text: str
    figures: int
    moved: list[str]
    """What was stated otherwise, for people."""

    @property
    def told(self) -> str:
        """How many figures there are, and which changed."""
        changed = f"{len(self.moved)} changed" + (
            f": {'; '.join(self.moved)}" if self.moved else ""
        )
        return f"{counted(self.figures, 'figure')} written, {changed}"


def rewritten(files: Sequence[Path]) -> dict[Path, Rewritten]:
    """Make every figure of some files again. Raises `CannotAuditError` if there is none."""
    made = {file: _rewritten(file) for file in files}
    if not any(one.figures for one in made.values()):
        raise _none_in(files)
    return made


def _rewritten(file: Path) -> Rewritten:
    text, figures, moved = _text(file), 0, []
    for block in reversed(blocks_of(text, str(file))):
        document = _document(block)
        body = text[block.start : block.end]
        for one in reversed(block.figures):
            now = written_as(value_at(document, one.path), one.stated)
            body = body[: one.start - block.start] + now + body[one.end - block.start :]
            figures += 1
            moved += [f"{one.path} was {one.stated}, is {now}"] if now != one.stated else []
        made = " ".join(f"{name}={value}" for name, value in underneath(document).items())
        body = MADE.sub("", body).rstrip("\n") + f"\n<!-- clawback made from: {made} -->\n"
        text = text[: block.start] + body + text[block.end :]
    return Rewritten(text, figures, moved[::-1])
