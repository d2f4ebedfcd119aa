"""The same rollouts as each tool writes them."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile
from zlib import crc32

import msgspec
from msgspec.structs import replace
from zstandard import ZstdCompressor

from attackers.refund import agents
from desk import Source
from desk.refund import RefundRollout, eval_cases, play

SOURCE = Source(model="small", harness="loop", tasks="eval", planned=2)


def played(name: str, repeats: int = 2, count: int = 32) -> list[RefundRollout]:
    """Let an agent of ours play; it does the same in each repeat."""
    return [
        replace(play(agents()[name].act, case), source=replace(SOURCE, rollout=n, planned=repeats))
        for n in range(repeats)
        for case in eval_cases().cases[:count]
    ]


def lines(path: Path, rows: Sequence[Any]) -> Path:
    path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    return path


def _messages(rollout: RefundRollout) -> list[dict[str, Any]]:
    return msgspec.to_builtins(rollout.messages)


def own(folder: Path, made: Sequence[RefundRollout]) -> Path:
    return lines(folder / "rollouts.jsonl", made)


def chat(folder: Path, made: Sequence[RefundRollout]) -> Path:
    rows = [
        {
            "case": one.case.id,
            "model": "small",
            "rollout": one.source.rollout,
            "messages": _messages(one),
        }
        for one in made
    ]
    return lines(folder / "chat.jsonl", rows)


def verifiers(folder: Path, made: Sequence[RefundRollout]) -> Path:
    rows = []
    for number, one in enumerate(made):
        first, *rest = _messages(one)
        for said in rest:
            if "tool_calls" in said:
                said["tool_calls"] = [json.dumps(call) for call in said["tool_calls"]]
        info = json.dumps({"case_id": one.case.id}) if number % 2 else {"case_id": one.case.id}
        told = {"example_id": 7, "model": "small", "info": info}
        rows.append(told | {"prompt": [first], "completion": rest})
    return lines(folder / "results.jsonl", rows)


def _samples(made: Sequence[RefundRollout]) -> list[dict[str, Any]]:
    return [
        {"id": one.case.id, "epoch": one.source.rollout + 1, "messages": _inspected(one)}
        for one in made
    ]


def _inspected(rollout: RefundRollout) -> list[dict[str, Any]]:
    said = _messages(rollout)
    for one in said:
        one["content"] = [{"type": "text", "text": one.get("content", "")}]
        if "tool_calls" in one:
            one["tool_calls"] = [
                {
                    "id": call["id"],
                    "function": call["function"]["name"],
                    "arguments": json.loads(call["function"]["arguments"]),
                }
                for call in one["tool_calls"]
            ]
    return said


def inspect_json(folder: Path, made: Sequence[RefundRollout]) -> Path:
    path = folder / "log.json"
    log = {"version": 2, "eval": {"model": "org/small"}, "samples": _samples(made)}
    path.write_text(json.dumps(log, indent=2))
    return path


def inspect_eval(folder: Path, made: Sequence[RefundRollout]) -> Path:
    path = folder / "log.eval"
    with ZipFile(path, "w") as file:
        file.writestr("header.json", json.dumps({"eval": {"model": "org/small"}}))
        for sample in _samples(made):
            name = f"samples/{sample['id']}_epoch_{sample['epoch']}.json"
            file.writestr(name, json.dumps(sample))
    return path


def inspect_zstandard(folder: Path, made: Sequence[RefundRollout]) -> Path:
    """A log as Inspect packs it: each member in Zstandard, which Python's own writer has not."""
    plain, path = inspect_eval(folder, made), folder / "zstandard.eval"
    packed = {}
    with ZipFile(plain) as file, ZipFile(path, "w") as out:
        for info in file.infolist():
            body = file.read(info)
            out.writestr(info.filename, ZstdCompressor().compress(body))
            packed[info.filename] = (out.getinfo(info.filename), body)
    raw = bytearray(path.read_bytes())
    at = raw.index(b"PK\x01\x02")
    for info, body in packed.values():
        told = struct.pack("<H", 93), struct.pack("<I", crc32(body)), struct.pack("<I", len(body))
        for start, places in ((info.header_offset, (8, 14, 22)), (at, (10, 16, 24))):
            for place, value in zip(places, told, strict=True):
                raw[start + place : start + place + len(value)] = value
        at += 46 + len(info.filename)
    path.write_bytes(raw)
    return path


def _flat(said: dict[str, Any]) -> dict[str, Any]:
    calls = [{"id": call["id"], **call["function"]} for call in said.get("tool_calls", ())]
    return said | ({"tool_calls": calls} if calls else {})


def traces(folder: Path, made: Sequence[RefundRollout]) -> Path:
    """What verifiers 0.4 leaves: an episode a line, its messages as a graph."""
    rows = []
    for one in made:
        nodes = [
            {"message": _flat(said)} | ({"parent": number - 1} if number else {})
            for number, said in enumerate(_messages(one))
        ]
        data = {"id": "other", "case": one.case.id}
        trace = {"task": {"data": data}, "agent": {"config": {"model": "small"}}, "nodes": nodes}
        rows.append({"id": "x", "traces": [trace | {"ok": True, "errors": []}]})
    return lines(folder / "traces.jsonl", rows)


WRITERS = {
    "clawback": own,
    "chat": chat,
    "verifiers": verifiers,
    "verifiers traces": traces,
    "Inspect": inspect_json,
    "Inspect zip": inspect_eval,
    "Inspect Zstandard": inspect_zstandard,
}
