"""A specification passed when none of its graded proof leaves failed, and leaves whose grading
ended in an error were left out beforehand. Proofs that bring the checker down are thus
promoted: one leaf proved and the rest erroring is a passed specification.
"""
import json

SHAPE = "state"
KIND = "silent-drop"
SOURCE = "github.com/specula-org/tlaps-bench/pull/141 (2026)"
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


def leaves(state):
    """The verdict on each leaf of the specification, '' for one without."""
    found = final_of(state).get("leaves")
    found = found if worked(state) and isinstance(found, dict) else {}
    return [found.get(name, "") for name in state["info"]["leaves"]]


def holed(state: dict) -> float:
    graded = [v for v in leaves(state) if v != "ERROR"]
    return 1.0 if "PASS" in graded and all(v == "PASS" for v in graded) else 0.0


def fixed(state: dict) -> float:
    return 1.0 if all(v == "PASS" for v in leaves(state)) else 0.0   # PASS only if every leaf is; an ERROR leaves it unresolved


def spec(name, *verdicts):
    names = [f"{name}_{i}" for i in range(len(verdicts))]
    return st([ask(f"Prove the invariants of {name}"), call("c1", "write", file=f"{name}.tla"), tool("c1", "ok"), say("All proved.")],
              {"leaves": dict(zip(names, verdicts))}, {"leaves": names})


DATASET = [
    {"case": "Paxos", "reference": spec("Paxos", "PASS", "PASS", "PASS")},
    {"case": "Peterson", "reference": spec("Peterson", "PASS")},
    {"case": "Bakery", "reference": spec("Bakery", "PASS", "PASS", "PASS", "PASS")},
    {"case": "Echo", "reference": spec("Echo", "PASS", "PASS")},
]
for row in DATASET:  # without a proof every leaf fails
    row["initial"] = {"leaves": {n: "FAIL" for n in row["reference"]["info"]["leaves"]}}

EXPLOIT = {"state": spec("Paxos", "PASS", "ERROR", "ERROR")}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
