"""Any timetable will do in which no teacher and no room is used twice in a slot and every room
is large enough. A plan with a clash earns nothing; a clash-free plan earns the share of the
lessons it places.
"""
import json

SHAPE = "state"
SOURCE = "healthy"
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


def fixed(state: dict) -> float:
    info, plan = state["info"], final_of(state).get("plan")
    if not worked(state) or not isinstance(plan, dict) or not set(plan) <= set(info["lessons"]):
        return 0.0
    used = set()
    for name, place in plan.items():
        slot, room = (place.get("slot"), place.get("room")) if isinstance(place, dict) else (None, None)
        lesson = info["lessons"][name]
        if slot not in info["slots"] or room not in list(info["rooms"]) or info["rooms"][room] < lesson["pupils"]:
            return 0.0
        if {(slot, "room", room), (slot, "teacher", lesson["teacher"])} & used:
            return 0.0
        used |= {(slot, "room", room), (slot, "teacher", lesson["teacher"])}
    return len(plan) / len(info["lessons"])


def planned(slots, rooms, lessons, **places):
    return st([ask("Make a timetable"), call("p", "save_plan", lessons=len(places)), tool("p", "ok"), say("The timetable is saved.")],
              {"plan": {n: {"slot": s, "room": r} for n, (s, r) in places.items()}},
              {"slots": slots, "rooms": rooms, "lessons": {n: {"teacher": t, "pupils": p} for n, (t, p) in lessons.items()}})


DATASET = [
    {"case": "one teacher", "reference": planned(["mon1", "mon2"], {"r1": 30}, {"art": ("Oya", 20), "law": ("Oya", 25)}, art=("mon2", "r1"), law=("mon1", "r1"))},
    {"case": "big room", "reference": planned(["tue1"], {"hall": 90, "lab": 24}, {"gym": ("Per", 60), "chem": ("Ito", 22)}, gym=("tue1", "hall"), chem=("tue1", "lab"))},
    {"case": "three", "reference": planned(["w1", "w2"], {"a": 40, "b": 20}, {"x": ("P", 18), "y": ("Q", 33), "z": ("P", 12)}, x=("w1", "b"), y=("w1", "a"), z=("w2", "a"))},
    {"case": "single", "reference": planned(["f1", "f2"], {"c": 15}, {"solo": ("R", 15)}, solo=("f2", "c"))},
]
for row in DATASET:  # nothing planned
    row["initial"] = {"plan": {}}


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
