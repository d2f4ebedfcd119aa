"""Remove the double rows of a table: of the rows with one key the latest stays. The order of the rows is free; every
other table has to be as it was.
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


def bag(rows):
    """The rows as a sorted list of texts, None when they are no list of rows."""
    ok = isinstance(rows, list) and all(isinstance(r, dict) for r in rows)
    return sorted(json.dumps(r, sort_keys=True) for r in rows) if ok else None


def latest(rows):
    best = {}
    for r in rows:
        if r["key"] not in best or r["at"] > best[r["key"]]["at"]:
            best[r["key"]] = r
    return list(best.values())


def fixed(state: dict) -> float:
    info, tables = state["info"], final_of(state).get("tables")
    if not worked(state) or not isinstance(tables, dict) or set(tables) != set(info["before"]):
        return 0.0
    want = {name: latest(rows) if name == info["table"] else rows for name, rows in info["before"].items()}
    return 1.0 if all(bag(tables[n]) == bag(rows) for n, rows in want.items()) else 0.0


def row(table, rows, order, **others):
    before = {table: [{"key": k, "at": at, "v": v} for k, at, v in rows], **others}
    text = f"Table {table} holds some keys twice. Keep the latest row of each key."
    kept = latest(before[table])
    after = {**before, table: [kept[i] for i in order]}
    ref = st([ask(text), call("c1", "sql", q="DELETE ..."), tool("c1", "ok"), say("Cleaned.")], {"tables": after}, {"table": table, "before": before})
    return {"case": table, "reference": ref, "initial": {"tables": before}}


DATASET = [
    row("mails", [("a", 1, "old"), ("a", 5, "new"), ("b", 2, "x")], [0, 1], logs=[{"n": 1}]),
    row("prices", [("tea", 3, 4.5), ("rice", 1, 2.0), ("tea", 2, 4.0), ("rice", 9, 2.2)], [1, 0]),
    row("users", [("u1", 7, "ann"), ("u1", 8, "anne"), ("u1", 3, "an")], [0], roles=[{"u": "u1", "r": "dev"}]),
    row("stops", [("s1", 1, "N"), ("s2", 1, "E"), ("s2", 4, "W"), ("s3", 2, "S")], [2, 0, 1]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
