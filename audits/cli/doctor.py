"""`clawback doctor`: whether clawback can work here, and what is missing, with its remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audits.cli.common import Output, PlainOption
from audits.cli.output import Plain, put
from audits.report.written import as_json
from audits.verdict import Exit

if TYPE_CHECKING:
    from audits.doctor import Part


def doctor(format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """Say whether clawback can work here, and what is missing, with the command that installs it.

    Exit code 0 where only optional parts are missing, 2 where something audits need is broken.
    """
    from audits.doctor import State, checks

    parts = checks()
    put(as_json(parts) if format is Plain.JSON else _text(parts), output)
    broken = any(part.state is State.BROKEN for part in parts)
    return Exit.COULD_NOT_AUDIT if broken else Exit.CLEAN


def _text(parts: list[Part]) -> str:
    from clawback import __version__

    width = max(len(part.name) for part in parts)
    lines = [f"clawback {__version__}", ""]
    for part in parts:
        lines.append(f"{part.state:<8} {part.name:<{width}}  {part.told}")
        lines += [f"{'':<8} {'':<{width}}  fix: {part.fix}"] if part.fix else []
    return "\n".join(lines)
