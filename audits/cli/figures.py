"""`clawback figures check FILES`: figures that a text states, made again by their command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import Output, PlainOption
from audits.cli.output import Plain, put
from audits.report.written import as_json
from audits.verdict import Exit

if TYPE_CHECKING:
    from audits.figures import Checked

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Figures that a text states, made again."
)
Files = Annotated[list[Path], typer.Argument(help="Markdown files.", metavar="FILES...")]


@app.command("check")
def check(files: Files, format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """Make every stated figure again, and name what changed underneath a stale one.

    Exit code 1 when a figure is stale, 2 when one could not be made again or there is none.
    """
    from audits.figures import check as checked
    from audits.report.report import header
    from audits.result import counted
    from audits.verdict import Verdict

    found = checked(files)
    stale = sum(one.is_stale for one in found)
    silent = sum(one.now is None for one in found)
    verdict = Verdict.FINDINGS if stale else Verdict.INCONCLUSIVE if silent else Verdict.CLEAN
    why = f"{counted(len(found), 'figure')}: {len(found) - stale - silent} hold, {stale} stale"
    why += f", {silent} could not be made again" if silent else ""
    if format is Plain.JSON:
        put(as_json(header() | {"figures": found, "verdict": verdict, "why": why}), output)
    else:
        lines = [_line(one) for one in found if one.is_stale or one.now is None]
        put("\n".join([*lines, f"{verdict}: {why}."]), output)
    return verdict.exit


def _line(one: Checked) -> str:
    where = f"{one.file}, line {one.line}: {one.path}"
    if one.now is None:
        return f"{where} could not be made again: {one.why}"
    changed = (
        f"changed underneath: {', '.join(one.changed)}"
        if one.changed
        else ("nothing that is recorded changed underneath")
    )
    return f"{where} is stated as {one.stated}, and is {one.now} ({changed})"


@app.command("write")
def write(
    files: Files,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what would be written, and write nothing.")
    ] = False,
) -> int:
    """Write every figure as it is now, with what it was made from, and say which changed.

    Exit code 2 when one could not be made again or there is none.
    """
    from difflib import unified_diff

    from audits.figures import rewritten

    for file, made in rewritten(files).items():
        if diff:
            was = file.read_text(encoding="utf-8").splitlines()
            lines = unified_diff(was, made.text.splitlines(), str(file), str(file), lineterm="")
            put("\n".join(lines), None)
        else:
            put(made.text.removesuffix("\n"), file, "FILES")
            put(f"{file}: {made.told}", None)
    return Exit.CLEAN
