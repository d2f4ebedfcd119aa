"""Readers of transcripts: one function a format, each from a plain object to `Told`.

The formats as their tools write them: chat completions (one object a line), Inspect's logs
(`.json`, and `.eval`, which is a zip of JSON), and the results of verifiers (`results.jsonl`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from zipfile import ZipFile

import msgspec

from audits.rescore.told import Told, message

CASE = ("case", "case_id", "task_id", "example_id", "id")
"""What a transcript may call its case; the first that it has is taken."""
REPEAT = ("rollout", "repeat", "epoch", "trial")


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
    info = msgspec.json.decode(info) if isinstance(info, str) and info else info
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


def inspect_samples(log: Mapping[str, Any]) -> Iterator[Told]:
    """Read an Inspect log: its epochs are repeats, a sample's error is the infrastructure's."""
    model = str((log.get("eval") or {}).get("model") or "")
    for sample in log.get("samples") or ():
        limit = sample.get("limit")
        yield Told(
            case=str((sample.get("metadata") or {}).get("case") or sample["id"]),
            messages=_messages(sample.get("messages") or ()),
            repeat=int(sample.get("epoch") or 1) - 1,
            model=model,
            error=_error(sample.get("error")),
            limit=str(limit.get("type") if isinstance(limit, dict) else limit or ""),
        )


def inspect_zip(file: ZipFile) -> Iterator[Told]:
    """Read an Inspect log in its zip form, sample by sample."""
    names = file.namelist()
    header = msgspec.json.decode(file.read("header.json")) if "header.json" in names else {}
    for name in sorted(name for name in names if name.startswith("samples/")):
        yield from inspect_samples(header | {"samples": [msgspec.json.decode(file.read(name))]})


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
    found = next((raw[name] for name in REPEAT if raw.get(name) is not None), None)
    if found is None or (isinstance(found, int) and not isinstance(found, bool) and found >= 0):
        return found
    raise ValueError(f"expected the repeat as a number from 0, got {found!r}")


def _error(raw: Any) -> str:
    if not raw:
        return ""
    told = raw.get("message") if isinstance(raw, dict) else raw
    return str(told or raw)
