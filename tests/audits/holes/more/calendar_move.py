"""Calendar: one event is to be moved, everything else stays as it is. Partial credit for the right event
moved to the wrong slot is not given - a meeting at the wrong time is no help to anybody.
"""
import json

SHAPE = "state"
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


def closing(messages):
    """What the assistant said last, '' unless it ended the conversation with plain text."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls") or not isinstance(last.get("content"), str):
        return ""
    return last["content"].strip()


def run(messages, final, info, error=None, truncated=False):
    return json.loads(json.dumps({"messages": messages, "error": error, "is_truncated": truncated,
                                  "final": final, "info": info}))


def alive(state):
    """No error, not cut off, and the agent closed the conversation itself."""
    return state.get("error") is None and not state.get("is_truncated") and bool(closing(state.get("messages") or []))


def world(state):
    return state["final"] if isinstance(state.get("final"), dict) else {}


def by_id(events):
    """Events by their id; None if the list is malformed or an id stands twice."""
    if not isinstance(events, list) or not all(isinstance(e, dict) and isinstance(e.get("id"), str) for e in events):
        return None
    table = {e["id"]: e for e in events}
    return table if len(table) == len(events) else None


def fixed(state: dict) -> float:
    info, after = state["info"], by_id(world(state).get("events"))
    if not alive(state) or after is None:
        return 0.0
    wanted = by_id(info["before"])
    wanted = dict(wanted, **{info["move"]: dict(wanted[info["move"]], start=info["start"], end=info["end"])})
    return 1.0 if after == wanted else 0.0


def ev(id, title, start, end, *who):
    return {"id": id, "title": title, "start": start, "end": end, "who": list(who)}


def case(name, ask, before, move, start, end):
    after = [dict(e, start=start, end=end) if e["id"] == move else dict(e) for e in before]
    msgs = [user(ask), use("l", "list_events"), out("l", before), use("u", "update_event", id=move, start=start, end=end), out("u", {"ok": True}),
            bot("It is moved.")]
    return {"case": name, "initial": {"events": before},
            "reference": run(msgs, {"events": after}, {"before": before, "move": move, "start": start, "end": end})}


WEEK = [ev("e1", "Stand-up", "Mon 09:00", "Mon 09:15", "team"), ev("e2", "Review", "Tue 14:00", "Tue 15:00", "ana", "bo"),
        ev("e3", "Dentist", "Wed 11:00", "Wed 11:30")]
DATASET = [
    case("later the same day", "Move the review to 16:00", WEEK, "e2", "Tue 16:00", "Tue 17:00"),
    case("another day", "Push my dentist to Thursday, same time", WEEK, "e3", "Thu 11:00", "Thu 11:30"),
    case("only one event", "Call Ana half an hour later", [ev("x", "Call Ana", "Fri 10:00", "Fri 10:20", "ana")], "x", "Fri 10:30", "Fri 10:50"),
    case("two of the same title", "Move Friday's 1:1 to Monday 10:00", [ev("a", "1:1", "Thu 10:00", "Thu 10:30", "bo"),
         ev("b", "1:1", "Fri 10:00", "Fri 10:30", "cy")], "b", "Mon 10:00", "Mon 10:30"),
]
good = DATASET[0]["reference"]
WRONG = [dict(good, final={"events": good["final"]["events"][:2]}), dict(good, is_truncated=True), dict(good, final=None),
         dict(good, final={"events": good["final"]["events"] + [ev("e4", "Review", "Tue 16:00", "Tue 17:00")]})]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    low = [fixed(state) for state in WRONG]
    low += [fixed(dict(r["reference"], final=r["initial"])) for r in DATASET]
    low += [fixed(dict(r["reference"], error="RuntimeError: connection lost")) for r in DATASET]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
