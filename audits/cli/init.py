"""`clawback init`: settings, a first test and a CI job for a project."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from audits.cli.output import put
from audits.verdict import Exit


def init(
    target: Annotated[
        str,
        typer.Argument(help="Your reward; an example if left out.", metavar="[TARGET]"),
    ] = "",
    rows: Annotated[
        str, typer.Option(help="A file of rows, or a loader pkg.mod:rows.", metavar="FILE")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
) -> int:
    """Write settings for the gate, a first test and a CI job here; all of it or nothing.

    Nothing that is there is written over without --force. Settings go into pyproject.toml where
    there is one, else into clawback.toml.
    """
    from audits.errors import CannotAuditError
    from audits.starter import files, write
    from audits.targets.worker.modules import split

    if bool(target) != bool(rows):
        raise CannotAuditError(
            "init: TARGET and --rows go together: clawback init my_rewards.py:score --rows "
            "rows.jsonl; neither writes an example"
        )
    if target and not all(split(target)):
        raise CannotAuditError(
            f"TARGET: expected pkg.mod:function or path/file.py:function; got {target!r}"
        )
    for option, name in (("TARGET", split(target)[0] if target else ""), ("--rows", rows)):
        if name.endswith((".py", ".jsonl", ".json")) and not Path(name).is_file():
            raise CannotAuditError(
                f"{option}: no file {name!r}; write it first, or leave TARGET and --rows out for "
                "an example"
            )
    made = files(target, rows)
    write(made, force)
    width = max(len(str(one.path)) for one in made)
    lines = [
        f"{'added to' if one.grows else 'wrote':<8} {one.path!s:<{width}}  {one.what}"
        for one in made
    ]
    put("\n".join([*lines, "", "Next: clawback gate"]), None)
    return Exit.CLEAN
