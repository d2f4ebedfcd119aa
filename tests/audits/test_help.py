"""Help and usage errors, which are worded by typer: what must hold whatever its version."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import typer
from typer.main import get_command

from audits.cli import app
from tests.audits import test_attack_snapshots, test_usage_snapshots
from tests.audits.command import clawback
from tests.audits.snapshot import FOLDER, matches

WORDED_BY = "0.29"
"""The typer whose words the snapshots show; raise it when they are written anew."""

typer_words = pytest.mark.skipif(
    not typer.__version__.startswith(f"{WORDED_BY}."),
    reason=f"the snapshots show the words of typer {WORDED_BY}",
)

ran = cache(clawback)
"""Help says the same each time; ask once."""


def verbs(command: Any, *path: str) -> Iterator[tuple[str, ...]]:
    """Name the command itself and every verb below it."""
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from verbs(below, *path, name)


HELP = {"-".join(["help", *path]): (*path, "--help") for path in verbs(get_command(app))}

# What is wrong -> the order, and the word that the message must contain.
MISUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "misused-margin-over-one": (("attack", "--margin", "1.5"), "--margin"),
    "misused-margin-negative": (("attack", "--margin", "-0.1"), "--margin"),
    "misused-margin-nan": (("attack", "--margin", "nan"), "--margin"),
    "misused-margin-word": (("attack", "--margin", "much"), "--margin"),
    "misused-timeout-zero": (("attack", "--timeout", "0"), "--timeout"),
    "misused-timeout-infinite": (("attack", "--timeout", "inf"), "--timeout"),
    "misused-timeout-nan": (("attack", "--timeout", "nan"), "--timeout"),
    "misused-format": (("attack", "--format", "yaml"), "--format"),
    "misused-reproduce-format": (("reproduce", "refund", "--format", "yaml"), "--format"),
    "misused-option": (("attack", "--scorrer", "published"), "--scorrer"),
    "misused-no-value": (("attack", "--cases"), "--cases"),
    "misused-extra-argument": (("attack", "refund"), "refund"),
    "misused-verb": (("atack",), "atack"),
    "misused-world": (("reproduce", "refunds"), "refunds"),
}

NOTHING = {"no-arguments": (), "no-world": ("reproduce",)}


@pytest.mark.parametrize("name", HELP)
def test_help_names_every_option_and_verb_on_stdout(name: str):
    ended = ran(*HELP[name])
    command = get_command(app)
    for verb in HELP[name][:-1]:
        command = command.commands[verb]
    words = {*getattr(command, "commands", {})}
    options = (name for parameter in command.params for name in parameter.opts)
    words |= {name for name in options if name.startswith("-")}
    assert (ended.code, ended.err) == (0, "")
    assert words and [word for word in words if word not in ended.out] == []


@pytest.mark.parametrize("name", MISUSED)
def test_a_misused_option_or_verb_is_named_on_stderr_and_exits_two(name: str):
    args, named = MISUSED[name]
    ended = ran(*args)
    assert (ended.code, ended.out) == (2, "")
    assert named in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize("name", NOTHING)
def test_no_verb_shows_the_help_and_exits_two(name: str):
    ended = ran(*NOTHING[name])
    assert ended.code == 2
    assert ended.out + ended.err == ran(*NOTHING[name], "--help").out


@typer_words
@pytest.mark.parametrize("name", [*HELP, *MISUSED, *NOTHING])
def test_help_and_usage_errors_read_as_their_snapshots_show(name: str):
    args = HELP.get(name) or NOTHING.get(name, MISUSED.get(name, ((), ""))[0])
    matches(name, args, ran(*args))


def test_the_version_is_shown_with_and_without_company():
    assert ran("--version", "attack").out == clawback("--version").out != ""
    matches("version", ("--version",), clawback("--version"))


def test_no_snapshot_is_left_of_a_run_that_is_gone():
    """Of the runs of this module and its two neighbours; they share the first words of names."""
    named = {*HELP, *MISUSED, *NOTHING, "version"}
    named |= {*test_attack_snapshots.RUNS, *test_usage_snapshots.RUNS}
    words = {name.partition("-")[0] for name in named}
    kept = {path.stem for path in FOLDER.iterdir()}
    assert {name for name in kept if name.partition("-")[0] in words} == named
