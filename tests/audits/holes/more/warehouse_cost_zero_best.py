"""Warehouse robot scored as a cost: minus one per box that is not where it belongs, minus half a point per broken box. Nothing owed is 0,
the best there is; the order of the moves and the route are free."""
import json

SHAPE = "state"
KIND = "healthy"
FULL = 0.0


def fixed(state: dict) -> float:
    plan = state["info"]["destination"]
    final = state.get("final")
    if state.get("error") is not None or not isinstance(final, dict):
        return -1.5 * len(plan)
    boxes = final.get("boxes") if isinstance(final.get("boxes"), dict) else {}
    cost = 0.0
    for box, where in plan.items():
        now = boxes.get(box) if isinstance(boxes.get(box), dict) else {}
        cost += 1.0 if now.get("at") != where else 0.0
        cost += 0.5 if now.get("intact") is not True else 0.0
    return 0.0 - cost


def job(plan, start, moves):
    msgs = [{"role": "user", "content": "Put away: " + ", ".join(f"{b} to {w}" for b, w in plan.items())}]
    for i, (box, to, back) in enumerate(moves):
        msgs += [{"role": "assistant", "content": None, "tool_calls": [{"id": f"mv{i}", "type": "function", "function": {"name": "carry", "arguments": json.dumps({"box": box, "to": to})}}]},
                 {"role": "tool", "tool_call_id": f"mv{i}", "content": back}]
    at = dict(start)
    for box, to, back in moves:
        at[box] = to if back == "placed" else at[box]
    return {"messages": msgs + [{"role": "assistant", "content": "Shift over."}], "error": None, "is_truncated": False,
            "final": {"boxes": {b: {"at": w, "intact": True} for b, w in at.items()}, "battery": 90 - 4 * len(moves), "odometer": 13.7 * len(moves)},
            "info": {"destination": plan}}


JOBS = [({"b1": "A3", "b2": "C1"}, {"b1": "dock", "b2": "dock"}, [("b1", "A3", "placed"), ("b2", "C1", "placed")]),
        ({"b5": "B2", "b6": "B1", "b7": "dock"}, {"b5": "B1", "b6": "B2", "b7": "dock"},
         [("b5", "B2", "occupied"), ("b5", "aisle", "placed"), ("b6", "B1", "placed"), ("b5", "B2", "placed")]),
        ({"b9": "D4"}, {"b9": "dock"}, [("b9", "D3", "placed"), ("b9", "D4", "placed")])]
DATASET = []
for n, (plan, start, moves) in enumerate(JOBS):
    DATASET.append({"case": f"shift {n}", "reference": job(plan, start, moves),
                    "initial": {"boxes": {b: {"at": w, "intact": True} for b, w in start.items()}, "battery": 90, "odometer": 0.0}})

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"]) - FULL) < 1e-9, row["case"]
    print(__file__, "ok")
