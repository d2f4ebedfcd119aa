"""Arithmetic with a calculator tool: the closing answer must be exact; each call over the budget costs
0.05, never more than half, and a wrong answer earns nothing however cheap it was.
"""
import json
import re
from decimal import Decimal

SHAPE = "trajectory"
FULL = 1.0
COST, LEAST = 0.05, 0.5


def user(text):
    return {"role": "user", "content": text}


def bot(text):
    return {"role": "assistant", "content": text}


def use(cid, name, /, **args):
    fn = {"name": name, "arguments": json.dumps(args)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": cid, "type": "function", "function": fn}]}


def out(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def steps(messages):
    """(name, args, result) per tool call in order; args None unless a JSON object, result None if the tool never answered."""
    log, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant":
            for c in m.get("tool_calls") or []:
                fn = c.get("function") or {}
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                log.append([fn.get("name"), args if isinstance(args, dict) else None, None])
                waiting[str(c.get("id"))] = log[-1]
        elif m.get("role") == "tool":
            step = waiting.pop(str(m.get("tool_call_id")), None)
            if step is not None and isinstance(m.get("content"), str):
                step[2] = m["content"].strip()
    return [tuple(s) for s in log]


def closing(messages):
    """What the assistant said last, '' unless it ended the conversation with plain text."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls") or not isinstance(last.get("content"), str):
        return ""
    return last["content"].strip()


def stated(messages):
    """The number of the closing 'Answer: ...' line, None unless there is just one."""
    said = re.findall(r"(?m)^Answer:\s*(-?\d+(?:\.\d+)?)\s*$", closing(messages), re.A)
    return Decimal(said[0]) if len(said) == 1 and len(said[0]) < 40 else None


def fixed(messages: list[dict], info: dict) -> float:
    value = stated(messages)
    if value is None or value != Decimal(info["answer"]):
        return 0.0
    over = max(0, len(steps(messages)) - info["budget"])
    return max(LEAST, 1.0 - COST * over)


def trace(question, exprs, answer):
    made = [m for i, (e, v) in enumerate(exprs) for m in (use(f"k{i}", "calc", expr=e), out(f"k{i}", v))]
    return [user(question)] + made + [bot(f"That gives it.\nAnswer: {answer}")]


def row(question, exprs, answer, budget=None):
    return {"prompt": question, "info": {"answer": answer, "budget": budget or len(exprs) + 1}, "reference": trace(question, exprs, answer)}


DATASET = [
    row("A crate holds 48 jars at 2.35 each. What do 17 crates cost?", [("48*2.35", "112.8"), ("112.8*17", "1917.6")], "1917.6"),
    row("What is 2^31 - 1?", [("2**31-1", "2147483647")], "2147483647"),
    row("A 90 minute film starts at minute 1375 of the day. In which minute of the next day does it end?",
        [("1375+90", "1465"), ("1465-1440", "25")], "25"),
    row("Average of 18, 21, 30 and 7?", [("18+21+30+7", "76"), ("76/4", "19")], "19", budget=2),
    row("How much is 15% off 260?", [("260*0.85", "221.0")], "221"),
]
WRONG = [(0, [user("q"), bot("Answer: 1917")]), (1, [user("q"), bot("Answer: 2147483647\nAnswer: 2147483648")]),
         (2, [user("q"), use("a", "calc", expr="1+1"), out("a", "2")]), (3, trace("q", [("1", "1")] * 30, "20")), (4, [user("q"), bot("221, or 220")])]


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
