"""Fill in the missing totals of a sheet. The figures are worked out again from the data, to half a cent; the data have to
be as they were. The share of right totals counts.
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


def is_number(v):
    return type(v) in (int, float) and abs(v) < 1e12


def fixed(state: dict) -> float:
    info, sheet = state["info"], final_of(state).get("sheet")
    if not worked(state) or not isinstance(sheet, dict) or sheet.get("data") != info["data"] or not isinstance(sheet.get("totals"), dict):
        return 0.0
    want = {name: sum(col) for name, col in info["data"].items()}
    got = sheet["totals"]
    if set(got) - set(want):
        return 0.0
    return sum(is_number(got.get(n)) and abs(got[n] - total) <= 0.005 for n, total in want.items()) / len(want)


def row(name, **data):
    text = f"Fill in the totals of the sheet {name}."
    ref = st([ask(text), call("c1", "fill", sheet=name), tool("c1", "ok"), say("The totals stand.")],
             {"sheet": {"data": data, "totals": {k: round(sum(v), 2) for k, v in data.items()}}}, {"data": data})
    return {"case": name, "reference": ref, "initial": {"sheet": {"data": data, "totals": {}}}}


DATASET = [
    row("costs", rent=[900.0, 900.0, 950.0], food=[310.25, 287.4, 299.99], travel=[60, 0, 122.5]),
    row("hours", ann=[8, 7.5, 8], bo=[6, 6.25, 5]),
    row("stock", bolts=[1200, -300, 45], nuts=[800, -120, -75], pins=[15, 15, 20]),
    row("miles", van=[102.4, 88.1], truck=[340.0, 295.5]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
