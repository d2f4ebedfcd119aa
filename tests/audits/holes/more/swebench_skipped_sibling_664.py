"""A truncated test id is resolved by prefix when all the tests that match it agree on pass or fail. A
skip and a failure agree on "not passed", and then the first match in the log spoke for the group: a
skipped sibling listed first hid a regression behind it.
"""
import json

SHAPE = "state"
KIND = "order-dependent"
SOURCE = "github.com/SWE-bench/SWE-bench/pull/664, #663 (2026)"
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


GOOD = ("PASSED", "XFAIL")


def status_map(state):
    got = world(state).get("test_status_map")
    return {k: v for k, v in got.items() if isinstance(k, str)} if isinstance(got, dict) else {}


def matches(case, statuses):
    """The exact id, or for an id cut off inside its parameters every id that begins with it."""
    if case in statuses:
        return [case]
    return [t for t in statuses if t.startswith(case)] if "[" in case and not case.endswith("]") else []


def test_maintained(test, statuses, baseline):
    """No regression: it passes, or it is skipped just as it was before the patch."""
    now = statuses[test]
    return now in GOOD or (now == "SKIPPED" and baseline.get(test) == "SKIPPED")


def all_fixed(state, statuses):
    cases = state["info"]["FAIL_TO_PASS"]
    return bool(cases) and all(
        matches(c, statuses) and all(statuses[t] == "PASSED" for t in matches(c, statuses)) for c in cases)


def maintained_by_first(case, statuses, baseline):
    found = matches(case, statuses)
    agree = len({statuses[t] in GOOD for t in found}) == 1
    return agree and test_maintained(found[0], statuses, baseline)


def maintained_by_each(case, statuses, baseline):
    found = matches(case, statuses)
    return bool(found) and all(test_maintained(t, statuses, baseline) for t in found)


def grade(state, maintained):
    if not finished(state):
        return 0.0
    statuses, info = status_map(state), state["info"]
    kept = all(maintained(c, statuses, info["baseline"]) for c in info["PASS_TO_PASS"])
    return 1.0 if kept and all_fixed(state, statuses) else 0.0


def holed(state: dict) -> float:
    return grade(state, maintained_by_first)


def fixed(state: dict) -> float:
    return grade(state, maintained_by_each)


def instance(case, f2p, p2p, after, before):
    msgs = [ask(f"Resolve {case}."), call("p", "apply_patch", patch="--- a/" + case), tool("p", "applied"), say("Patch applied.")]
    return {"case": case, "initial": {"test_status_map": before},
            "reference": rollout(msgs, {"test_status_map": after}, {"FAIL_TO_PASS": f2p, "PASS_TO_PASS": p2p, "baseline": before})}


SVD = {"t.py::test_svd[sparse a]": "SKIPPED", "t.py::test_svd[dense b]": "SKIPPED", "t.py::test_svd[dense c]": "SKIPPED"}
DATASET = [
    instance("sk-15100", ["t.py::test_rank"], ["t.py::test_svd[", "t.py::test_norm"],
             {**SVD, "t.py::test_norm": "PASSED", "t.py::test_rank": "PASSED"}, {**SVD, "t.py::test_norm": "PASSED", "t.py::test_rank": "FAILED"}),
    instance("sk-2203", ["t.py::test_io[utf"], ["t.py::test_open"],
             {"t.py::test_io[utf 8]": "PASSED", "t.py::test_io[utf 16]": "PASSED", "t.py::test_open": "PASSED"},
             {"t.py::test_io[utf 8]": "FAILED", "t.py::test_io[utf 16]": "FAILED", "t.py::test_open": "PASSED"}),
    instance("sk-77", ["t.py::test_nan"], ["t.py::test_known"], {"t.py::test_nan": "PASSED", "t.py::test_known": "XFAIL"},
             {"t.py::test_nan": "FAILED", "t.py::test_known": "XFAIL"}),
]
_broken = {"t.py::test_svd[sparse a]": "SKIPPED", "t.py::test_svd[dense b]": "FAILED", "t.py::test_svd[dense c]": "FAILED",
           "t.py::test_norm": "PASSED", "t.py::test_rank": "PASSED"}
EXPLOIT = {"state": dict(DATASET[0]["reference"], final={"test_status_map": _broken})}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
        assert fixed(dict(row["reference"], error="boom")) < 0.5
        assert fixed(dict(row["reference"], is_truncated=True)) < 0.5
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
