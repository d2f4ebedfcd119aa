"""A prompt and its sentences: ours, or a user's file."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.leak.plain import Plain, plain
from audits.provenance import Source, digest_of
from audits.worlds import REFUND, World

STDIN = Path("-")

MOST_BYTES = 4 << 20
"""The most that a prompt may be, in bytes."""


class Prompt(msgspec.Struct, frozen=True):
    """What a model is told before its task."""

    name: str
    text: str
    source: Source = Source()

    @property
    def plain(self) -> Plain:
        """Its text without what hides words."""
        return plain(self.text)

    @property
    def sentences(self) -> list[Plain]:
        """Its sentences, each in one line; a list's items and a table's rows are sentences too."""
        parts = re.split(r"\n\s*\n|\n(?=\s*(?:[-*+|#>]|\d+[.)])\s?)", self.plain.marked)
        return [Plain(sentence) for part in parts for sentence in _sentences(part)]


def built_in(hints: bool = False, world: World = REFUND) -> Prompt:
    """Return what `clawback run` tells a model: its prompt and what it says of the tools."""
    tools = "\n\n".join(tool["function"]["description"] for tool in world.interface.tools)
    name = f"{world.name}:built-in{'-with-hints' * hints}"
    return Prompt(name, f"{world.interface.prompt(hints)}\n\n{tools}")


def read_prompt(path: Path) -> Prompt:
    """Read a prompt, from stdin where that is `-`.

    Raises `CannotAuditError` where it cannot be read, or says nothing.
    """
    try:
        raw = _read(path)
        text = raw.decode()
    except OSError as error:
        raise CannotAuditError(f"{path}: cannot read the prompt: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise CannotAuditError(f"{path}: expected text in UTF-8: {error}") from None
    if len(raw) > MOST_BYTES:
        raise CannotAuditError(f"{path}: expected a prompt of {MOST_BYTES} bytes at most")
    if not plain(text).apart.strip():
        raise CannotAuditError(f"{path}: expected a prompt, got nothing but blanks")
    name = path.name.encode(errors="backslashreplace").decode()
    return Prompt(name, text, Source(digest_of([], text) if path == STDIN else digest_of([path])))


def _read(path: Path) -> bytes:
    if path != STDIN:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    if sys.stdin is None or sys.stdin.isatty():
        raise CannotAuditError("PROMPT -: expected a prompt on stdin; nothing is piped in there")
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _sentences(paragraph: str) -> Iterator[str]:
    for sentence in re.split(r"(?<=[.!?;])\s+", " ".join(paragraph.split())):
        if bare := sentence.strip(" -*+|#>"):
            yield bare
