"""A trailer is parked when it stands within ten centimetres of the bay's middle and within three
degrees of its direction; it may face either way. Near misses earn up to a half, touching
another vehicle costs a half.
"""
import json
import math

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
    f, info = final_of(state), state["info"]
    touched = type(f.get("touched")) is int and f["touched"] > 0
    if touched:
        return -0.5
    pose = [f.get(k) for k in ("x", "y", "heading")]
    if not worked(state) or not all(type(v) in (int, float) and math.isfinite(v) for v in pose) or f.get("speed") != 0:
        return 0.0
    off = math.dist(pose[:2], info["bay"])
    turn = abs((pose[2] - info["heading"] + 90) % 180 - 90)   # either end first
    if off <= 0.10 and turn <= 3:
        return 1.0
    start = math.dist(info["from"], info["bay"])
    return max(0.0, 0.5 * (1 - off / start) * (1 - turn / 90))


def parked(x, y, heading, bay, way, start):
    return st([ask("Park the trailer"), call("d", "drive", plan="reverse"), tool("d", "ok"), say("Parked.")],
              {"x": x, "y": y, "heading": heading, "speed": 0, "touched": 0}, {"bay": bay, "heading": way, "from": start})


DATASET = [
    {"case": "nose in", "reference": parked(10.02, 4.05, 91, [10, 4], 90, [0, 0])},
    {"case": "tail in", "reference": parked(10, 4, 269, [10, 4], 90, [0, 1])},
    {"case": "along the kerb", "reference": parked(-3.04, 7, 359, [-3, 7], 0, [5, 7])},
    {"case": "slanted bay", "reference": parked(6, -2.06, 43.5, [6, -2], 45, [6, 5])},
]
for row in DATASET:  # where the trailer stands before it is driven
    x, y = row["reference"]["info"]["from"]
    row["initial"] = {"x": x, "y": y, "heading": 130, "speed": 0, "touched": 0}


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
