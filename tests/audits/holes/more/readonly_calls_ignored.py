"""The writes must be the expected ones in the expected order. Reading is free: look-ups of any number and order are left out
of the comparison, and so are writes that the service refused, which changed nothing.
"""
import dataclasses
import json

SHAPE = "trajectory"
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


def trace(messages):
    """Every tool call in order, with the result that answered it (None while unanswered)."""
    made, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant" and isinstance(m.get("tool_calls"), list):
            for c in m["tool_calls"]:
                fn = c.get("function") if isinstance(c, dict) else None
                if not isinstance(fn, dict):
                    continue
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                rec = {"name": str(fn.get("name")), "args": args if isinstance(args, dict) else None, "result": None}
                made.append(rec)
                waiting[str(c.get("id"))] = rec
        elif m.get("role") == "tool":
            rec = waiting.pop(str(m.get("tool_call_id")), None)
            if rec is not None and isinstance(m.get("content"), str):
                rec["result"] = m["content"].strip()
    return made


def closing(messages):
    """The text the assistant ended on; '' when the run stops anywhere else."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls"):
        return ""
    return last["content"].strip() if isinstance(last.get("content"), str) else ""


def payload(text):
    """The JSON object a tool answered with, {} for anything else."""
    try:
        got = json.loads(text or "")
    except (TypeError, ValueError, RecursionError):
        return {}
    return got if isinstance(got, dict) else {}


READ_ONLY = frozenset({"get_account", "list_transfers", "get_rate", "search_payee"})


@dataclasses.dataclass(frozen=True)
class Write:
    tool: str
    args: str

    @classmethod
    def of(cls, name, args):
        return cls(str(name), json.dumps(args, sort_keys=True))


DONE, REFUSED = (200,), (400, 403, 409)


def write_codes(messages):
    """Every call that is not a look-up, with the code it was answered with."""
    return [(Write.of(c["name"], c["args"]), payload(c["result"]).get("code"))
            for c in trace(messages) if c["name"] not in READ_ONLY]


def healthy(messages: list[dict], info: dict) -> float:
    tried = write_codes(messages)
    if not closing(messages) or any(code not in DONE + REFUSED for _, code in tried):
        return 0.0            # unanswered or of unknown effect
    want = [Write.of(w["tool"], w["args"]) for w in info["writes"]]
    return 1.0 if want and [w for w, code in tried if code in DONE] == want else 0.0


def row(prompt, *steps):
    turns = [m for i, (n, a, code) in enumerate(steps) for m in (call(f"r{i}", n, **a), tool(f"r{i}", {"code": code}))]
    writes = [{"tool": n, "args": a} for n, a, code in steps if n not in READ_ONLY and code == 200]
    return {"prompt": prompt, "info": {"writes": writes}, "reference": [ask(prompt)] + turns + [say("Your bank business is done.")]}


DATASET = [
    row("Pay Lund 40 and then close the savings account.", ("search_payee", {"q": "Lund"}, 200), ("transfer", {"to": "Lund", "eur": 40}, 200),
        ("get_account", {"id": "sav"}, 200), ("close", {"id": "sav"}, 200)),
    row("Convert 100 EUR to SEK.", ("get_rate", {"pair": "EURSEK"}, 200), ("get_rate", {"pair": "EURSEK"}, 200), ("convert", {"eur": 100, "to": "SEK"}, 200)),
    row("Send Mia 15.", ("transfer", {"to": "mia", "eur": 15}, 409), ("search_payee", {"q": "mia"}, 200), ("transfer", {"to": "Mia B.", "eur": 15}, 200)),
]


def check():
    for i, row in enumerate(DATASET):
        got = healthy(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
        assert healthy([], row["info"]) == 0.0
        assert healthy([ask(row["prompt"]), say("All done.")], row["info"]) == 0.0
    return FULL


fixed = healthy
