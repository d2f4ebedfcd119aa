"""An eval kit called a trial passed when all its graders accept the outcome, whatever the
trial's status: one that timed out or crashed half way counted as a pass as soon as the
outcome left behind happens to satisfy the graders.
"""
# source: github.com/memex-lab/dart_agent_core/pull/61 (2026, merged): errored, timed-out and skipped trials never count as passes
import json

SHAPE = "state"
KIND = "dead-rollout-pays"
SOURCE = "github.com/memex-lab/dart_agent_core/pull/61 (2026)"
FULL = 1.0


def user(text):
    return {"role": "user", "content": text}


def bot(text):
    return {"role": "assistant", "content": text}


def use(cid, name, /, **args):
    fn = {"name": name, "arguments": json.dumps(args)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": cid, "type": "function", "function": fn}]}


def out(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def steps(messages):
    """(name, args, result) per tool call in order; args None unless a JSON object, result None if the tool never answered."""
    log, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant":
            for c in m.get("tool_calls") or []:
                fn = c.get("function") or {}
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                log.append([fn.get("name"), args if isinstance(args, dict) else None, None])
                waiting[str(c.get("id"))] = log[-1]
        elif m.get("role") == "tool":
            step = waiting.pop(str(m.get("tool_call_id")), None)
            if step is not None and isinstance(m.get("content"), str):
                step[2] = m["content"].strip()
    return [tuple(s) for s in log]


def run(messages, final, info, error=None, truncated=False):
    return json.loads(json.dumps({"messages": messages, "error": error, "is_truncated": truncated,
                                  "final": final, "info": info}))


def world(state):
    return state["final"] if isinstance(state.get("final"), dict) else {}


def wrote(state):
    """Some note was written by a call that went through."""
    return any(name == "save_note" and res == "saved" for name, _, res in steps(state["messages"]))


def graders(state):
    """One verdict per grader: the new note, the old notes, and that the agent wrote it."""
    notes, info = world(state).get("notes"), state["info"]
    notes = notes if isinstance(notes, dict) else {}
    return [notes.get(info["title"]) == info["body"],
            {k: v for k, v in notes.items() if k != info["title"]} == info["old"],
            wrote(state)]


def holed(state: dict) -> float:
    return 1.0 if all(graders(state)) else 0.0


def fixed(state: dict) -> float:
    completed = state.get("error") is None and not state.get("is_truncated")
    return 1.0 if completed and all(graders(state)) else 0.0


def case(name, ask, title, body, **old):
    msgs = [user(ask), use("n", "save_note", title=title, body=body), out("n", "saved"), bot("Noted.")]
    return {"case": name, "initial": {"notes": dict(old)},
            "reference": run(msgs, {"notes": dict(old, **{title: body})}, {"title": title, "body": body, "old": old})}


DATASET = [
    case("first note", "Note that rent is due on the 3rd", "rent", "due on the 3rd"),
    case("second note", "Remember Ana's birthday, 9 May", "ana", "birthday 9 May", rent="due on the 3rd"),
    case("one of many", "Note the Wi-Fi code 4471", "wifi", "4471", rent="due on the 3rd", ana="birthday 9 May", gym="Tue"),
    case("replace nothing", "Note: dentist Friday 10:00", "dentist", "Fri 10:00", gym="Tue"),
]
EXPLOIT = {"state": dict(DATASET[2]["reference"], error="TimeoutException after 0:02:00.000000",
                         messages=DATASET[2]["reference"]["messages"][:-1])}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5 > owed, (paid, owed)
    return paid, owed

if __name__ == "__main__":
    print(__file__, check())
