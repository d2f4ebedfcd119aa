"""The reports of a run that could not be made: a program that asked for one must not read nothing.

What was asked for is read from the words of the command line themselves, since the run may have
ended before they were understood. People read the message on stderr, so text stays empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from audits.cli.output import Outlet
from audits.cli.words import values
from audits.errors import CannotAuditError
from audits.report.formats import Format
from audits.verdict import Verdict


def write_unmade(words: Sequence[str], env: Mapping[str, str], why: str, verdict: Verdict) -> None:
    """Write the reports that were asked for; they hold the verdict and why."""
    wanted = asked(words, env)
    if wanted.format is Format.TEXT and not wanted.also:
        return
    from audits.report.report import no_report

    with suppress(CannotAuditError):  # it may be this very file that cannot be written
        report = no_report(why, verdict)
        if wanted.format is Format.TEXT:
            wanted.put_others(report)
        else:
            wanted.put(report)


def asked(words: Sequence[str], env: Mapping[str, str]) -> Outlet:
    """Read which reports a command line asks for; what makes no sense is not asked for."""
    formats = [*_told(words, "--format"), env.get("CLAWBACK_FORMAT", "")]
    outputs = _told(words, "--output")
    also = [words.partition(":") for words in _told(words, "--report")]
    return Outlet(
        next((Format(one) for one in formats if one in list(Format)), Format.TEXT),
        Path(outputs[-1]) if outputs else None,
        tuple(
            (Format(name), Path(path)) for name, _, path in also if name in list(Format) and path
        ),
    )


def _told(words: Sequence[str], option: str) -> list[str]:
    return [value for _, value in values(words, option)]
