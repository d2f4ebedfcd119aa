"""A generated function call was matched by looking up each expected argument in it. Arguments nobody
asked for were never looked at, so a call padded with made-up parameters was scored as correct.
"""
import json

SHAPE = "trajectory"
KIND = "partial-match"
SOURCE = "github.com/thinking-machines-lab/tinker-cookbook#937 (2026)"
FULL = 1.0



def ask(text):
    return {"role": "user", "content": text}


def calls(*made):
    """One assistant turn that makes every call of a (parallel) entry at once."""
    return {"role": "assistant", "content": "", "tool_calls": [
        {"id": f"call_{i}", "type": "function", "function": {"name": n, "arguments": json.dumps(a)}}
        for i, (n, a) in enumerate(made)]}


def generated_calls(messages):
    """The calls of the single assistant turn, or None when there is not exactly one readable turn."""
    turns = [m for m in messages if isinstance(m, dict) and m.get("role") == "assistant"]
    if len(turns) != 1 or not isinstance(turns[0].get("tool_calls"), list):
        return None
    out = []
    for c in turns[0]["tool_calls"]:
        fn = c.get("function") if isinstance(c, dict) else None
        try:
            args = json.loads(fn["arguments"])
        except (TypeError, KeyError, ValueError, RecursionError):
            return None
        if not isinstance(args, dict):
            return None
        out.append({"name": fn.get("name"), "arguments": args})
    return out


def _same_value(got, want):
    if isinstance(got, bool) or isinstance(want, bool):
        return got is want
    if isinstance(got, dict) and isinstance(want, dict):
        return set(got) == set(want) and all(_same_value(got[k], want[k]) for k in want)
    if isinstance(got, list) and isinstance(want, list):
        return len(got) == len(want) and all(map(_same_value, got, want))
    return got == want


def _match_loose(generated, expected):
    if generated["name"] != expected["name"]:
        return False
    gen_args, exp_args = generated["arguments"], expected["arguments"]
    for key, want in exp_args.items():
        if key not in gen_args or not _same_value(gen_args[key], want):
            return False
    return True


def _match_closed(generated, expected):
    return set(generated["arguments"]) == set(expected["arguments"]) and _match_loose(generated, expected)


def grade(messages, info, match):
    """Each expected call is met by one generated call of its own; none is left over."""
    made, gold = generated_calls(messages), info["gold_calls"]
    if made is None or len(made) != len(gold):
        return 0.0
    left = list(made)
    for want in gold:
        hit = next((g for g in left if match(g, want)), None)
        if hit is None:
            return 0.0
        left.remove(hit)
    return 1.0


def holed(messages: list[dict], info: dict) -> float:
    return grade(messages, info, _match_loose)


def fixed(messages: list[dict], info: dict) -> float:
    return grade(messages, info, _match_closed)


def row(question, *gold):
    return {"prompt": question, "info": {"id": f"bfcl_{len(question)}",
                                         "gold_calls": [{"name": n, "arguments": a} for n, a in gold]},
            "reference": [ask(question), calls(*gold)]}


DATASET = [
    row("Book flight KL1009 for Ana on 4 May.", ("book_flight", {"flight": "KL1009", "passenger": "Ana", "date": "05-04"})),
    row("What is the temperature in Oslo and in Rome, in celsius?",
        ("get_temperature", {"city": "Oslo", "unit": "c"}), ("get_temperature", {"city": "Rome", "unit": "c"})),
    row("Wire 250 euro to IBAN NL02.", ("wire", {"iban": "NL02", "amount": {"value": 250, "currency": "EUR"}})),
    row("Turn the lamp in the hall off and lock the front door.",
        ("set_lamp", {"room": "hall", "on": False}), ("lock", {"door": "front"})),
]
EXPLOIT = {"row": 0, "messages": [ask(DATASET[0]["prompt"]), calls(
    ("book_flight", {"flight": "KL1009", "passenger": "Ana", "date": "05-04", "cabin": "first",
                     "extra_bags": 6, "insurance": True}))]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["prompt"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
