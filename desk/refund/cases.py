"""Where refund cases come from: the published set, its first eighteen, or a user's own file.

A file is JSON lines in the schema of `desk.refund.Case` (docs/cases.md). One bad line and nothing
is loaded: the error names file, line, field, value and what was expected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from desk.digest import digest_of
from desk.once import TwiceError, named_once
from desk.refund.case import Case
from desk.refund.explain import explain

FIRST_SET = 18
"""How many cases the published set had at first; they are the first of today's 32."""


class CaseError(ValueError):
    """A case file that cannot be used. The message is meant to be shown as it is."""


class CaseSet(msgspec.Struct, frozen=True):
    """Cases under a name; `digest` is SHA-256 over their JSON, so that a changed case shows."""

    name: str
    cases: tuple[Case, ...]

    @property
    def digest(self) -> str:
        """SHA-256 of the cases, as hex."""
        return digest_of(self.cases)


@cache
def eval_cases() -> CaseSet:
    """Return the 32 published cases, in their order; the ticket texts are ours."""
    text = files("desk.refund").joinpath("data/eval.jsonl").read_bytes()
    return CaseSet("eval", tuple(_parse(text, "eval.jsonl")))


@cache
def eval18_cases() -> CaseSet:
    """Return the first 18 of the published cases, the set its first figures came from."""
    return CaseSet("eval18", eval_cases().cases[:FIRST_SET])


def read_cases(path: Path) -> CaseSet:
    """Read a user's own cases. Raises `CaseError` with one message naming the remedy."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise CaseError(
            f"{path}: cannot read the cases: {error.strerror or error}; expected a JSON lines file"
        ) from None
    cases = tuple(_parse(text, str(path)))
    if not cases:
        raise CaseError(f"{path}: no case in it; expected one JSON object a line")
    return CaseSet(path.name, cases)


def _parse(text: bytes, name: str) -> Iterator[Case]:
    seen: dict[str, int] = {}
    for number, line in _lines(text):
        where = f"{name}, line {number}"
        case = _case(line, where)
        if case.id in seen:
            raise CaseError(
                f"{where}: field id: {case.id!r} stands already in line {seen[case.id]}; "
                "expected each id once"
            )
        seen[case.id] = number
        yield case


def _lines(text: bytes) -> Iterable[tuple[int, bytes]]:
    rows = text.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return ((n, row) for n, row in enumerate(rows, 1) if row.strip())


def _case(line: bytes, where: str) -> Case:
    try:
        raw = msgspec.json.decode(line)
        named_once(line)
    except TwiceError as error:
        raise CaseError(f"{where}: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CaseError(
            f"{where}: got {line[:40]!r}, which is not JSON ({error}); "
            "expected one JSON object a line"
        ) from None
    try:
        return msgspec.convert(raw, Case)
    except msgspec.ValidationError as error:
        raise CaseError(f"{where}: {explain(str(error), raw)}") from None
