"""How a reward wants to be called, told from its signature; printed, and open to override.

`audits.targets.known` holds the conventions in use; here they are matched with a target's
parameters and the columns of its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from audits import plugins
from audits.errors import CannotAuditError, unknown
from audits.rewards.outcome import Shape
from audits.targets.convention import Convention
from audits.targets.fills import NAMES
from audits.targets.known import CONVENTIONS, KNOWN, Known, Signature

TRAINERS = ("trainer_state", "log_extra", "log_metric")
"""What a trainer hands over; the adapter supplies it."""


def infer(
    target: dict[str, Any],
    columns: Iterable[str],
    shape: Shape | None = None,
    *,
    fills: Mapping[str, str] | None = None,
    own_rows: bool = False,
    name: str | None = None,
) -> list[Convention]:
    """Return the conventions that fit a target, the likeliest first.

    `columns` are those of the rows; `fills` say what a parameter is filled with, whatever it is
    called; `name` asks for one convention. Raises `CannotAuditError` for a target that fits none,
    with what was found and what would be accepted.
    """
    parameters = target.get("parameters")
    if parameters is None:
        raise CannotAuditError(
            "the target has no signature that can be read; wrap it in a function"
        )
    offered = list(_candidates(target, parameters, list(columns), dict(fills or {}), own_rows))
    found = [one for one in offered if one.hears]
    if offered and not found:
        names = ", ".join(parameter["name"] for parameter in parameters)
        raise CannotAuditError(
            f"no parameter of ({names}) is filled with the completion, so nothing could be tried; "
            "name it with --map PARAMETER=completion (or messages, or state)"
        )
    if name is not None:
        return _named(name, found, parameters)
    fitting = [one for one in found if shape is None or one.shape is shape]
    if not fitting:
        raise CannotAuditError(_unfit(parameters, found, shape))
    return fitting


def _named(name: str, found: list[Convention], parameters: Any) -> list[Convention]:
    if not found:
        raise CannotAuditError(_unfit(parameters, found, None))
    chosen = [one for one in found if one.name == name]
    if not chosen:
        raise unknown("--convention", name, [one.name for one in found])
    return chosen


def _unfit(parameters: list[dict[str, Any]], found: list[Convention], shape: Shape | None) -> str:
    names = ", ".join(parameter["name"] for parameter in parameters)
    if found:
        shapes = ", ".join(dict.fromkeys(str(one.shape) for one in found))
        return f"--shape {shape}: ({names}) reads as {shapes}"
    return (
        f"cannot tell how to call a function of ({names}). Accepted are a completion "
        f"({', '.join(NAMES['completion'][:4])}, ...) with a gold ({', '.join(NAMES['gold'][:4])}, "
        "...), their plurals for batches, messages with info, state, (action, observation), "
        "(state, target), (sample, item) or (output, context); other parameters by the name of a "
        "column, --map PARAMETER=COLUMN, or --map PARAMETER=completion, gold, prompt, info, "
        "messages, chat, state or entry. A factory is called in the name: pkg.mod:make()"
    )


def _candidates(
    target: dict[str, Any],
    parameters: list[dict[str, Any]],
    columns: list[str],
    fills: dict[str, str],
    own_rows: bool,
) -> Iterator[Convention]:
    named = [p for p in parameters if not p["kind"].startswith("VAR_")]
    open_ended = any(p["kind"] == "VAR_KEYWORD" for p in parameters)
    required = {p["name"] for p in named if p["required"]}
    signature = Signature(
        names=tuple(p["name"] for p in named),
        method=target.get("method", ""),
        classes=tuple(target.get("classes", ())),
        own_rows=own_rows,
    )
    for known in _known(signature, fills):
        if known.closed:
            yield Convention(known.name, known.shape, tuple(known.roles.items()), known.adapter)
            continue
        filled = _filled(signature.names, known, columns, required)
        if filled is not None:
            extra = _open(known, columns) if open_ended else []
            adapter = known.adapter or _own_adapter(target, named)
            yield Convention(known.name, known.shape, (*filled, *extra), adapter)


def _own_adapter(target: dict[str, Any], named: list[dict[str, Any]]) -> str:
    """Name what a target needs around it that is of no framework."""
    if target.get("made"):
        return "fresh instance"
    return "by position" if any(p["kind"] == "POSITIONAL_ONLY" for p in named) else ""


def _known(signature: Signature, fills: dict[str, str]) -> Iterator[Known]:
    """Every convention that fits; what the user says of a parameter goes before its name."""
    if said := _said(signature, fills):
        yield said
        return
    for recognise in KNOWN:
        yield from recognise(signature)
    for one in plugins.adapters(CONVENTIONS):
        for known in one.part.recognise(signature):
            yield replace(known, name=one.name, adapter="")


def _said(signature: Signature, fills: dict[str, str]) -> Known | None:
    if not fills:
        return None
    by_name = {n: role for role, names in NAMES.items() for n in names if n in signature.names}
    roles = {n: how for n, how in by_name.items() if how not in fills.values()} | fills
    trajectory = "messages" in fills.values()
    shape = Shape.STATE if "state" in fills.values() else Shape.TEXT
    return Known("as mapped", Shape.TRAJECTORY if trajectory else shape, roles)


def _filled(
    names: tuple[str, ...], known: Known, columns: list[str], required: set[str]
) -> list[tuple[str, str]] | None:
    """Fill each parameter: by its role, else by the column of its name; None if one is left."""
    filled = []
    for name in names:
        if name in known.roles:
            filled.append((name, known.roles[name]))
        elif name in columns:
            filled.append((name, f"column {name}"))
        elif name in ("data_source", "data_sources"):
            filled.append((name, "data source"))
        elif name in required and not (known.adapter == "TRL" and name in TRAINERS):
            return None
    return filled


def _open(known: Known, columns: list[str]) -> list[tuple[str, str]]:
    """What **kwargs takes in a batch: every column that is not given by another name."""
    if known.shape is not Shape.BATCHED_TEXT:
        return []
    taken = {"prompt", "completion", "reference", *known.roles}
    rest = [(name, f"column {name}") for name in columns if name not in taken]
    return rest + [(n, how) for n, how in _trl(known) if n not in taken]


def _trl(known: Known) -> list[tuple[str, str]]:
    """What GRPO always hands over."""
    chat = "chat" in known.roles.values()
    return [("prompts", "prompt chat" if chat else "prompt text"), ("completion_ids", "token ids")]
