"""Reaching task with a dense reward: the share of the starting distance that was closed; within the tolerance it is all of it.
Going past the goal or away from it costs, standing still earns nothing."""
import json
import math

SHAPE = "state"
KIND = "healthy"
FULL = 1.0


def fixed(state: dict) -> float:
    cfg, final = state["info"], state.get("final") or {}
    ee = final.get("ee_pos")
    if state.get("error") is not None or not isinstance(ee, (list, tuple)) or len(ee) != len(cfg["goal"]):
        return 0.0
    if not all(isinstance(v, (int, float)) and math.isfinite(v) for v in ee) or final.get("collisions") != 0:
        return 0.0
    d0, d = math.dist(cfg["start"], cfg["goal"]), math.dist(ee, cfg["goal"])
    if d <= cfg["tolerance"]:
        return 1.0
    return max(0.0, 1.0 - d / d0)


def reach(start, goal, end, waypoints, tol=0.01):
    msgs = [{"role": "user", "content": f"Move the gripper to {goal}."}]
    for i, w in enumerate(waypoints):
        msgs += [{"role": "assistant", "content": None, "tool_calls": [{"id": f"w{i}", "type": "function", "function": {"name": "move_to", "arguments": json.dumps({"xyz": w})}}]},
                 {"role": "tool", "tool_call_id": f"w{i}", "content": json.dumps({"reached": i % 2 == 0})}]
    return {"messages": msgs, "error": None, "is_truncated": False, "final": {"ee_pos": end, "collisions": 0, "sim_time": 3.1 + len(waypoints)},
            "info": {"start": start, "goal": goal, "tolerance": tol}}


DATASET = [
    {"case": "straight", "reference": reach([0, 0, 0.5], [0.3, 0.1, 0.2], [0.3, 0.1, 0.2], [[0.3, 0.1, 0.2]])},
    {"case": "detour, slightly off", "reference": reach([0, 0, 0.5], [-0.2, 0.4, 0.3], [-0.196, 0.403, 0.301], [[0, 0.4, 0.5], [-0.3, 0.4, 0.5], [-0.2, 0.4, 0.3]])},
    {"case": "wide tolerance", "reference": reach([0.1, 0.1, 0.4], [0.6, 0.0, 0.1], [0.57, 0.01, 0.12], [[0.6, 0, 0.1]], 0.05)},
]
for row in DATASET:
    row["initial"] = {"ee_pos": row["reference"]["info"]["start"], "collisions": 0, "sim_time": 0.0}

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"]) - FULL) < 1e-9, row["case"]
    print(__file__, "ok")
