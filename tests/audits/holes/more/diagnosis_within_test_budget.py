"""The right diagnosis after tests that were really ordered. Tests cost points: up to the budget
they are free, beyond it the score falls, but never below 0.4 for a right and grounded answer.
A diagnosis without any of the telling tests earns nothing.
"""
import json

SHAPE = "trajectory"
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


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def fixed(messages: list[dict], info: dict) -> float:
    ordered = [(a or {}).get("test") for n, a, res in calls_of(messages) if n == "order" and "value" in body(res)]
    said = last_reply(messages).lower().removesuffix(".").removeprefix("diagnosis:").strip()
    if any(n != "order" for n, _, _ in calls_of(messages)):
        return 0.0
    if said != info["diagnosis"] or not any(t in ordered for t in info["telling"]) or any(t not in list(info["costs"]) for t in ordered):
        return 0.0
    spent = sum(info["costs"][t] for t in ordered)   # a test ordered again is paid for again
    return 1.0 if spent <= info["budget"] else max(0.4, info["budget"] / spent)


def case(complaint, diagnosis, telling, results, budget, closing):
    costs = {"blood count": 2, "ferritin": 3, "x-ray": 5, "mri": 12, "tsh": 3, "glucose": 1, "ecg": 4, "troponin": 4}
    msgs = [ask(complaint)]
    for i, (t, v) in enumerate(results):
        msgs += [call(f"o{i}", "order", test=t), tool(f"o{i}", {"test": t, "value": v})]
    return {"prompt": complaint, "info": {"diagnosis": diagnosis, "telling": telling, "costs": costs, "budget": budget},
            "reference": msgs + [say(closing)]}


DATASET = [
    case("Tired, pale, brittle nails", "iron deficiency", ["ferritin"], [("blood count", "Hb low"), ("ferritin", "4")], 6, "Iron deficiency."),
    case("Thirsty, losing weight", "diabetes", ["glucose"], [("glucose", "19.2 mmol/l")], 4, "Diagnosis: diabetes"),
    case("Cold, slow, gaining weight", "hypothyroidism", ["tsh"], [("glucose", "5.0"), ("tsh", "41")], 5, "Hypothyroidism"),
    case("Crushing chest pain", "myocardial infarction", ["ecg", "troponin"], [("ecg", "ST elevation")], 8, "Myocardial infarction."),
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
