"""A puzzle of pushing boxes. The world tells where the boxes ended; the share of the boxes that were not yet on a goal and
are now counts, less one for each that was on a goal and is no longer. No box may be lost or made.
"""
import json

SHAPE = "state"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function",
         "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result '' when none came."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"].strip() for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            out.append((f.get("name"), args if isinstance(args, dict) else None, came[0] if came else ""))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated,
             "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def worked(state):
    """The run ended by itself, with a reply, and at least one of its tool calls went through."""
    msgs = state.get("messages") or []
    alive = state.get("error") is None and not state.get("is_truncated") and bool(last_reply(msgs))
    return alive and any(args is not None and res == "ok" for _, args, res in calls_of(msgs))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def cells(value):
    """A list of cells as a set of pairs, None when it is not one or a cell stands twice."""
    ok = isinstance(value, list) and all(isinstance(c, list) and len(c) == 2 and all(type(x) is int for x in c) for c in value)
    got = {tuple(c) for c in value} if ok else set()
    return got if ok and len(got) == len(value) else None


def fixed(state: dict) -> float:
    info, now = state["info"], cells(final_of(state).get("boxes"))
    goals, before, floor = cells(info["goals"]), cells(info["boxes"]), cells(info["floor"])
    if not worked(state) or now is None or len(now) != len(before) or now - floor:
        return 0.0
    gained = len(now & goals) - len(before & goals)
    return max(0.0, gained / (len(before) - len(before & goals)))


def row(text, width, height, boxes, goals):
    floor = [[x, y] for x in range(width) for y in range(height)]
    ref = st([ask(text), call("c1", "push", path="lurd"), tool("c1", "ok"), say("All boxes are home.")],
             {"boxes": goals}, {"goals": goals, "boxes": boxes, "floor": floor})
    return {"case": text, "reference": ref, "initial": {"boxes": boxes}}


DATASET = [
    row("Push both boxes home.", 5, 5, [[1, 1], [2, 3]], [[4, 1], [2, 0]]),
    row("Push the box home.", 4, 4, [[1, 2]], [[3, 2]]),
    row("One box is home, push the other two.", 6, 5, [[1, 1], [3, 2], [4, 3]], [[1, 1], [5, 2], [4, 0]]),
    row("Push the three boxes home.", 6, 6, [[2, 2], [2, 3], [3, 3]], [[0, 2], [2, 5], [5, 3]]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
