"""Half for all parcels at their doors, three tenths for the share that came in time and two tenths for the
battery that is left, full from a fifth on; the last two count only when all parcels are at their doors.
"""
import json

SHAPE = "state"
KIND = "multi-metric"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result None when none came or it is no JSON."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"] for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            try:
                result = json.loads(came[0]) if came else None
            except (ValueError, RecursionError):
                result = None
            out.append((f["name"] if isinstance(f.get("name"), str) else "", args if isinstance(args, dict) else None, result))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated, "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def closed(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool) and 0 <= x <= 1e6


def fixed(state: dict) -> float:
    info, end = state["info"], final_of(state)
    drops, battery = end.get("drops"), end.get("battery")
    if not closed(state) or not isinstance(drops, dict) or set(drops) != set(info["parcels"]) or not number(battery):
        return 0.0
    if not all(isinstance(d, dict) and d.get("door") == info["parcels"][p]["door"] and number(d.get("minute")) for p, d in drops.items()):
        return 0.0
    in_time = sum(d["minute"] <= info["parcels"][p]["due"] for p, d in drops.items()) / len(drops)
    return 0.5 + 0.3 * in_time + 0.2 * min(1.0, battery / 20)


def row(case, parcels, drops, battery):
    parcels = {p: {"door": door, "due": due} for p, (door, due) in parcels.items()}
    work = [ask("Deliver: " + "; ".join(f"{p} to door {v['door']} by minute {v['due']}" for p, v in parcels.items()) + ". Save battery.")]
    for p in parcels:
        work += [call(f"d{p}", "drive_and_drop", parcel=p, door=parcels[p]["door"]), tool(f"d{p}", {"minute": drops[p]})]
    final = {"drops": {p: {"door": parcels[p]["door"], "minute": drops[p]} for p in parcels}, "battery": battery}
    return {"case": case, "initial": {"drops": {}, "battery": 100}, "reference": st(work + [say("All parcels are delivered.")], final, {"parcels": parcels})}


DATASET = [
    row("two doors", {"p1": ("12", 30), "p2": ("14", 45)}, {"p1": 11, "p2": 32}, 41),
    row("one door", {"q": ("3", 20)}, {"q": 20}, 77),
    row("three doors", {"a": ("1", 15), "b": ("8", 40), "c": ("9", 60)}, {"a": 9, "b": 31, "c": 44}, 20),
    row("same door", {"x": ("5", 25), "y": ("5", 25)}, {"x": 12, "y": 12}, 63.5),
]


def check():
    for row in DATASET:
        ref = row["reference"]
        assert abs(fixed(ref) - FULL) < 1e-9, (row, fixed(ref))
        for bad in ({**ref, "final": row["initial"]}, {**ref, "error": "killed"}, {**ref, "is_truncated": True}, {**ref, "final": None}, {**ref, "final": {}}):
            assert fixed(bad) == 0.0, (row, bad)
        late = json.loads(json.dumps(ref))
        for d in late["final"]["drops"].values():
            d["minute"] = 9999
        assert abs(fixed(late) - 0.7) < 1e-9, row


if __name__ == "__main__":
    print(__file__, check())
