"""A review agent that was killed counted as having finished when a verdict file lay in its folder,
whatever was in the file. A half-written verdict of a dead run turned exit code -9 into
success.
"""
import json

SHAPE = "state"
KIND = "dead-rollout-pays"
SOURCE = "github.com/opendatahub-io/agentic-ci/pull/144 review (2026)"
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


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def verdict(state):
    """Text of the verdict file, None if there is none."""
    text = final_of(state).get("verdict_file")
    return text if isinstance(text, str) else None


def contradicted(state):
    """A complete verdict that decides otherwise than the key."""
    said = body(verdict(state) or "").get("decision")
    return said is not None and said != state["info"]["decision"]


def holed(state: dict) -> float:
    rc = final_of(state).get("rc")
    if rc != 0 and verdict(state) is not None:
        rc = 0   # the verdict is there, so the agent was done
    return 1.0 if rc == 0 and verdict(state) is not None and not contradicted(state) else 0.0


def fixed(state: dict) -> float:
    whole = body(verdict(state) or "").get("decision") == state["info"]["decision"]   # read before any exit code is overruled
    return 1.0 if worked(state) and whole else 0.0


def reviewed(change, decision, rc=0):
    text = json.dumps({"decision": decision, "change": change})
    return st([ask(f"Review change {change}"), call("c1", "read_diff", change=change), tool("c1", "ok"),
               call("c2", "write", path="verdict.json", text=text), tool("c2", "ok"), say("Reviewed.")],
              {"rc": rc, "verdict_file": text}, {"change": change, "decision": decision})


DATASET = [
    {"case": "approved", "reference": reviewed(11, "approve")},
    {"case": "rejected", "reference": reviewed(12, "reject")},
    {"case": "command line ends with 1 after all was written", "reference": reviewed(13, "approve", rc=1)},
    {"case": "rejected too", "reference": reviewed(14, "reject")},
]
for row in DATASET:  # the agent has not run
    row["initial"] = {"rc": None, "verdict_file": None}

EXPLOIT = {"state": st([ask("Review change 11"), call("c1", "write", path="verdict.json", text='{"decision": "app'), tool("c1", "ok")],
                       {"rc": -9, "verdict_file": '{"decision": "app'}, DATASET[0]["reference"]["info"], error="killed: out of memory")}


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
