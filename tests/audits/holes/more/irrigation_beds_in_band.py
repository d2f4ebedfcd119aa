"""Watering garden beds. A bed counts when its moisture lies in its own band at the end, too wet being as
wrong as too dry; the pay is the share of beds in their band that were not there before, and
all of it is lost when the tank ran dry or a bed that was fine was spoilt.
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


def inside(value, band):
    return type(value) in (int, float) and band[0] <= value <= band[1]


def fixed(state: dict) -> float:
    final, info = final_of(state), state["info"]
    beds, litres = final.get("beds"), final.get("tank_litres")
    if not worked(state) or not isinstance(beds, dict) or type(litres) not in (int, float) or not litres > 0:
        return 0.0
    fine = [b for b, v in info["before"].items() if inside(v, info["bands"][b])]
    todo = [b for b in info["bands"] if b not in fine]
    if not todo or not all(inside(beds.get(b), info["bands"][b]) for b in fine):
        return 0.0
    return sum(1 for b in todo if inside(beds.get(b), info["bands"][b])) / len(todo)


def watered(bands, before, after, left, *steps):
    msgs = [ask("Bring every bed into its band.")]
    for i, (bed, litres) in enumerate(steps):
        msgs += [call(f"w{i}", "water", bed=bed, litres=litres), tool(f"w{i}", "ok")]
    return st(msgs + [say("Watered.")], {"beds": after, "tank_litres": left}, {"bands": bands, "before": before})


DATASET = [
    {"case": "one dry", "reference": watered({"a": [30, 50]}, {"a": 12}, {"a": 41}, 60, ("a", 20))},
    {"case": "one fine, one dry", "reference": watered({"a": [30, 50], "b": [20, 35]}, {"a": 44, "b": 8}, {"a": 43.5, "b": 31}, 40, ("b", 15))},
    {"case": "two dry, watered in turns", "reference": watered({"a": [40, 60], "b": [40, 60]}, {"a": 5, "b": 10}, {"a": 48, "b": 60},
                                                               12.5, ("a", 20), ("b", 20), ("a", 10))},
    {"case": "edge of the band", "reference": watered({"a": [25, 30], "b": [50, 70], "c": [10, 20]}, {"a": 20, "b": 31, "c": 15},
                                                      {"a": 25, "b": 55, "c": 14}, 8, ("a", 4), ("b", 18))},
]
for row in DATASET:  # the beds as they are before the agent acts
    row["initial"] = {"beds": dict(row["reference"]["info"]["before"]), "tank_litres": 80}

R = DATASET[1]["reference"]
CHEATS = [dict(R, final={"beds": {"a": 80, "b": 31}, "tank_litres": 40}), dict(R, final={"beds": {"a": 43, "b": 90}, "tank_litres": 40}),
          dict(R, final={"beds": {"a": 43, "b": 31}, "tank_litres": 0}), dict(R, final={"beds": {"b": 31}, "tank_litres": 40}),
          dict(R, messages=[ask("t"), say("Watered.")])]


def check():
    for row in DATASET:
        ref = row["reference"]
        got = fixed(ref)
        assert abs(got - FULL) < 1e-9, (row["case"], got)
        for bad in (dict(ref, final=row["initial"]), dict(ref, final={}), dict(ref, final=None),
                    dict(ref, error="crashed"), dict(ref, is_truncated=True)):
            assert fixed(bad) < 0.5, (row["case"], bad)
    for cheat in CHEATS:
        assert fixed(cheat) < 0.5, (cheat, fixed(cheat))


if __name__ == "__main__":
    print(__file__, check())
