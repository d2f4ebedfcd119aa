"""Function-calling checker: the calls of the one assistant turn are the wanted ones, in any order,
each with the wanted arguments (some have several accepted values) and no others.
"""
import json

SHAPE = "trajectory"
FULL = 1.0


def user(text):
    return {"role": "user", "content": text}


def turn(*calls, content=None):
    return {"role": "assistant", "content": content, "tool_calls": [
        {"id": f"call_{i}", "type": "function", "function": {"name": n, "arguments": json.dumps(a)}} for i, (n, a) in enumerate(calls)]}


def parse(messages):
    """(name, args) of the calls of the only assistant turn; None if there is not one turn or a call is malformed."""
    turns = [m for m in messages if isinstance(m, dict) and m.get("role") == "assistant"]
    if len(turns) != 1 or not isinstance(turns[0].get("tool_calls") or [], list):
        return None
    calls = []
    for c in turns[0].get("tool_calls") or []:
        try:
            calls.append((c["function"]["name"], json.loads(c["function"]["arguments"])))
        except (KeyError, TypeError, ValueError, RecursionError):
            return None
    return calls if all(isinstance(a, dict) for _, a in calls) else None


def equal(got, want):
    """Same value and same kind; an int may stand for a float."""
    if isinstance(got, bool) or isinstance(want, bool):
        return got is want
    if isinstance(got, (int, float)) and isinstance(want, (int, float)):
        return got == want
    if isinstance(got, str) and isinstance(want, str):
        return got.strip().lower() == want.strip().lower()
    return type(got) is type(want) and got == want


def matches(call, want):
    name, args = call
    return (name == want["name"] and set(args) == set(want["args"])
            and all(any(equal(args[k], v) for v in accepted) for k, accepted in want["args"].items()))


def fixed(messages: list[dict], info: dict) -> float:
    calls, left = parse(messages), list(info["wanted"])
    if calls is None or len(calls) != len(left):
        return 0.0
    for call in calls:
        hit = next((w for w in left if matches(call, w)), None)
        if hit is None:
            return 0.0
        left.remove(hit)
    return 1.0


def row(task, wanted, *calls):
    return {"prompt": task, "info": {"wanted": [{"name": n, "args": a} for n, a in wanted]}, "reference": [user(task), turn(*calls)]}


DATASET = [
    row("Set a 10 minute timer", [("set_timer", {"minutes": [10]})], ("set_timer", {"minutes": 10})),
    row("What's the weather in NYC and in Paris?", [("weather", {"city": ["New York", "NYC", "New York City"]}), ("weather", {"city": ["Paris"]})],
        ("weather", {"city": "Paris"}), ("weather", {"city": "NYC"})),
    row("Order two large oat lattes to go", [("order", {"item": ["oat latte"], "size": ["large"], "count": [2], "to_go": [True]})],
        ("order", {"item": "oat latte", "size": "large", "count": 2, "to_go": True})),
    row("Convert 3.5 miles to km", [("convert", {"value": [3.5], "from": ["mi", "mile", "miles"], "to": ["km"]})],
        ("convert", {"value": 3.5, "from": "mi", "to": "km"})),
    row("Mute the kitchen speaker", [("set_volume", {"device": ["kitchen"], "level": [0]})], ("set_volume", {"device": "kitchen", "level": 0})),
]
WRONG = [(0, [user("Set a 10 minute timer"), {"role": "assistant", "content": "Timer set for 10 minutes."}]),
         (1, [user("w"), turn(("weather", {"city": "Paris"}), ("weather", {"city": "Paris"}))]),
         (2, [user("o"), turn(("order", {"item": "oat latte", "size": "large", "count": 2, "to_go": 1}))]),
         (3, [user("c"), turn(("convert", {"value": 3.5, "from": "mi", "to": "km", "round": True}))]),
         (4, [user("m"), turn(("set_volume", {"device": "kitchen", "level": 0}), ("set_volume", {"device": "hall", "level": 0}))])]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    low = [fixed(messages, DATASET[i]["info"]) for i, messages in WRONG]
    low += [fixed([user(r["prompt"])], r["info"]) for r in DATASET]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
