"""Travel desk: any bookable flight that meets the constraints at the lowest fare is as good as another; a booking can be undone."""
import json

SHAPE = "trajectory"
KIND = "healthy"
FULL = 1.0


def holdings(messages):
    """Flights held at the end, from the confirmed book / release calls."""
    held, confirmed = [], {m.get("tool_call_id"): (m.get("content") or "").startswith("CONFIRMED") for m in messages if m.get("role") == "tool"}
    for m in messages:
        for call in (m.get("tool_calls") or []) if m.get("role") == "assistant" else []:
            fn = call["function"]
            if not confirmed.get(call["id"]):
                continue
            try:
                flight = json.loads(fn["arguments"]).get("flight")
            except (TypeError, ValueError, AttributeError):
                continue
            if fn["name"] == "book":
                held.append(flight)
            elif fn["name"] == "release" and flight in held:
                held.remove(flight)
    return held


def fixed(messages: list[dict], info: dict) -> float:
    need = info["constraints"]
    allowed = [f for f in info["flights"] if f["to"] == need["to"] and f["dep"] >= need["dep_after"] and f["stops"] <= need["max_stops"]]
    cheapest = min(f["fare"] for f in allowed)
    good = {f["no"] for f in allowed if f["fare"] == cheapest}
    held = holdings(messages)
    return 1.0 if len(held) == 1 and held[0] in good else 0.0


def trip(ask, ops, bye):
    out = [{"role": "user", "content": ask}]
    for i, (name, args, back) in enumerate(ops):
        out += [{"role": "assistant", "content": None, "tool_calls": [{"id": f"k{i}", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]},
                {"role": "tool", "tool_call_id": f"k{i}", "content": back}]
    return out + [{"role": "assistant", "content": bye}]


FLIGHTS = [{"no": "LH1", "to": "LIS", "dep": "07:10", "stops": 0, "fare": 210}, {"no": "TP2", "to": "LIS", "dep": "11:40", "stops": 0, "fare": 180},
           {"no": "TP4", "to": "LIS", "dep": "15:00", "stops": 1, "fare": 180}, {"no": "FR9", "to": "OPO", "dep": "12:00", "stops": 0, "fare": 60},
           {"no": "IB3", "to": "OPO", "dep": "18:20", "stops": 1, "fare": 55}]
A = ["Cheapest to Lisbon after 10, one stop is fine.", "Cheapest non-stop to Porto, any time.", "To Lisbon, non-stop, cheapest, whenever."]
DATASET = [
    {"prompt": A[0], "info": {"flights": FLIGHTS, "constraints": {"to": "LIS", "dep_after": "10:00", "max_stops": 1}},
     "reference": trip(A[0], [("search", {"to": "LIS"}, "LH1 TP2 TP4"), ("book", {"flight": "TP4"}, "CONFIRMED PNR 8KX2")], "TP4 at 180 it is.")},
    {"prompt": A[1], "info": {"flights": FLIGHTS, "constraints": {"to": "OPO", "dep_after": "00:00", "max_stops": 0}},
     "reference": trip(A[1], [("book", {"flight": "IB3"}, "CONFIRMED PNR 1AA0"), ("release", {"flight": "IB3"}, "CONFIRMED released"),
                              ("book", {"flight": "FR9"}, "SOLD OUT, retry"), ("book", {"flight": "FR9"}, "CONFIRMED PNR 77QP")],
                       "IB3 has a stop, so I moved you to FR9.")},
    {"prompt": A[2], "info": {"flights": FLIGHTS, "constraints": {"to": "LIS", "dep_after": "00:00", "max_stops": 0}},
     "reference": trip(A[2], [("book", {"flight": "TP2"}, "CONFIRMED PNR ZZ19")], "Booked.")},
]

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"], row["info"]) - FULL) < 1e-9, row["prompt"]
    print(__file__, "ok")
