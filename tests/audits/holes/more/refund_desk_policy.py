"""Multi-turn refund desk: look the order up, refund it once and in full when it is eligible, leave it
alone when it is not, and close with the right outcome line. Everything is read off what the
desk's tools reported.
"""
import json
import re

SHAPE = "trajectory"
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


def obj(text):
    """text read as a JSON object, {} if it is none."""
    try:
        value = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def done(messages):
    """(name, args) of the calls the desk carried out, in order."""
    return [(n, a) for n, a, res in steps(messages) if a is not None and obj(res).get("ok") is True]


def outcome(messages):
    """Word of the closing 'Outcome: ...' line, '' unless there is just one."""
    said = re.findall(r"(?m)^Outcome:\s*(refunded|declined)\.?\s*$", closing(messages))
    return said[0] if len(said) == 1 else ""


def fixed(messages: list[dict], info: dict) -> float:
    acts = done(messages)
    lookup = ("lookup_order", {"order": info["order"]})
    writes = [(n, a) for n, a in acts if n != "lookup_order"]
    if lookup not in acts:
        return 0.0
    if not info["eligible"]:
        return 1.0 if not writes and outcome(messages) == "declined" else 0.0
    wanted = ("refund", {"order": info["order"], "cents": info["cents"]})
    if writes != [wanted] or acts.index(lookup) > acts.index(wanted):
        return 0.0
    return 1.0 if outcome(messages) == "refunded" else 0.0


def talk(ask, order, cents, eligible, more=None):
    start = [user(ask)]
    if more:
        start += [bot("Which order is it?"), user(more)]
    start += [use("l", "lookup_order", order=order), out("l", {"ok": True, "cents": cents, "refundable": eligible})]
    if eligible:
        return start + [use("r", "refund", order=order, cents=cents), out("r", {"ok": True}), bot("The money is on its way.\nOutcome: refunded")]
    return start + [bot("This order is past the 30 days, I cannot refund it.\nOutcome: declined")]


def row(ask, order, cents, eligible, more=None):
    return {"prompt": ask, "info": {"order": order, "cents": cents, "eligible": eligible}, "reference": talk(ask, order, cents, eligible, more)}


DATASET = [
    row("Refund order A-100 please, the box was empty.", "A-100", 2599, True),
    row("I want my money back for B-7, it's been two months.", "B-7", 899, False),
    row("My lamp came broken!", "C-31", 4100, True, more="It is C-31."),
    row("Refund D-2, I lost it on the bus.", "D-2", 1500, False),
    row("E-55 never arrived.", "E-55", 12000, True),
    row("Can you pay F-9 back? I used it for a year.", "F-9", 7000, False, more="F-9, as I said."),
]
WRONG = [(0, [user("Refund A-100"), bot("Outcome: refunded")]), (0, talk("Refund A-100", "A-100", 2599, False)),
         (1, talk("B-7", "B-7", 899, True)), (1, [user("B-7"), bot("No.\nOutcome: declined")]),
         (2, talk("lamp", "C-31", 99999, True)), (4, talk("E-55", "E-55", 12000, True)[:-1])]


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
