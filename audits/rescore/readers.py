"""Readers of transcripts: one function a format, each from a plain object to `Told`.

The formats as their tools write them: chat completions (one object a line), Inspect's logs
(`.json`, and `.eval`, which is a zip of JSON), and what verifiers leaves (`results.jsonl`; since
0.4 `traces.jsonl`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from zipfile import ZipFile

import msgspec

from audits.qualify.record import MOST_REPEATS
from audits.rescore.told import Told, message
from audits.rescore.zipped import member
from desk.once import named_once

CASE = ("case", "case_id", "task_id", "example_id", "id")
"""What a transcript may call its case; the first that it has is taken."""
REPEAT = ("rollout", "repeat", "epoch", "trial")
"""What it may call the repeat of its case."""


def loosely(text: bytes) -> Any:
    """Decode JSON, with NaN in it where there is: Inspect writes it for what was not scored.

    Raises `ValueError` (a `msgspec.DecodeError` is one) or `RecursionError`.
    """
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        if b"NaN" not in text and b"Infinity" not in text:
            raise
        return json.loads(text)


def once(text: bytes) -> Any:
    """Decode JSON as `loosely` does, in which each object names each field once."""
    found = loosely(text)
    named_once(text)
    return found


def chat(raw: Mapping[str, Any]) -> Told:
    """Read `{"case": ID, "messages": [...], "rollout": N, "model": NAME, "error": TEXT}`."""
    return Told(
        case=_case(raw),
        messages=_messages(raw["messages"]),
        repeat=_repeat(raw),
        model=str(raw.get("model") or ""),
        error=_error(raw.get("error")),
        limit=str(raw.get("limit") or ""),
    )


def verifiers(raw: Mapping[str, Any]) -> Told:
    """Read one row of a verifiers result; the case stands in `info`, or is the row's own id."""
    info = raw.get("info")
    info = once(info.encode()) if isinstance(info, str) and info else info
    inside = info if isinstance(info, dict) else {}
    cased = {name: inside[name] for name in CASE if name in inside}
    said = [part for name in ("prompt", "completion") for part in _listed(raw.get(name))]
    return Told(
        case=_case(cased or raw),
        messages=_messages(said),
        repeat=_repeat(raw),
        model=str(raw.get("model") or ""),
        error=_error(raw.get("error")),
        limit="truncated" if raw.get("is_truncated") else "",
    )


TRUNCATED = (
    "max_turns",
    "max_input_tokens",
    "max_output_tokens",
    "max_total_tokens",
    "compaction_failed",
)
"""Why verifiers itself stops a rollout, where that is the agent's own."""


def verifiers_traces(raw: Mapping[str, Any]) -> Iterator[Told]:
    """Read one episode of verifiers 0.4: a rollout for each of its traces."""
    for trace in raw["traces"]:
        data, ending = trace["task"]["data"], trace.get("stop_condition")
        finish = (trace.get("calls") or [{}])[-1].get("finish_reason")
        limit = ending if ending in TRUNCATED else finish if finish in CUT_OFF else ""
        yield Told(
            case=_case({"case": data.get("case") or data.get("id")}),
            messages=_messages(_branch(trace.get("nodes") or ())),
            model=str((trace["agent"]["config"] or {}).get("model") or ""),
            error=_trouble(trace),
            limit=str(limit),
        )


CUT_OFF = ("length", "content_filter")


def _trouble(trace: Mapping[str, Any]) -> str:
    """Say what the infrastructure did to a trace; errors of tries that were made again are past."""
    if trace.get("is_timeout"):
        return str(trace.get("stop_condition") or "timeout")
    if trace.get("ok", True):
        return ""
    errors = trace.get("errors") or [{"message": trace.get("stop_condition") or "it is not ok"}]
    return _error(errors[-1])


def _branch(nodes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the messages from the first to the last that was said."""
    path: list[Mapping[str, Any]] = []
    at = len(nodes) - 1 if nodes else None
    while at is not None:
        path.append(nodes[at]["message"])
        parent = nodes[at].get("parent")
        if parent is not None and parent not in range(at):
            raise ValueError(f"nodes: expected as parent of node {at} one before it, got {parent}")
        at = parent
    return path[::-1]


def inspect_samples(log: Mapping[str, Any]) -> Iterator[Told]:
    """Read an Inspect log: its epochs are repeats, a sample's error is the infrastructure's."""
    task = log.get("eval") or {}
    model, tasks = str(task.get("model") or ""), _inspect_cases(task.get("metadata") or {})
    for sample in log.get("samples") or ():
        yield Told(
            case=str((sample.get("metadata") or {}).get("case") or sample["id"]),
            messages=_messages(sample.get("messages") or ()),
            repeat=0 if sample.get("epoch") is None else _whole("epoch", sample["epoch"], 1) - 1,
            model=model,
            error=_error(sample.get("error")),
            limit=_inspect_limit(sample),
            tasks=tasks,
        )


def inspect_lacks(log: Mapping[str, Any], there: int) -> str:
    """Say why an Inspect log is a part of what it was to be; nothing if it ended by itself."""
    if (status := str(log.get("status") or "success")) != "success":
        return f"the status of an Inspect log is {status!r}: it did not end by itself"
    results = log.get("results")
    wanted = results.get("total_samples") if isinstance(results, dict) else None
    short = isinstance(wanted, int) and there < wanted
    return f"an Inspect log has {there} of {wanted} samples" if short else ""


def _inspect_cases(metadata: Mapping[str, Any]) -> str:
    """Say which cases a task of ours was made of; a task of others says it in no known way."""
    name, digest = metadata.get("cases"), metadata.get("cases_digest")
    return f"{name} {digest[:12]}" if isinstance(name, str) and isinstance(digest, str) else ""


INSPECT_CUT_OFF = ("max_tokens", "model_length", "content_filter")


def _inspect_limit(sample: Mapping[str, Any]) -> str:
    limit = sample.get("limit")
    return str(limit.get("type") if isinstance(limit, dict) else limit or _cut_short(sample))


def _cut_short(sample: Mapping[str, Any]) -> str:
    """Say how a sample's last message was no end: cut off, or with a call that cannot be read."""
    choices = (sample.get("output") or {}).get("choices") or [{}]
    if (stop := choices[0].get("stop_reason")) in INSPECT_CUT_OFF:
        return str(stop)
    last = (sample.get("messages") or [{}])[-1]
    calls = last.get("tool_calls") or () if last.get("role") == "assistant" else ()
    return next((str(call["parse_error"]) for call in calls if call.get("parse_error")), "")


def header_of(file: ZipFile) -> dict[str, Any]:
    """Read what an Inspect log in its zip form says of all its samples."""
    header = once(member(file, "header.json")) if "header.json" in file.namelist() else {}
    return header if isinstance(header, dict) else {}


def inspect_zip(file: ZipFile, header: dict[str, Any]) -> Iterator[Told]:
    """Read an Inspect log in its zip form, sample by sample."""
    for name in sorted(name for name in file.namelist() if name.startswith("samples/")):
        yield from inspect_samples(header | {"samples": [once(member(file, name))]})


def _messages(raw: Iterable[Mapping[str, Any]]) -> tuple[Any, ...]:
    return tuple(message(one) for one in raw)


def _listed(said: Any) -> list[Any]:
    """A prompt or completion as messages; as plain text it has no tool calls."""
    return said if isinstance(said, list) else []


def _case(raw: Mapping[str, Any]) -> str:
    name = next((raw[name] for name in CASE if raw.get(name) is not None), None)
    if name is None:
        raise ValueError(f"expected the case's id as one of {', '.join(CASE)}")
    return str(name)


def _repeat(raw: Mapping[str, Any]) -> int | None:
    name = next((name for name in REPEAT if raw.get(name) is not None), None)
    return None if name is None else _whole(name, raw[name], 0)


def _whole(name: str, value: Any, least: int) -> int:
    """Return which repeat something is, as `name` tells it, or raise `ValueError`."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value - least < MOST_REPEATS:
        return value
    raise ValueError(f"expected the repeat ({name}) as a number from {least}, got {value!r}")


def _error(raw: Any) -> str:
    if not raw:
        return ""
    told = raw.get("message") if isinstance(raw, dict) else raw
    return str(told or raw)
