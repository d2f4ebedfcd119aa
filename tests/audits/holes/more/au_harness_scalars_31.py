"""A function-calling metric checked the name, the presence of every expected argument, and the
values of list and dict arguments. Strings, numbers and booleans, that is nearly all
arguments, were only checked for being there. The repair compares every value and rejects
arguments nobody asked for.
"""
import json
import re

SHAPE = "batched-text"
KIND = "value-not-compared"
SOURCE = "github.com/ServiceNow/AU-Harness#31 (2026); cf. tinker-cookbook#937"
FULL = 1.0

CALL = re.compile(r"<tool_call>(.*?)</tool_call>", re.S)


def parse_calls(completion):
    """Every tool call of a completion, None if one is not an object with a name and arguments."""
    calls = []
    for raw in CALL.findall(completion):
        try:
            call = json.loads(raw)
        except (ValueError, RecursionError):
            return None
        if not isinstance(call, dict) or not isinstance(call.get("name"), str) or not isinstance(call.get("arguments"), dict):
            return None
        calls.append(call)
    return calls


def compare_tool_call(predicted, expected):
    if predicted["name"] != expected["name"]:
        return False
    for key, want in expected["arguments"].items():
        if key not in predicted["arguments"]:
            return False
        got = predicted["arguments"][key]
        if isinstance(want, dict) and (not isinstance(got, dict) or got != want):
            return False
        if isinstance(want, list) and (not isinstance(got, list) or got != want):
            return False
    return True


def same_value(got, want):
    if isinstance(want, bool) or isinstance(got, bool):
        return got is want
    if isinstance(want, (int, float)):
        return isinstance(got, (int, float)) and got == want
    if isinstance(want, str):
        return isinstance(got, str) and got.strip().casefold() == want.strip().casefold()
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(same_value, got, want))
    if isinstance(want, dict):
        return isinstance(got, dict) and got.keys() == want.keys() and all(same_value(got[k], want[k]) for k in want)
    return got is want


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for completion, gold in zip(completions, answer):
        calls, expected = parse_calls(completion), json.loads(gold)
        ok = calls and len(calls) == len(expected) and all(map(compare_tool_call, calls, expected))
        rewards.append(1.0 if ok else 0.0)
    return rewards


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for completion, gold in zip(completions, answer, strict=True):
        calls, expected = parse_calls(completion), json.loads(gold)
        ok = calls and len(calls) == len(expected) and all(
            c["name"] == e["name"] and same_value(c["arguments"], e["arguments"]) for c, e in zip(calls, expected))
        rewards.append(1.0 if ok else 0.0)
    return rewards


def call(name, **arguments):
    return {"name": name, "arguments": arguments}


def says(*calls):
    return "\n".join(f"<tool_call>{json.dumps(c)}</tool_call>" for c in calls)


TOOLS = ("Tools: triangle_area(base: number, height: number), book_table(restaurant: string, guests: integer, outdoor: boolean), "
         "plot(values: array, title: string), currency(amount: number, source: string, target: string). "
         "Call them in <tool_call>{json}</tool_call>. ")
DATASET = [
    {"prompt": TOOLS + "How large is a triangle with base 10 and height 5?",
     "answer": json.dumps([call("triangle_area", base=10, height=5)]), "reference": says(call("triangle_area", base=10, height=5))},
    {"prompt": TOOLS + "A table for four at Chez Nous, inside please.",
     "answer": json.dumps([call("book_table", restaurant="Chez Nous", guests=4, outdoor=False)]),
     "reference": "Booking it.\n" + says(call("book_table", restaurant="Chez Nous", guests=4, outdoor=False))},
    {"prompt": TOOLS + "Plot 3, 1, 2 under the title Rain.", "answer": json.dumps([call("plot", values=[3, 1, 2], title="Rain")]),
     "reference": says(call("plot", title="Rain", values=[3, 1, 2]))},
    {"prompt": TOOLS + "What are 250 EUR in USD, and then 90 USD in JPY?",
     "answer": json.dumps([call("currency", amount=250, source="EUR", target="USD"), call("currency", amount=90, source="USD", target="JPY")]),
     "reference": says(call("currency", amount=250, source="EUR", target="USD"), call("currency", amount=90, source="USD", target="JPY"))},
]
EXPLOIT = {"rows": [0, 1], "completions": [says(call("triangle_area", base=999, height=-3)),
                                           says(call("book_table", restaurant="Chez Nous", guests=4, outdoor=False))], "at": 0}


def check():
    cols = ([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET],
            [r["answer"] for r in DATASET])
    for fn in (holed, fixed):
        got = fn(*cols)
        assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), (fn.__name__, got)
    rows = [DATASET[i] for i in EXPLOIT["rows"]]
    prompts, answers = [r["prompt"] for r in rows], [r["answer"] for r in rows]
    paid = holed(prompts, EXPLOIT["completions"], answers)[EXPLOIT["at"]]
    owed = fixed(prompts, EXPLOIT["completions"], answers)[EXPLOIT["at"]]
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
