"""The same rollouts as each tool writes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
from msgspec.structs import replace

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
        {"case": one.case.id, "rollout": one.source.rollout, "messages": _messages(one)}
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
        rows.append({"example_id": 7, "prompt": [first], "completion": rest, "info": info})
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


WRITERS = {
    "clawback": own,
    "chat": chat,
    "verifiers": verifiers,
    "Inspect": inspect_json,
    "Inspect zip": inspect_eval,
}
