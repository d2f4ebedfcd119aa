"""Irrelevance rows are right when the model calls nothing. The decoder's failure was read as "no
call", so a model that tried to call a function and got the syntax wrong was credited with having
abstained. (Here abstaining is said in so many words, as the system prompt asks.)
"""
import json
import re

SHAPE = "trajectory"
KIND = "parse-failure-pays"
SOURCE = "github.com/ShishirPatil/gorilla#1362 (2026); cf. #443"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


SYSTEM = ("Call a function as <tool_call>{\"name\": ..., \"arguments\": {...}}</tool_call>. "
          "When no function fits the request, answer with the single line NO_SUITABLE_FUNCTION.")
DECLINE = "NO_SUITABLE_FUNCTION"
CALL_RE = re.compile(r"<tool_call>(.*?)</tool_call>", re.S)


class DecodeError(ValueError):
    pass


def model_output(messages):
    """The one assistant turn of a single-turn entry."""
    turns = [m for m in messages if isinstance(m, dict) and m.get("role") == "assistant"]
    if len(turns) != 1 or turns[0] is not messages[-1] or not isinstance(turns[0].get("content"), str):
        return ""
    return turns[0]["content"].strip()


def decode_ast(text):
    """The calls written in text, as [{name: arguments}]."""
    if "<tool_call" not in text:
        raise DecodeError("no call")
    calls = []
    for chunk in CALL_RE.findall(text):
        try:
            got = json.loads(chunk)
        except (ValueError, RecursionError) as exc:
            raise DecodeError(chunk) from exc
        if not isinstance(got, dict) or not isinstance(got.get("name"), str) or not isinstance(got.get("arguments"), dict):
            raise DecodeError(chunk)
        calls.append({got["name"]: got["arguments"]})
    if not calls or CALL_RE.sub("", text).strip():
        raise DecodeError(text)
    return calls


def ast_checker(calls, possible):
    """Every call fits its entry of the ground truth: the same keys, each with an allowed value."""
    if len(calls) != len(possible):
        return False
    for made, want in zip(calls, possible):
        (name, args), (gold, options) = next(iter(made.items())), next(iter(want.items()))
        if name != gold or set(args) != set(options):
            return False
        if not all(json.dumps(v) in [json.dumps(o) for o in options[k]] for k, v in args.items()):
            return False
    return True


def score_entry(text, info, abstained):
    if info["test_category"] == "irrelevance":
        return float(abstained(text))
    try:
        calls = decode_ast(text)
    except DecodeError:
        return 0.0
    return float(ast_checker(calls, info["ground_truth"]))


def no_call_decoded(text):
    try:
        contain_func_call = len(decode_ast(text)) > 0
    except DecodeError:
        contain_func_call = False
    return not contain_func_call


def declined(text):
    return text == DECLINE


def holed(messages: list[dict], info: dict) -> float:
    text = model_output(messages)
    return score_entry(text, info, no_call_decoded) if text else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    text = model_output(messages)
    return score_entry(text, info, declined) if text else 0.0


def entry(question, reply):
    return [{"role": "system", "content": SYSTEM}, ask(question), say(reply)]


def written(name, **args):
    return "<tool_call>" + json.dumps({"name": name, "arguments": args}) + "</tool_call>"


DATASET = [
    {"prompt": "What is the weather in Lyon? (functions: math.solve, math.gcd)",
     "info": {"test_category": "irrelevance", "ground_truth": []},
     "reference": entry("What is the weather in Lyon? (functions: math.solve, math.gcd)", DECLINE)},
    {"prompt": "Greatest common divisor of 36 and 60? (functions: math.gcd)",
     "info": {"test_category": "simple", "ground_truth": [{"math.gcd": {"a": [36], "b": [60]}}]},
     "reference": entry("Greatest common divisor of 36 and 60? (functions: math.gcd)", written("math.gcd", a=36, b=60))},
    {"prompt": "Area of a triangle with base 10 and height 5? (functions: geometry.area)",
     "info": {"test_category": "simple",
              "ground_truth": [{"geometry.area": {"base": [10], "height": [5], "unit": ["m", "units"]}}]},
     "reference": entry("Area of a triangle with base 10 and height 5? (functions: geometry.area)",
                        written("geometry.area", base=10, height=5, unit="units"))},
    {"prompt": "Order me a pizza. (functions: calendar.add)",
     "info": {"test_category": "irrelevance", "ground_truth": []},
     "reference": entry("Order me a pizza. (functions: calendar.add)", DECLINE)},
]
EXPLOIT = {"row": 0, "messages": entry(DATASET[0]["prompt"],
                                       '<tool_call>\n<tool_call name="math.solve" arguments={"a": 1, "b": 2}/>\n</tool_call>')}


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
