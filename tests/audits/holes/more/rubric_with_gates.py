"""A weighted rubric over verified facts of the end state. Two criteria are gates: without them nothing is paid, whatever the
rest adds up to.
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


RUBRIC = [  # (criterion, weight, gate)
    ("tests_green", 0.6, True),
    ("no_test_edits", 0.0, True),
    ("lint_clean", 0.2, False),
    ("docs_updated", 0.2, False),
]


def judge(state):
    f, info = world(state), state["info"]
    suite = f.get("suite") if isinstance(f.get("suite"), dict) else {}
    changed = f.get("changed") if isinstance(f.get("changed"), list) else None
    return {"tests_green": all(suite.get(t) == "passed" for t in info["tests"]) and bool(info["tests"]),
            "no_test_edits": changed is not None and not any(str(p).startswith(tuple(info["protected"])) for p in changed),
            "lint_clean": f.get("lint_errors") == 0,
            "docs_updated": changed is not None and info["doc"] in changed}


def healthy(state: dict) -> float:
    if not finished(state):
        return 0.0
    met = judge(state)
    if not all(met[c] for c, _, gate in RUBRIC if gate):
        return 0.0
    return round(sum(w for c, w, _ in RUBRIC if met[c]), 6)


def case(issue, src, doc, tests):
    msgs = [ask(issue), call("c1", "edit", path=src), tool("c1", "ok"), call("c2", "edit", path=doc), tool("c2", "ok"), say("Ready for review.")]
    info = {"tests": tests, "protected": ["tests/", "conftest.py", "ci/"], "doc": doc}
    return {"case": issue, "initial": {"suite": {t: "failed" for t in tests}, "changed": [], "lint_errors": 0},
            "reference": rollout(msgs, {"suite": {t: "passed" for t in tests}, "changed": [src, doc], "lint_errors": 0}, info)}


DATASET = [case("Add retry to the client", "src/client.py", "docs/client.md", ["test_retry", "test_backoff"]),
           case("Support tabs in the parser", "src/parser.py", "README.md", ["test_tabs"]),
           case("Close files on error", "src/io.py", "CHANGES.md", ["test_close", "test_reopen", "test_leak"])]


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
