"""Ticket triage, graded by a weighted rubric with partial credit for near misses in severity and for tag overlap."""
import json

SHAPE = "trajectory"
KIND = "healthy"
FULL = 10.0

LEVELS = ["low", "medium", "high", "critical"]
POINTS = {"queue": 5.0, "severity": 3.0, "tags": 2.0}


def filed(messages):
    """The one triage record the desk accepted."""
    calls = {c["id"]: c["function"] for m in messages if m.get("role") == "assistant" for c in m.get("tool_calls") or []}
    accepted = [calls[m["tool_call_id"]] for m in messages
                if m.get("role") == "tool" and m.get("content") == "accepted" and m.get("tool_call_id") in calls]
    accepted = [f for f in accepted if f["name"] == "triage"]
    if len(accepted) != 1:
        return {}
    try:
        rec = json.loads(accepted[0]["arguments"])
    except (TypeError, ValueError):
        return {}
    return rec if isinstance(rec, dict) else {}


def fixed(messages: list[dict], info: dict) -> float:
    rec, gold = filed(messages), info["gold"]
    if rec.get("queue") != gold["queue"]:
        return 0.0                                   # in the wrong queue nothing else matters
    score = POINTS["queue"]
    if rec.get("severity") in LEVELS:
        off = abs(LEVELS.index(rec["severity"]) - LEVELS.index(gold["severity"]))
        score += POINTS["severity"] * max(0.0, 1 - 0.5 * off)
    tags = {t for t in rec.get("tags") or [] if isinstance(t, str)}
    want = set(gold["tags"])
    score += POINTS["tags"] * len(tags & want) / len(tags | want)
    return score


def conv(ticket, notes, rec):
    out = [{"role": "system", "content": "Triage the ticket with one triage call."}, {"role": "user", "content": ticket}]
    if notes:
        out += [{"role": "assistant", "content": "", "tool_calls": [{"id": "n", "type": "function", "function": {"name": "note", "arguments": json.dumps({"text": notes})}}]},
                {"role": "tool", "tool_call_id": "n", "content": "saved"}]
    return out + [{"role": "assistant", "content": "", "tool_calls": [{"id": "t", "type": "function", "function": {"name": "triage", "arguments": json.dumps(rec)}}]},
                  {"role": "tool", "tool_call_id": "t", "content": "accepted"}, {"role": "assistant", "content": "Triaged."}]


T = ["Card charged twice, customer furious", "VPN drops every hour for all of Berlin", "Please add dark mode"]
DATASET = [
    {"prompt": T[0], "info": {"gold": {"queue": "billing", "severity": "high", "tags": ["duplicate", "card"]}},
     "reference": conv(T[0], "looked like fraud first, it is not", {"queue": "billing", "severity": "high", "tags": ["card", "duplicate"], "comment": "two charges, same minute"})},
    {"prompt": T[1], "info": {"gold": {"queue": "network", "severity": "critical", "tags": ["vpn", "outage"]}},
     "reference": conv(T[1], None, {"queue": "network", "severity": "critical", "tags": ["vpn", "outage"]})},
    {"prompt": T[2], "info": {"gold": {"queue": "product", "severity": "low", "tags": ["feature"]}},
     "reference": conv(T[2], None, {"queue": "product", "severity": "low", "tags": ["feature"], "comment": ""})},
]

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"], row["info"]) - FULL) < 1e-9, row["prompt"]
    print(__file__, "ok")
