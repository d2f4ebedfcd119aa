"""The word at the end of a report, and the exit code that always agrees with it."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Exit(IntEnum):
    """What the command's exit code means."""

    CLEAN = 0
    """Nothing found. No proof that there is nothing."""
    FINDINGS = 1
    """Something was found."""
    COULD_NOT_AUDIT = 2
    """Bad usage or input, controls that do not separate, nothing selected, a check that failed."""
    INTERNAL_ERROR = 3
    """A fault of clawback's own."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C, SIGTERM or SIGHUP; what was finished by then is shown."""


class Verdict(StrEnum):
    """What an audit has to say."""

    CLEAN = "CLEAN"
    FINDINGS = "FINDINGS"
    INCONCLUSIVE = "INCONCLUSIVE"
    INTERRUPTED = "INTERRUPTED"

    @property
    def exit(self) -> Exit:
        """The exit code of this verdict."""
        return _EXITS[self]


_EXITS = {
    Verdict.CLEAN: Exit.CLEAN,
    Verdict.FINDINGS: Exit.FINDINGS,
    Verdict.INCONCLUSIVE: Exit.COULD_NOT_AUDIT,
    Verdict.INTERRUPTED: Exit.INTERRUPTED,
}
