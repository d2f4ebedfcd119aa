"""Of each database the newest n backups are kept, unharmed, and all older ones deleted; the
order of the listing and the tool used do not matter. Losing a backup that had to stay
forfeits everything, an old one left over costs its share.
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
    info, left = state["info"], final_of(state).get("backups")
    if not worked(state) or not isinstance(left, dict) or any(info["before"].get(name) != sha for name, sha in left.items()):
        return 0.0
    stays = set()
    for db in {name.split("/")[0] for name in info["before"]}:
        stays |= set(sorted(n for n in info["before"] if n.split("/")[0] == db)[-info["keep"]:])
    old = set(info["before"]) - stays
    if not stays <= set(left):
        return 0.0
    return 1.0 - len(old & set(left)) / len(old)


def rotated(keep, **dates):
    before = {f"{db}/{d}": f"sha-{db}-{d}" for db, ds in dates.items() for d in ds}
    kept = {f"{db}/{d}": f"sha-{db}-{d}" for db, ds in dates.items() for d in sorted(ds, reverse=True)[:keep]}
    return st([ask(f"Keep the newest {keep} of each database"), call("r", "shell", cmd="rotate"), tool("r", "ok"), say("Rotated.")],
              {"backups": kept}, {"before": before, "keep": keep})


DATASET = [
    {"case": "one database", "reference": rotated(2, shop=["2026-01-03", "2026-01-01", "2026-01-02"])},
    {"case": "two databases", "reference": rotated(1, shop=["2026-03-01", "2026-02-01"], crm=["2026-02-15", "2026-01-15", "2026-03-15"])},
    {"case": "one has few", "reference": rotated(3, wiki=["2026-05-01"], logs=["2026-05-04", "2026-05-03", "2026-05-02", "2026-05-01"])},
    {"case": "many", "reference": rotated(2, pos=["2026-06-0%d" % i for i in range(1, 8)])},
]
for row in DATASET:  # nothing deleted yet
    row["initial"] = {"backups": dict(row["reference"]["info"]["before"])}


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
