"""The command line: one module per verb, and the one place that turns an ending into a code."""

from __future__ import annotations

import os
import sys
import traceback

import typer

from audits.cli import attack, reproduce
from audits.errors import CannotAuditError
from audits.verdict import Exit

app = typer.Typer(
    name="clawback",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Find out whether a reward can be earned without doing the work.",
    epilog="Exit codes: 0 clean, 1 findings, 2 could not audit, 3 internal error, 130 interrupted.",
)
app.command("attack")(attack.attack)
app.add_typer(reproduce.app, name="reproduce")


@app.callback()
def _version(
    version: bool = typer.Option(False, "--version", help="Show the version and exit."),
) -> None:
    if version:
        from clawback import __version__

        typer.echo(f"clawback {__version__}")
        raise typer.Exit


def run() -> int:
    """Run the command line and return its exit code, whatever happens inside."""
    try:
        code = int(app(standalone_mode=False) or 0)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return Exit.COULD_NOT_AUDIT
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted", Exit.INTERRUPTED)
    except CannotAuditError as error:
        return _complain(str(error), Exit.COULD_NOT_AUDIT)
    except Exception as error:  # noqa: BLE001 - the last resort is the point of this function
        return _misused(error) or _our_fault()
    return code


def _misused(error: Exception) -> Exit | None:
    """Show a usage error as typer would; its class has no public name in every version."""
    show = getattr(error, "show", None)
    if not callable(show):
        return None
    show()
    return Exit.COULD_NOT_AUDIT


def _our_fault() -> Exit:
    sys.stderr.write(traceback.format_exc())
    return _complain(
        "this is a fault of clawback itself; please report it with the lines above",
        Exit.INTERNAL_ERROR,
    )


def _complain(message: str, code: Exit) -> Exit:
    sys.stderr.write(f"clawback: {message}\n")
    return code
