"""`--rows -`: rows from stdin, as a file of the store, so that what is found can be replayed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from audits.errors import CannotAuditError

VERBS = ("audit", "compare", "mutate")
"""Verbs of one target; a gate or a sweep has many, for which there is one stdin only."""

STDIN = "-"


def with_rows(words: Sequence[str]) -> list[str]:
    """Return a command line with a file in the place of `-`, which stands for rows on stdin.

    Raises `CannotAuditError` if there are none, or if they are no JSON lines.
    """
    told, before = list(words), ["", *words]
    ours = words[:1] and words[0] in VERBS
    at = [n for n, word in enumerate(words) if (before[n], word) == ("--rows", STDIN)]
    joined = [n for n, word in enumerate(words) if word == f"--rows={STDIN}"]
    if ours and (at or joined):
        file = os.path.relpath(_kept(_read()))
        for n in at:
            told[n] = file
        for n in joined:
            told[n] = f"--rows={file}"
    return told


def _read() -> bytes:
    from audits.targets.files import read_lines

    if sys.stdin is None or sys.stdin.isatty():
        raise CannotAuditError("--rows -: expected JSON lines on stdin; nothing is piped in there")
    text = sys.stdin.buffer.read()
    read_lines(text, "--rows -")
    return text


def _kept(text: bytes) -> Path:
    from audits.store.place import VARIABLE, keep_rows

    try:
        file = keep_rows(text)
    except OSError as error:
        raise CannotAuditError(f"--rows -: cannot be kept in the store: {error}") from None
    if file is None:
        raise CannotAuditError(
            "--rows -: rows from stdin are kept in the store, so that findings can be replayed, "
            f"and {VARIABLE} is off; name a file of rows, or let the store be on"
        )
    return file
