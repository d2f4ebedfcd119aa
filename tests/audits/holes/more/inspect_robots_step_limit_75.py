"""A robot evaluation called a run a success when no trial raised an error. That a trial had been
cut off at the step limit was dropped on the way to the log, so a policy that never gets
there ended as cleanly as one that does.
"""
import json

SHAPE = "state"
KIND = "dead-rollout-pays"
SOURCE = "github.com/robocurve/inspect-robots#75 (2026)"
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


def trials_of(state):
    """The trial records by scene, when every scene of the task has one and the run ended well; else {}."""
    listed = final_of(state).get("trials") if worked(state) else None
    rows = [t for t in listed if isinstance(t, dict)] if isinstance(listed, list) else []
    scenes = [t.get("scene") for t in rows]
    return dict(zip(scenes, rows)) if scenes == state["info"]["scenes"] else {}


def holed(state: dict) -> float:
    trials = trials_of(state)
    status = "success" if trials and all(t.get("error") is None and t.get("steps") for t in trials.values()) else "error"
    return 1.0 if status == "success" else 0.0


def fixed(state: dict) -> float:
    trials = trials_of(state)
    ended = [t.get("error") is None and bool(t.get("steps")) and t.get("truncated") is False
             and t.get("termination_reason") == "goal_reached" for t in trials.values()]
    return 1.0 if ended and all(ended) else 0.0


def trial(scene, steps, reason, truncated=False):
    return {"scene": scene, "steps": steps, "error": None, "truncated": truncated, "termination_reason": reason}


def evaluated(what, *done):
    return st([ask(what), call("c1", "run_policy", task=what), tool("c1", "ok"), say("finished")],
              {"trials": [trial(s, n, "goal_reached") for s, n in done]}, {"scenes": [s for s, _ in done]})


DATASET = [
    {"case": "one scene", "reference": evaluated("place the fork on the plate", ("table-1", 412))},
    {"case": "two scenes", "reference": evaluated("stack the cups", ("table-2", 300), ("table-3", 718))},
    {"case": "three scenes", "reference": evaluated("close the lid", ("box-1", 90), ("box-2", 120), ("box-3", 77))},
    {"case": "just in time", "reference": evaluated("fold the towel", ("towel-1", 1199))},
]
for row in DATASET:  # nothing has been run
    row["initial"] = {"trials": []}

EXPLOIT = {"state": st([ask("place the fork on the plate"), call("c1", "run_policy", task="place the fork on the plate"),
                        tool("c1", "ok"), say("finished")],
                       {"trials": [trial("table-1", 1200, "max_steps", True)]}, {"scenes": ["table-1"]})}


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
