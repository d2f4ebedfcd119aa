"""Navigation: success (within tolerance of the goal, with a stop) times shortest path over path taken. Detours lower the
reward, failure is zero, and no path can beat the shortest one.
"""
import json
import math

SHAPE = "state"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


def trace(messages):
    """Every tool call in order, with the result that answered it (None while unanswered)."""
    made, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant" and isinstance(m.get("tool_calls"), list):
            for c in m["tool_calls"]:
                fn = c.get("function") if isinstance(c, dict) else None
                if not isinstance(fn, dict):
                    continue
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                rec = {"name": str(fn.get("name")), "args": args if isinstance(args, dict) else None, "result": None}
                made.append(rec)
                waiting[str(c.get("id"))] = rec
        elif m.get("role") == "tool":
            rec = waiting.pop(str(m.get("tool_call_id")), None)
            if rec is not None and isinstance(m.get("content"), str):
                rec["result"] = m["content"].strip()
    return made


def closing(messages):
    """The text the assistant ended on; '' when the run stops anywhere else."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls"):
        return ""
    return last["content"].strip() if isinstance(last.get("content"), str) else ""


def finished(state):
    """The rollout came to its own end: no error, not cut off, and a closing reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(closing(state.get("messages") or []))


def world(state):
    """The end state of the environment, {} where none was recorded."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def rollout(messages, final, info, error=None, truncated=False):
    return json.loads(json.dumps({"messages": messages, "error": error, "is_truncated": truncated,
                                  "final": final, "info": info}))


SUCCESS_RADIUS = 0.2


def path_of(state):
    """The robot's track as the simulator logged it; [] when it is unusable."""
    track = world(state).get("track")
    ok = isinstance(track, list) and all(
        isinstance(p, list) and len(p) == 2 and all(type(v) in (int, float) and math.isfinite(v) for v in p) for p in track)
    return track if ok else []


def length(track):
    return sum(math.dist(a, b) for a, b in zip(track, track[1:]))


def healthy(state: dict) -> float:
    track, info = path_of(state), state["info"]
    if not finished(state) or not track or world(state).get("stopped") is not True or track[0] != info["start"]:
        return 0.0
    if math.dist(track[-1], info["goal"]) > SUCCESS_RADIUS or world(state).get("collisions") != 0:
        return 0.0
    shortest = info["geodesic"]
    return shortest / max(shortest, length(track))


def case(name, track):
    msgs = [ask(f"Go to the {name}.")] + [m for i, p in enumerate(track[1:]) for m in (call(f"n{i}", "goto", x=p[0], y=p[1]), tool(f"n{i}", "arrived"))]
    msgs += [call("stop", "stop"), tool("stop", "stopped"), say("I have arrived.")]
    return {"case": name, "initial": {"track": [track[0]], "stopped": False, "collisions": 0},
            "reference": rollout(msgs, {"track": track, "stopped": True, "collisions": 0},
                                 {"start": track[0], "goal": track[-1], "geodesic": length(track)})}


DATASET = [case("fridge", [[0, 0], [3, 0], [3, 4]]), case("sofa", [[1, 1], [1, 6.5]]), case("charger", [[5, 5], [2, 1], [0, 1]])]


def check():
    for row in DATASET:
        ref = row["reference"]
        got = healthy(ref)
        assert abs(got - FULL) < 1e-9, (row["case"], got)
        assert healthy(dict(ref, final=row["initial"])) == 0.0, row["case"]
        assert healthy(dict(ref, error="boom")) == 0.0 and healthy(dict(ref, is_truncated=True)) == 0.0
        assert healthy(dict(ref, final={})) == 0.0
    return FULL


fixed = healthy
