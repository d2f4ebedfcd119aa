"""Each thing that stood in the wrong place and stands on its right shelf now earns its share; a thing that
is lost, or one that stood right and was moved away, makes the whole worth nothing.
"""
import json

SHAPE = "state"
KIND = "partial"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result None when none came or it is no JSON."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"] for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            try:
                result = json.loads(came[0]) if came else None
            except (ValueError, RecursionError):
                result = None
            out.append((f["name"] if isinstance(f.get("name"), str) else "", args if isinstance(args, dict) else None, result))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated, "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def closed(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def fixed(state: dict) -> float:
    info, places = state["info"], final_of(state).get("places")
    if not closed(state) or not isinstance(places, dict) or set(places) != set(info["start"]):
        return 0.0
    wrong = [t for t in info["start"] if info["start"][t] != info["right"][t]]
    if any(places[t] != info["right"][t] for t in info["start"] if t not in wrong):
        return 0.0
    return sum(places[t] == info["right"][t] for t in wrong) / len(wrong)


def row(case, start, right):
    work = [ask(f"Put each thing on its shelf: {', '.join(f'{t} on {s}' for t, s in right.items())}.")]
    for i, t in enumerate(t for t in start if start[t] != right[t]):
        work += [call(f"m{i}", "move", thing=t, to=right[t]), tool(f"m{i}", {"ok": True})]
    return {"case": case, "initial": {"places": start}, "reference": st(work + [say("All is in its place.")], {"places": right}, {"start": start, "right": right})}


DATASET = [
    row("kitchen", {"cup": "floor", "pan": "B", "jar": "A"}, {"cup": "A", "pan": "B", "jar": "C"}),
    row("books", {"atlas": "A", "novel": "A", "diary": "B"}, {"atlas": "C", "novel": "A", "diary": "A"}),
    row("tools", {"saw": "bench", "file": "bench", "drill": "bench"}, {"saw": "A", "file": "A", "drill": "B"}),
    row("toys", {"ball": "B", "kite": "A"}, {"ball": "A", "kite": "A"}),
]


def check():
    for row in DATASET:
        ref = row["reference"]
        assert abs(fixed(ref) - FULL) < 1e-9, (row, fixed(ref))
        for bad in ({**ref, "final": row["initial"]}, {**ref, "error": "killed"}, {**ref, "is_truncated": True}, {**ref, "final": None}, {**ref, "final": {}}):
            assert fixed(bad) == 0.0, (row, bad)
        lost = json.loads(json.dumps(ref))
        lost["final"]["places"].popitem()
        assert fixed(lost) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
