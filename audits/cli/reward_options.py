"""Options of the verbs that are pointed at somebody's reward, and what their words mean."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.complete import offer, offer_some, rules, shapes

if TYPE_CHECKING:
    from attackers.rows import Declared
    from audits.rewards.outcome import Shape
    from audits.rewards.plan import Effort
    from audits.rewards.session import Ask

Rows = Annotated[
    str,
    typer.Option(
        help="JSONL, JSON, CSV or Parquet, - for JSON lines on stdin, or a loader pkg.mod:rows; "
        "not needed for a target with rows of its own.",
        metavar="FILE",
    ),
]
ShapeName = Annotated[
    str,
    typer.Option(
        help="auto, text, batched-text, trajectory or state.",
        metavar="SHAPE",
        autocompletion=offer(shapes),
    ),
]
ConventionName = Annotated[
    str | None,
    typer.Option(
        help="How the target is called, as the report names it.",
        metavar="NAME",
    ),
]
Mapping = Annotated[
    list[str] | None,
    typer.Option(
        "--map", help="PARAMETER=COLUMN or =completion, ...; repeatable.", metavar="A=B,..."
    ),
]
Python = Annotated[str | None, typer.Option(help="The Python that has the target.", metavar="PATH")]
StubParents = Annotated[
    bool, typer.Option("--stub-parents", help="Do not run the parent packages' __init__.")
]
Effects = Annotated[str, typer.Option(help="Tools that change the world.", metavar="TOOL,...")]
Reads = Annotated[str, typer.Option(help="Tools that only look.", metavar="TOOL,...")]
AgentWritable = Annotated[
    str, typer.Option(help="Parts of the end state the agent can write.", metavar="PATH,...")
]
GoldAt = Annotated[str, typer.Option(help="Where the gold lies within reach.", metavar="PATH,...")]
Quick = Annotated[bool, typer.Option("--quick", help="A few rows only.")]
Thorough = Annotated[bool, typer.Option("--thorough", help="Every row.")]
Select = Annotated[
    str,
    typer.Option(
        help="Only rules with these prefixes.", metavar="RULE,...", autocompletion=offer_some(rules)
    ),
]
Ignore = Annotated[
    str,
    typer.Option(
        help="No rules with these prefixes.", metavar="RULE,...", autocompletion=offer_some(rules)
    ),
]
DAY = 86_400.0
"""Seconds: the longest that anything is waited for."""

Timeout = Annotated[float, typer.Option(help="Seconds for one call.", min=0.01, max=DAY)]
Memory = Annotated[
    int,
    typer.Option(help="MiB for the target's process.", min=64, max=1 << 24, metavar="MB"),
]
LoadTimeout = Annotated[
    float,
    typer.Option(help="Seconds for importing the target, and for its rows.", min=0.1, max=DAY),
]


def ask_of(
    target: str,
    rows: str,
    shape: str,
    convention: str | None,
    mapping: list[str] | None,
    python: str | None,
    stub_parents: bool,
    timeout: float,
    memory: int,
    load_timeout: float,
) -> Ask:
    """Put together what is asked for. Raises `CannotAuditError` for a word that means nothing."""
    from audits.rewards.session import Ask

    return Ask(
        target=target,
        rows=rows,
        shape=_shape(shape),
        convention=convention,
        mapping=_mapping(mapping or []),
        python=python or sys.executable,
        stub_parents=stub_parents,
        timeout=finite("--timeout", timeout),
        memory_mb=memory,
        load_timeout=finite("--load-timeout", load_timeout),
    )


def declared_of(effects: str, reads: str, agent_writable: str, gold_at: str) -> Declared:
    """Read what is declared of tools and places."""
    from attackers.rows import Declared

    return Declared(
        effects=list_of(effects),
        reads=list_of(reads),
        agent_writable=list_of(agent_writable),
        gold_at=list_of(gold_at),
    )


def effort_of(quick: bool, thorough: bool) -> Effort:
    """Read how much is to be tried. Raises `CannotAuditError` for both at once."""
    from audits.errors import CannotAuditError
    from audits.rewards.plan import Effort

    if quick and thorough:
        raise CannotAuditError("--quick and --thorough: choose one")
    return Effort.QUICK if quick else Effort.THOROUGH if thorough else Effort.NORMAL


def list_of(words: str) -> tuple[str, ...]:
    """Split what is separated by commas."""
    return tuple(word.strip() for word in words.split(",") if word.strip())


def _shape(word: str) -> Shape | None:
    from audits.errors import unknown
    from audits.rewards.outcome import Shape

    if word != "auto" and word not in list(Shape):
        raise unknown("--shape", word, ["auto", *Shape])
    return None if word == "auto" else Shape(word)


def finite(option: str, seconds: float) -> float:
    """Pass a number of seconds on. Raises `CannotAuditError` for one that is none, or endless."""
    from audits.errors import CannotAuditError

    if not math.isfinite(seconds):
        raise CannotAuditError(f"{option}: expected a number of seconds; got {seconds}")
    return seconds


def _mapping(words: list[str]) -> dict[str, str]:
    from audits.errors import CannotAuditError

    found: dict[str, str] = {}
    for pair in ",".join(words).split(",") if words else []:
        name, equals, column = pair.partition("=")
        if not (equals and name.strip() and column.strip()):
            raise CannotAuditError(f"--map: expected PARAMETER=COLUMN,...; got {pair!r}")
        if found.setdefault(name.strip(), column.strip()) != column.strip():
            raise CannotAuditError(
                f"--map: {name.strip()!r} is mapped twice, to {found[name.strip()]!r} and to "
                f"{column.strip()!r}; keep one"
            )
    return found
