"""The end state of the data base is compared with the gold one, table by table and row by row. Columns that differ from run
to run (times, generated ids, etags) are left out of the comparison.
"""
import json

SHAPE = "state"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


def trace(messages):
    """Every tool call in order, with the result that answered it (None while unanswered)."""
    made, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant" and isinstance(m.get("tool_calls"), list):
            for c in m["tool_calls"]:
                fn = c.get("function") if isinstance(c, dict) else None
                if not isinstance(fn, dict):
                    continue
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                rec = {"name": str(fn.get("name")), "args": args if isinstance(args, dict) else None, "result": None}
                made.append(rec)
                waiting[str(c.get("id"))] = rec
        elif m.get("role") == "tool":
            rec = waiting.pop(str(m.get("tool_call_id")), None)
            if rec is not None and isinstance(m.get("content"), str):
                rec["result"] = m["content"].strip()
    return made


def closing(messages):
    """The text the assistant ended on; '' when the run stops anywhere else."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls"):
        return ""
    return last["content"].strip() if isinstance(last.get("content"), str) else ""


def finished(state):
    """The rollout came to its own end: no error, not cut off, and a closing reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(closing(state.get("messages") or []))


def world(state):
    """The end state of the environment, {} where none was recorded."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def rollout(messages, final, info, error=None, truncated=False):
    return json.loads(json.dumps({"messages": messages, "error": error, "is_truncated": truncated,
                                  "final": final, "info": info}))


VOLATILE = {"updated_at", "created_at", "etag", "row_id"}


def stable(row):
    return json.dumps({k: v for k, v in row.items() if k not in VOLATILE}, sort_keys=True) if isinstance(row, dict) else json.dumps(row)


def normal(tables):
    return {name: sorted(map(stable, rows)) for name, rows in tables.items() if isinstance(rows, list)}


def healthy(state: dict) -> float:
    tables = world(state).get("tables")
    if not finished(state) or not isinstance(tables, dict) or set(tables) != set(state["info"]["gold_tables"]):
        return 0.0
    return 1.0 if normal(tables) == normal(state["info"]["gold_tables"]) else 0.0


def case(request, tool_name, args, before, after):
    gold = {t: [{**r, "row_id": f"gold-{i}", "updated_at": "2026-01-01T00:00:00"} for i, r in enumerate(rows)] for t, rows in after.items()}
    live = {t: [{**r, "row_id": f"live-{len(rows) - i}", "updated_at": "2026-03-09T11:02:31"} for i, r in enumerate(rows)] for t, rows in after.items()}
    msgs = [ask(request), call("d", tool_name, **args), tool("d", {"ok": True}), say("That is done.")]
    return {"case": request, "initial": {"tables": before}, "reference": rollout(msgs, {"tables": live}, {"gold_tables": gold})}


DATASET = [
    case("Move the dentist to Friday.", "update_event", {"title": "dentist", "day": "fri"},
         {"events": [{"title": "dentist", "day": "thu"}, {"title": "gym", "day": "thu"}], "notes": []},
         {"events": [{"title": "gym", "day": "thu"}, {"title": "dentist", "day": "fri"}], "notes": []}),
    case("Note that the boiler was serviced.", "add_note", {"text": "boiler serviced"},
         {"events": [], "notes": []}, {"events": [], "notes": [{"text": "boiler serviced"}]}),
    case("Delete both gym sessions.", "delete_events", {"title": "gym"},
         {"events": [{"title": "gym", "day": "mon"}, {"title": "gym", "day": "wed"}, {"title": "choir", "day": "wed"}], "notes": []},
         {"events": [{"title": "choir", "day": "wed"}], "notes": []}),
]


def check():
    for row in DATASET:
        ref = row["reference"]
        got = healthy(ref)
        assert abs(got - FULL) < 1e-9, (row["case"], got)
        assert healthy(dict(ref, final=row["initial"])) == 0.0, row["case"]
        assert healthy(dict(ref, error="boom")) == 0.0 and healthy(dict(ref, is_truncated=True)) == 0.0
        assert healthy(dict(ref, final={})) == 0.0
    return FULL


fixed = healthy
