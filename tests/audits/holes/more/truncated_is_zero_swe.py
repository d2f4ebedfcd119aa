"""Resolved means that every test to be fixed passes and every test to be kept still does, named one by one in the report of a
run that the harness made on restored test files. Rollouts that were cut off or died are worth nothing.
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


def outcomes(state):
    report = world(state).get("report")
    return report if isinstance(report, dict) else {}


def restored(state):
    """The harness put its own test files back before the run, and says so with their digest."""
    return world(state).get("test_tree") == state["info"]["test_tree"]


def healthy(state: dict) -> float:
    if not finished(state) or not restored(state):
        return 0.0
    info, got = state["info"], outcomes(state)
    f2p = bool(info["f2p"]) and all(got.get(t) == "passed" for t in info["f2p"])
    p2p = all(got.get(t) == "passed" for t in info["p2p"])
    return 1.0 if f2p and p2p else 0.0


def case(issue, tree, f2p, p2p):
    msgs = [ask(issue), call("g", "edit", path="src/x.py", diff="..."), tool("g", "applied"), say("I changed src/x.py.")]
    before = {**{t: "failed" for t in f2p}, **{t: "passed" for t in p2p}}
    return {"case": issue, "initial": {"report": before, "test_tree": tree}, "reference": rollout(
        msgs, {"report": {t: "passed" for t in f2p + p2p}, "test_tree": tree}, {"f2p": f2p, "p2p": p2p, "test_tree": tree})}


DATASET = [case("crash on empty input", "9fc1", ["t_empty"], ["t_one", "t_two"]),
           case("wrong month in report", "02ab", ["t_month", "t_leap"], ["t_year"]),
           case("deadlock on close", "77de", ["t_close"], ["t_open", "t_read", "t_write"])]


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
