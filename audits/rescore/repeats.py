"""Which repeats of which cases there are: a bit for each, so that a million take little room."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

from audits.errors import CannotAuditError

PAGE = 4096
"""Repeats that are marked in one integer."""


class Repeats:
    """The repeats seen so far, in their order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        """The file that is being read."""
        self.most = 0
        """One more than the highest repeat of any case."""
        self._counts: Counter[str] = Counter()
        self._pages: defaultdict[tuple[str, int], int] = defaultdict(int)
        self._twice: Counter[tuple[str, int]] = Counter()
        self._where = path

    def take(self, case: str, repeat: int | None) -> int:
        """Mark a repeat, the next one of its case if it is None, and return which it is."""
        number = self._counts[case] if repeat is None else repeat
        self._counts[case] += 1
        self.most = max(self.most, number + 1)
        page, bit = (case, number // PAGE), 1 << number % PAGE
        if self._pages[page] & bit:
            self._again(case, number)
        self._pages[page] |= bit
        return number

    def _again(self, case: str, number: int) -> None:
        if not self._twice:
            self._where = self.path
        if len(self._twice) < PAGE:
            self._twice[case, number] += 1

    def check(self) -> None:
        """Raise `CannotAuditError` if a repeat stands there more than once."""
        if self._twice:
            (case, repeat), more = self._twice.most_common(1)[0]
            raise CannotAuditError(
                f"{self._where}: rollout {repeat} of case {case!r} stands there {more + 1} times; "
                "expected once"
            )
