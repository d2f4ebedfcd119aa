"""Data-question agent: only the submitted value counts, however it was found; a later submission replaces an earlier one."""
import json
import math

SHAPE = "trajectory"
KIND = "healthy"
FULL = 1.0


def submission(messages):
    """Arguments of the last submit_answer call the harness recorded."""
    value, waiting = None, {}
    for m in messages:
        for call in m.get("tool_calls") or []:
            if call["function"]["name"] == "submit_answer":
                waiting[call["id"]] = call["function"]["arguments"]
        if m.get("role") == "tool" and m.get("tool_call_id") in waiting and m.get("content") == "recorded":
            value = waiting.pop(m["tool_call_id"])
    try:
        return json.loads(value)["value"]
    except (TypeError, ValueError, KeyError):
        return None


def fixed(messages: list[dict], info: dict) -> float:
    got, gold = submission(messages), info["gold"]
    if isinstance(gold, list):
        if not isinstance(got, list) or not all(isinstance(x, str) for x in got):
            return 0.0
        return 1.0 if sorted(x.strip().lower() for x in got) == sorted(x.lower() for x in gold) else 0.0
    if isinstance(got, bool) or not isinstance(got, (int, float)) or not math.isfinite(got):
        return 0.0
    return 1.0 if abs(got - gold) <= info.get("atol", 0) else 0.0


def do(i, name, args, back):
    return [{"role": "assistant", "content": None, "tool_calls": [{"id": i, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]},
            {"role": "tool", "tool_call_id": i, "content": back}]


def q(text): return [{"role": "user", "content": text}]


DATASET = [
    {"prompt": "Mean delay of flights in May, in minutes?", "info": {"gold": 12.47, "atol": 0.01, "db": "flights"},
     "reference": q("Mean delay of flights in May, in minutes?") + do("1", "sql", {"q": "select avg(delay) from f"}, "13.02")
     + do("2", "submit_answer", {"value": 13.02}, "recorded")
     + [{"role": "assistant", "content": "Wait, I forgot to restrict to May."}]
     + do("3", "sql", {"q": "select avg(delay) from f where month = 5"}, "12.4709") + do("4", "submit_answer", {"value": 12.47}, "recorded")},
    {"prompt": "Which carriers never cancelled?", "info": {"gold": ["HA", "NK"], "db": "flights"},
     "reference": q("Which carriers never cancelled?") + do("1", "sql", {"q": "selec carrier"}, "syntax error")
     + do("2", "sql", {"q": "select carrier from c where n = 0"}, "NK\nHA") + do("3", "submit_answer", {"value": ["NK", "HA"]}, "recorded")},
    {"prompt": "How many airports lie above 2000 m?", "info": {"gold": 37, "db": "airports"},
     "reference": q("How many airports lie above 2000 m?") + do("1", "sql", {"q": "select count(*) from a where alt > 2000"}, "37")
     + do("2", "submit_answer", {"value": 37}, "recorded") + [{"role": "assistant", "content": "37 airports."}]},
]

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"], row["info"]) - FULL) < 1e-9, row["prompt"]
    print(__file__, "ok")
