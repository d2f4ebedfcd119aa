"""Runs as data sets have them: what is asked for, the calls that do it, and what came back."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from attackers.rows import Row, Scene

Messages = list[dict[str, Any]]
Work = tuple[str, dict[str, Any]]


def run(asked: str, work: list[Work], words: str, results: list[str] | None = None) -> Messages:
    """Write the messages of a run that makes some calls, each of which went well."""
    told = results or ['{"ok": true}'] * len(work)
    messages: Messages = [{"role": "user", "content": asked}]
    for number, ((tool, args), result) in enumerate(zip(work, told, strict=True)):
        function = {"name": tool, "arguments": json.dumps(args)}
        asked_for = {"id": f"c{number}", "type": "function", "function": function}
        messages.append({"role": "assistant", "content": None, "tool_calls": [asked_for]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": result})
    return [*messages, {"role": "assistant", "content": words}]


def confirmed(messages: Messages) -> list[Work]:
    """Read the calls that a tool confirmed, apart from the code under test."""
    results = {m.get("tool_call_id"): m.get("content") for m in messages if m["role"] == "tool"}
    made = []
    for message in messages:
        for call in (message.get("tool_calls") or []) if message["role"] == "assistant" else []:
            if _is_ok(results.get(call["id"])):
                made.append((call["function"]["name"], json.loads(call["function"]["arguments"])))
    return made


def _is_ok(result: Any) -> bool:
    try:
        value = json.loads(result)
    except (TypeError, ValueError):
        return False
    return isinstance(value, dict) and value.get("ok") is True


def last_words(messages: Messages) -> str:
    """Read what the assistant says in the end; '' if it ends otherwise."""
    last = messages[-1] if messages else {"role": ""}
    told = last.get("content") if last["role"] == "assistant" and not last.get("tool_calls") else ""
    return told or ""


names = st.sampled_from(["ann", "bob", "eve", "A-17", "B-20"])
tools = st.sampled_from(["pay", "book_room", "sendMail", "move", "submit", "update"])
works = st.lists(
    st.tuples(tools, st.fixed_dictionaries({"to": names}, optional={"cents": st.integers(2, 999)})),
    min_size=1,
    max_size=3,
    unique_by=str,
)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """One row among one to four; each row tells the scorer the calls that it asks for."""
    drawn = draw(st.lists(works, min_size=1, max_size=4))
    rows = tuple(
        Row(
            index=index,
            prompt=f"Task {index}",
            info={"calls": [{"tool": tool, "args": args} for tool, args in work]},
            reference=run(f"Task {index}", work, draw(st.sampled_from(["Done.", "Paid ann."]))),
        )
        for index, work in enumerate(drawn)
    )
    return Scene(draw(st.sampled_from(rows)), rows)
