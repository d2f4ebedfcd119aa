"""The command line: one module per verb, and the one place that turns an ending into a code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import typer

from audits.cli import (
    attack,
    audit,
    baseline,
    compare,
    demo,
    doctor,
    edits,
    explain,
    faults,
    figures,
    gate,
    init,
    laws,
    leak,
    lists,
    live,
    mutate,
    qualify,
    replay,
    reproduce,
    rescore,
    search,
    selftest,
    settle,
    sweep,
    twins,
)
from audits.cli.clash import check_words
from audits.cli.output import leave
from audits.cli.piped import with_rows
from audits.cli.unmade import write_unmade
from audits.errors import CannotAuditError, ClashError, StoppedError, one_line
from audits.stopping import heard, listening
from audits.verdict import Exit, Verdict

app = typer.Typer(
    name="clawback",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Find out whether a reward can be earned without doing the work.",
    epilog="Exit codes: 0 clean, 1 findings, 2 could not audit, 3 internal error, 130 interrupted.",
)
app.command("demo")(demo.demo)
app.command("init")(init.init)
app.command("attack")(attack.attack)
app.command("audit")(audit.audit)
app.command("sweep")(sweep.sweep)
app.command("compare")(compare.compare)
app.command("gate")(gate.gate)
app.add_typer(baseline.app, name="baseline")
app.add_typer(figures.app, name="figures")
app.command("replay")(replay.replay)
app.command("verify-fix")(replay.verify_fix)
app.command("selftest")(selftest.selftest)
app.command("twins")(twins.twins)
app.command("edits")(edits.edits)
app.command("mutate")(mutate.mutate)
app.command("faults")(faults.faults)
app.command("laws")(laws.laws)
app.command("search")(search.search)
app.command("leak")(leak.leak)
app.command("run")(live.run)
app.command("rescore")(rescore.rescore)
app.command("qualify")(qualify.qualify)
app.add_typer(settle.app, name="settle")
app.add_typer(reproduce.app, name="reproduce")
app.add_typer(lists.app, name="list")
app.command("explain")(explain.explain)
app.command("doctor")(doctor.doctor)


OF_OUR_DESKS = ("attack", "edits", "faults", "laws", "search", "twins")
"""Verbs that take no reward of a user's."""

WITHOUT_DEFAULTS = ("baseline", "demo", "doctor", "explain", "gate", "init", "list")
"""Verbs that read a project's settings by themselves, or not at all."""


@app.callback()
def _start(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Show the version and exit."),
) -> None:
    if version:
        from clawback import __version__

        typer.echo(f"clawback {__version__}")
        raise typer.Exit
    context.default_map = _from_file(context.invoked_subcommand or "")


def _from_file(verb: str) -> dict[str, dict[str, object]]:
    """Return a verb's defaults from the project's settings; the gate reads them by itself."""
    from audits.settings import found, read_settings

    path = None if verb in WITHOUT_DEFAULTS else found(Path.cwd())
    if path is None:
        return {}
    settings = read_settings(path)
    return {verb: {"seed": settings.seed, "fail_on": str(settings.fail_on)}}


def run() -> int:
    """Run the command line and return its exit code, whatever happens inside."""
    with listening():
        return _run()


def _run() -> int:
    if sys.stderr is None:  # closed at start; an exception while complaining would exit 1: findings
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - for the whole run
    try:
        check_words(sys.argv[1:])
        sys.argv[1:] = with_rows(sys.argv[1:])
        code = app(standalone_mode=False) or Exit.CLEAN
        if sys.stdout is not None:
            sys.stdout.flush()
        if code == Exit.INTERRUPTED and not isinstance(code, Exit):  # typer's word, not a verb's
            return _stopped()
    except (BrokenPipeError, SystemExit) as end:  # typer turns the first into the second, code 1
        return _left(end)
    except (KeyboardInterrupt, typer.Abort, StoppedError) as stop:
        return _stopped(str(stop) if isinstance(stop, StoppedError) else "")
    except CannotAuditError as error:
        return _could_not(error)
    except Exception as error:  # noqa: BLE001 - the last resort is the point of this function
        return _misused(error) or _our_fault()
    return int(code)


def _left(end: BaseException) -> Exit:
    """Return the code for a reader that went away, or for a shell that was told what comes next."""
    if getattr(end, "code", None) == 0:
        return Exit.CLEAN
    leave(sys.stdout)
    return Exit.COULD_NOT_AUDIT


def _misused(error: Exception) -> Exit | None:
    """Show a usage error as typer would; its class has no public name in every version."""
    show = getattr(error, "show", None)
    if not callable(show):
        return None
    _say(show)
    if sys.argv[1:2] and sys.argv[1] in OF_OUR_DESKS and "extra argument" in str(error):
        _complain(
            f"{sys.argv[1]} is about the scorers of our desks; for a reward of yours there are "
            "`clawback audit TARGET` and `clawback mutate TARGET`",
            Exit.COULD_NOT_AUDIT,
        )
    _unmade(getattr(error, "format_message", lambda: str(error))())
    return Exit.COULD_NOT_AUDIT


def _could_not(error: CannotAuditError) -> Exit:
    code = _complain(str(error), Exit.COULD_NOT_AUDIT)
    if not isinstance(error, ClashError):  # of which a report would be written all the same
        _unmade(str(error))
    return code


def _stopped(kept: str = "") -> Exit:
    heard()
    why = f"interrupted: {kept}" if kept else "interrupted"
    code = _complain(why, Exit.INTERRUPTED)
    _unmade(why, Verdict.INTERRUPTED)
    return code


def _unmade(why: str, verdict: Verdict = Verdict.INCONCLUSIVE) -> None:
    """Leave a program that reads our report a verdict; that must not end in another code."""
    try:
        write_unmade(sys.argv[1:], os.environ, why, verdict)
    except Exception:  # noqa: BLE001 - what kept the run from being made has been told
        _say(traceback.print_exc)


def _our_fault() -> Exit:
    _say(traceback.print_exc)
    return _complain(
        "this is a fault of clawback itself; please report it with the lines above",
        Exit.INTERNAL_ERROR,
    )


def _complain(message: str, code: Exit) -> Exit:
    shown = "\n".join(map(one_line, message.split("\n")))  # a path that was typed may hold anything
    _say(lambda: print(f"clawback: {shown}", file=sys.stderr))  # noqa: T201
    return code


def _say(write: Callable[[], object]) -> None:
    """Write to stderr; where nobody listens, the exit code still has to be right."""
    try:
        write()
        sys.stderr.flush()
    except OSError:
        leave(sys.stderr)
