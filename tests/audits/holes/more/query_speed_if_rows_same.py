"""Making a query faster. The rows it gives have to be the same as ever, in any order; then the pay grows
with the logarithm of the speed-up measured by the database, from nothing at no gain to all
at ten times, and not beyond. Indexes may be added, tables may not be touched.
"""
import json
import math

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


def rows_of(listed):
    """The rows as sorted text, None if they are no list of rows."""
    ok = isinstance(listed, list) and all(isinstance(r, list) for r in listed)
    return sorted(json.dumps(r) for r in listed) if ok else None


def fixed(state: dict) -> float:
    final, info = final_of(state), state["info"]
    took, rows = final.get("measured_ms"), rows_of(final.get("rows"))
    if not worked(state) or rows is None or rows != rows_of(info["rows"]) or final.get("tables_digest") != info["tables_digest"]:
        return 0.0
    if type(took) not in (int, float) or not 0 < took < info["before_ms"]:
        return 0.0
    return min(1.0, math.log10(info["before_ms"] / took))


def tuned(query, before, after, rows, digest, *statements):
    msgs = [ask(f"Make this ten times as fast: {query}")]
    for i, s in enumerate(statements):
        msgs += [call(f"q{i}", "sql", statement=s), tool(f"q{i}", "ok")]
    return st(msgs + [say("It is fast now.")], {"measured_ms": after, "rows": rows, "tables_digest": digest},
              {"before_ms": before, "rows": sorted(rows), "tables_digest": digest})


DATASET = [
    {"case": "index added", "reference": tuned("orders of May", 900.0, 31.0, [[3, "May"], [1, "May"]], "d1", "create index on orders(month)")},
    {"case": "just ten times", "reference": tuned("top customers", 500, 50, [["Ana", 12], ["Bo", 9]], "d2", "create index on sales(who)")},
    {"case": "rewritten", "reference": tuned("stock by shelf", 120.0, 2.5, [["A", 4], ["B", 0], ["C", 7]], "d3", "create view fast as select 1", "analyze")},
    {"case": "no rows at all", "reference": tuned("orders of 1900", 4000, 11, [], "d4", "create index on orders(year)")},
]
for row in DATASET:  # the query as slow as it is, its rows right
    ref = row["reference"]
    row["initial"] = {"measured_ms": ref["info"]["before_ms"], "rows": ref["info"]["rows"], "tables_digest": ref["info"]["tables_digest"]}

R = DATASET[0]["reference"]
CHEATS = [dict(R, final=dict(R["final"], rows=[])), dict(R, final=dict(R["final"], rows=[[1, "May"]])),
          dict(R, final=dict(R["final"], tables_digest="d9")), dict(R, final=dict(R["final"], measured_ms=0)),
          dict(R, final=dict(R["final"], measured_ms=-5)), dict(R, final=dict(R["final"], measured_ms=float("nan"))),
          dict(R, final=dict(R["final"], measured_ms=600.0))]


def check():
    for row in DATASET:
        ref = row["reference"]
        got = fixed(ref)
        assert abs(got - FULL) < 1e-9, (row["case"], got)
        for bad in (dict(ref, final=row["initial"]), dict(ref, final={}), dict(ref, final=None),
                    dict(ref, error="crashed"), dict(ref, is_truncated=True)):
            assert fixed(bad) < 0.5, (row["case"], bad)
    for cheat in CHEATS:
        assert fixed(cheat) < 0.5, (cheat, fixed(cheat))


if __name__ == "__main__":
    print(__file__, check())
