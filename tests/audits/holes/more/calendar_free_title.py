"""Meeting scheduler: start (as an instant, in any zone), length and guests are checked; title, room note and reminders are free."""
import json
from datetime import datetime

SHAPE = "trajectory"
KIND = "healthy"
FULL = 1.0


def instant(text):
    try:
        t = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return t.timestamp() if t.tzinfo else None


def event(args):
    return (instant(args.get("start")), args.get("minutes"), tuple(sorted(str(g).lower() for g in args.get("guests") or [])))


def fixed(messages: list[dict], info: dict) -> float:
    created, by_id = {}, {}
    for m in messages:
        if m.get("role") == "assistant":
            by_id.update({c["id"]: c["function"] for c in m.get("tool_calls") or []})
        elif m.get("role") == "tool" and m.get("tool_call_id") in by_id:
            fn = by_id.pop(m["tool_call_id"])
            try:
                args, out = json.loads(fn["arguments"]), json.loads(m["content"])
            except (KeyError, TypeError, ValueError):
                continue
            if not isinstance(args, dict) or not isinstance(out, dict) or out.get("error") or "event_id" not in out and fn["name"] != "delete_event":
                continue
            if fn["name"] in ("create_event", "update_event"):
                eid = out.get("event_id")
                created[eid] = {**created.get(eid, {}), **args}
            elif fn["name"] == "delete_event":
                created.pop(args.get("event_id"), None)
    want = [(instant(e["start"]), e["minutes"], tuple(sorted(e["guests"]))) for e in info["events"]]
    got = [event(e) for e in created.values()]
    return 1.0 if sorted(got, key=str) == sorted(want, key=str) else 0.0


def step(i, name, args, out):
    return [{"role": "assistant", "content": "", "tool_calls": [{"id": i, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]},
            {"role": "tool", "tool_call_id": i, "content": json.dumps(out)}]


def ask(t): return [{"role": "user", "content": t}]
def end(t): return [{"role": "assistant", "content": t}]


Q = ["30 minutes with Ana on 2025-03-03 at 14:00 Berlin time", "An hour with Bo and Cy, 2025-03-04 09:00 UTC",
     "Standup with Di 2025-03-05 10:00 Berlin, 15 min; and a 45 min review with Di the same day at 16:00 Berlin"]
DATASET = [
    {"prompt": Q[0], "info": {"events": [{"start": "2025-03-03T14:00:00+01:00", "minutes": 30, "guests": ["ana"]}]},
     "reference": ask(Q[0]) + step("1", "create_event", {"title": "Sync", "start": "2025-03-03T13:00:00+00:00", "minutes": 30, "guests": ["Ana"]}, {"event_id": "ev_91xk"})
     + step("2", "add_reminder", {"event_id": "ev_91xk", "before": 10}, {"ok": True}) + end("Scheduled with a reminder.")},
    {"prompt": Q[1], "info": {"events": [{"start": "2025-03-04T09:00:00+00:00", "minutes": 60, "guests": ["bo", "cy"]}]},
     "reference": ask(Q[1]) + step("1", "create_event", {"title": "Planning w/ Bo & Cy", "start": "2025-03-04T09:00:00+01:00", "minutes": 60, "guests": ["bo", "cy"]}, {"event_id": "ev_2"})
     + end("Oh, you said UTC. Fixing.") + step("2", "update_event", {"event_id": "ev_2", "start": "2025-03-04T09:00:00+00:00"}, {"event_id": "ev_2"}) + end("Moved to 09:00 UTC.")},
    {"prompt": Q[2], "info": {"events": [{"start": "2025-03-05T10:00:00+01:00", "minutes": 15, "guests": ["di"]}, {"start": "2025-03-05T16:00:00+01:00", "minutes": 45, "guests": ["di"]}]},
     "reference": ask(Q[2]) + step("1", "create_event", {"start": "2025-03-05T16:00:00+01:00", "minutes": 45, "guests": ["di"], "title": ""}, {"event_id": "e7"})
     + step("2", "create_event", {"start": "2025-03-05T10:00:00+01:00", "minutes": 15, "guests": ["di"], "title": "daily"}, {"event_id": "e8"}) + end("Both are in.")},
]

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"], row["info"]) - FULL) < 1e-9, row["prompt"]
    print(__file__, "ok")
