"""A column is split in two. The rows may come out in any order and the new columns in any
position; each row must be there once with its other values as they were. Partial credit is
the share of rows that came through, and only if none was lost or made up.
"""
import json

SHAPE = "state"
SOURCE = "healthy"
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


def fixed(state: dict) -> float:
    info, rows = state["info"], final_of(state).get("rows")
    if not worked(state) or not isinstance(rows, list) or len(rows) != len(info["rows"]):
        return 0.0
    got = {r["id"]: r for r in rows if isinstance(r, dict) and type(r.get("id")) is int}
    if set(got) != {r["id"] for r in info["rows"]}:
        return 0.0
    good = 0
    for r in info["rows"]:
        first, _, last = r["name"].partition(" ")
        want = {k: v for k, v in r.items() if k != "name"} | {"first": first, "last": last}
        good += got[r["id"]] == want
    return good / len(info["rows"])


def migrated(*rows, order=None):
    split = [{"last": r["name"].partition(" ")[2], "first": r["name"].partition(" ")[0], **{k: v for k, v in r.items() if k != "name"}} for r in rows]
    return st([ask("Split name into first and last"), call("m", "sql", file="split.sql"), tool("m", "ok"), say("Migrated.")],
              {"rows": [split[i] for i in order] if order else split}, {"rows": list(rows)})


DATASET = [
    {"case": "two", "reference": migrated({"id": 1, "name": "Ada Byron", "age": 36}, {"id": 2, "name": "Alan Turing", "age": 41})},
    {"case": "reordered", "reference": migrated({"id": 5, "name": "Grace Hopper"}, {"id": 3, "name": "Rosa Parks"}, {"id": 9, "name": "Mae Jemison"}, order=[2, 0, 1])},
    {"case": "long surname", "reference": migrated({"id": 4, "name": "Vincent van Gogh", "city": "Arles"})},
    {"case": "one name", "reference": migrated({"id": 7, "name": "Pele", "goals": 77}, {"id": 8, "name": "Marta Vieira", "goals": 115})},
]
for row in DATASET:  # the table before the migration
    row["initial"] = {"rows": [dict(r) for r in row["reference"]["info"]["rows"]]}


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
