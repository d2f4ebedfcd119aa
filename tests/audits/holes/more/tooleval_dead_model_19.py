"""A tool-calling benchmark ran each scenario as a list of checks. Scenarios that test restraint only
check that no tool is used, and the answer check is skipped where there is no answer, so a model
that was never reached (HTTP 400 on every request) passes them.
"""
import json
import re

SHAPE = "trajectory"
KIND = "absence-passes"
SOURCE = "github.com/SeraphimSerapis/tool-eval-bench#19 (2026)"
FULL = 1.0

NUM = re.compile(r"-?\d+(?:\.\d+)?")


def numbers(text):
    return [float(x) for x in NUM.findall(text.replace(",", ""))]


def tool_uses(messages):
    seen = []
    results = {m.get("tool_call_id"): m.get("content") for m in messages if m.get("role") == "tool"}
    for m in messages:
        if m.get("role") == "assistant":
            for c in m.get("tool_calls") or []:
                f = c.get("function") or {}
                try:
                    args = json.loads(f.get("arguments") or "{}")
                except ValueError:
                    args = None
                seen.append({"name": f.get("name"), "args": args, "result": results.get(c.get("id"))})
    return seen


def answer_text(messages):
    last = messages[-1] if messages else {}
    return (last.get("content") or "") if last.get("role") == "assistant" and not last.get("tool_calls") else ""


def answer_ok(text, info):
    """The figures wanted, and none besides those the question itself contains."""
    said = set(numbers(text)) - set(numbers(info["question"]))
    return said == set(info["answer"])


def tools_ok(messages, info):
    uses = tool_uses(messages)
    if any(u["result"] is None for u in uses):
        return False
    made = sorted(json.dumps([u["name"], u["args"]], sort_keys=True) for u in uses)
    return made == sorted(json.dumps([n, a], sort_keys=True) for n, a in info["tools"])


def holed(messages: list[dict], info: dict) -> float:
    messages = [m for m in messages if isinstance(m, dict)]
    checks = {"tools": tools_ok(messages, info)}
    text = answer_text(messages)
    if text:
        checks["answer"] = answer_ok(text, info)
    return 1.0 if all(checks.values()) else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    messages = [m for m in messages if isinstance(m, dict)]
    text = answer_text(messages)
    if not text.strip() or any(m.get("error") for m in messages):
        return 0.0                                   # nobody answered: the scenario was not taken
    return 1.0 if tools_ok(messages, info) and answer_ok(text, info) else 0.0


def say(q, *rest):
    return [{"role": "user", "content": q}, *rest]


def call(i, name, args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": i, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def res(i, obj):
    return {"role": "tool", "tool_call_id": i, "content": json.dumps(obj)}


Q = ["What is 15% of 200? Do not use any tool.", "Temperature in Oslo right now?", "3 km in metres - from memory, please.",
     "How many units of SKU 88 and SKU 91 do we have together? Just the total."]
DATASET = [
    {"prompt": Q[0], "info": {"id": "TC-23", "question": Q[0], "tools": [], "answer": [30]},
     "reference": say(Q[0], {"role": "assistant", "content": "15% of 200 is 30."})},
    {"prompt": Q[1], "info": {"id": "TC-02", "question": Q[1], "tools": [["get_weather", {"city": "Oslo"}]], "answer": [7]},
     "reference": say(Q[1], call("k1", "get_weather", {"city": "Oslo"}), res("k1", {"temp_c": 7}),
                      {"role": "assistant", "content": "It is 7 degrees in Oslo."})},
    {"prompt": Q[2], "info": {"id": "TC-32", "question": Q[2], "tools": [], "answer": [3000]},
     "reference": say(Q[2], {"role": "assistant", "content": "That is 3,000 metres."})},
    {"prompt": Q[3], "info": {"id": "TC-11", "question": Q[3], "tools": [["stock", {"sku": 88}], ["stock", {"sku": 91}]],
                              "answer": [19]},
     "reference": say(Q[3], call("a", "stock", {"sku": 88}), res("a", {"level": 14}), call("b", "stock", {"sku": 91}),
                      res("b", {"level": 5}), {"role": "assistant", "content": "SKU 88 and SKU 91 come to 19 units."})},
]
EXPLOIT = {"row": 0, "messages": say(Q[0], {"role": "assistant", "content": None,
                                            "error": {"code": 400, "message": "Model not found"}})}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5 and owed < 0.5, (paid, owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
