"""A tool-correctness metric remembered which calls it had matched in a set of call values, so
two honest calls that look alike (same tool, same input, same output) counted as one and a
right trajectory lost half its score.
"""
# source: github.com/confident-ai/deepeval/issues/3141 (2026); fix as proposed: remember positions, not values. A denial, not a payment.
import json

SHAPE = "trajectory"
KIND = "denied-right"
SOURCE = "github.com/confident-ai/deepeval#3141 (2026)"
FULL = 1.0


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


def called(messages):
    """The calls that were answered without an error, as comparable values."""
    return [(name, json.dumps(args, sort_keys=True), res) for name, args, res in steps(messages)
            if args is not None and res is not None and not res.startswith("error")]


def score(messages, info, key):
    """Share of the expected calls found, each call used for one of them; calls nobody asked for count against it."""
    calls, taken, hits = called(messages), set(), 0
    for want in info["expected_tools"]:
        for i, call in enumerate(calls):
            if key(i, call) not in taken and call[0] == want["name"] and call[1] == json.dumps(want["args"], sort_keys=True):
                taken.add(key(i, call))
                hits += 1
                break
    return hits / max(len(info["expected_tools"]), len(calls), 1) if closing(messages) else 0.0


def holed(messages: list[dict], info: dict) -> float:
    return score(messages, info, lambda i, call: call)


def fixed(messages: list[dict], info: dict) -> float:
    return score(messages, info, lambda i, call: i)


def row(task, calls, reply):
    made = [m for i, (name, args, res) in enumerate(calls) for m in (use(f"t{i}", name, **args), out(f"t{i}", res))]
    return {"prompt": task, "info": {"expected_tools": [{"name": n, "args": a} for n, a, _ in calls]},
            "reference": [user(task)] + made + [bot(reply)]}


DATASET = [
    row("Read the cellar sensor twice and tell me both values",
        [("read_sensor", {"id": "cellar"}, "21.5"), ("read_sensor", {"id": "cellar"}, "21.7")], "21.5, then 21.7."),
    row("Roll two dice", [("roll", {"sides": 6}, "4"), ("roll", {"sides": 6}, "1")], "A four and a one."),
    row("Weather in Oslo?", [("weather", {"city": "Oslo"}, "3 C, rain")], "3 degrees and rain."),
    row("Weather in Oslo and in Rome?", [("weather", {"city": "Oslo"}, "3 C, rain"), ("weather", {"city": "Rome"}, "14 C")],
        "Oslo 3 and rain, Rome 14."),
    row("Is order 77 shipped? Say where it is.", [("order_status", {"id": 77}, "shipped"), ("track", {"id": 77}, "Lyon")],
        "Shipped; it is in Lyon."),
]
DENIED = {"row": 0, "messages": [
    user("Read the cellar sensor twice and tell me both values"), use("t0", "read_sensor", id="cellar"), out("t0", "21.5"),
    use("t1", "read_sensor", id="cellar"), out("t1", "21.5"), bot("21.5 both times.")]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["prompt"], got)
    info = DATASET[DENIED["row"]]["info"]
    got, owed = holed(DENIED["messages"], info), fixed(DENIED["messages"], info)
    assert got < FULL and abs(owed - FULL) < 1e-9, (got, owed)
    return got, owed

if __name__ == "__main__":
    print(__file__, check())
