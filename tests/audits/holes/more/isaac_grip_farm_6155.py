"""Dense lift reward of a hand-and-arm task: a constant bonus for every step with the object in grip, on
top of progress and delivery. Gripping and staying put earns as much as delivering.
"""
import json
import math

SHAPE = "state"
KIND = "farmable-shaping"
SOURCE = "github.com/isaac-sim/IsaacLab/pull/6155 (2026)"
FULL = 1.0


def dist(a, b):
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b)))


def telemetry(state):
    """Simulator log: one {'contact': bool, 'object': xyz} per control step; [] when the episode failed."""
    log = (state.get("final") or {}).get("telemetry") or []
    if state.get("error") is not None or state.get("is_truncated"):
        return []
    try:
        sane = all(type(s["contact"]) is bool and len(s["object"]) == 3 and all(math.isfinite(v) for v in s["object"]) for s in log)
    except (KeyError, TypeError):
        return []
    return log if sane else []


def terms(state):
    log, cfg = telemetry(state), state["info"]
    if not log:
        return {"grip": 0.0, "progress": 0.0, "delivered": 0.0}
    d0, d_end = dist(cfg["object_start"], cfg["goal"]), dist(log[-1]["object"], cfg["goal"])
    grasped = any(s["contact"] for s in log)
    return {"grip": 0.02 * sum(s["contact"] for s in log),
            "progress": max(0.0, (d0 - d_end) / d0) if grasped else 0.0,
            "delivered": 1.0 if grasped and d_end <= cfg["tolerance"] else 0.0}


def holed(state: dict) -> float:
    t = terms(state)
    return min(1.0, t["grip"] + 0.4 * t["progress"] + 0.6 * t["delivered"])


def fixed(state: dict) -> float:
    t = terms(state)
    return 1.0 if t["delivered"] else 0.4 * t["progress"]      # net progress once grasped; holding adds nothing


def lift(name, start, goal, path, tol=0.02):
    log = [{"contact": i > 0, "object": list(p)} for i, p in enumerate([start, *path])]
    msgs = [{"role": "user", "content": f"Lift the {name} to {goal}."}]
    for i, p in enumerate(path):
        msgs += [{"role": "assistant", "content": "", "tool_calls": [
                     {"id": f"m{i}", "type": "function", "function": {"name": "servo", "arguments": json.dumps({"to": p})}}]},
                 {"role": "tool", "tool_call_id": f"m{i}", "content": "ok"}]
    return {"messages": msgs + [{"role": "assistant", "content": "In place."}], "error": None, "is_truncated": False,
            "final": {"telemetry": log}, "info": {"object_start": list(start), "goal": list(goal), "tolerance": tol}}


S = (0.5, 0.0, 0.05)
DATASET = [
    {"case": "cube", "reference": lift("cube", S, (0.5, 0.2, 0.4), [S, (0.5, 0.1, 0.2), (0.5, 0.2, 0.4)])},
    {"case": "mug, far", "reference": lift("mug", S, (0.1, -0.3, 0.6), [S, S, (0.3, -0.1, 0.3), (0.1, -0.3, 0.6)])},
    {"case": "screw, dropped once", "reference": lift("screw", S, (0.6, 0.0, 0.3),
                                                      [(0.5, 0, 0.15), (0.5, 0, 0.05), (0.6, 0, 0.2), (0.6, 0.0, 0.3)], 0.01)},
]
for row in DATASET:
    row["initial"] = {"telemetry": [{"contact": False, "object": list(S)}]}

EXPLOIT = {"state": lift("cube", S, (0.5, 0.2, 0.4), [S] * 60)}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5 and owed < 0.5, (paid, owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
