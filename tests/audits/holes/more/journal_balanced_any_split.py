"""Bookkeeping: the new entries have to leave every account at the asked balance. Into how many
entries the amounts are split, and in which order, is free; each entry has to move a positive
amount between two different accounts, and old entries have to stay.
"""
import json

SHAPE = "state"
KIND = "healthy"
SOURCE = "own design, after common practice"
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


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated,
             "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def closed(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def good(entry, accounts):
    return (isinstance(entry, dict) and entry.get("from") in accounts and entry.get("to") in accounts
            and entry["from"] != entry["to"] and type(entry.get("cents")) is int and entry["cents"] > 0)


def balances(entries, accounts):
    total = {a: 0 for a in accounts}
    for e in entries:
        total[e["from"]] -= e["cents"]
        total[e["to"]] += e["cents"]
    return total


def fixed(state: dict) -> float:
    info, journal = state["info"], final_of(state).get("journal")
    if not closed(state) or not isinstance(journal, list):
        return 0.0
    accounts = list(info["want"])
    kept = journal[:len(info["before"])] == info["before"]
    if not kept or not all(good(e, accounts) for e in journal):
        return 0.0
    return 1.0 if balances(journal, accounts) == info["want"] else 0.0


def move(a, b, cents):
    return {"from": a, "to": b, "cents": cents}


def booked(task, before, new):
    accounts = sorted({a for e in before + new for a in (e["from"], e["to"])})
    turns = [ask(task)]
    for i, e in enumerate(new):
        turns += [call(f"b{i}", "book", entry=e), tool(f"b{i}", {"ok": True})]
    return st(turns + [say("Booked.")], {"journal": before + new}, {"before": before, "want": balances(before + new, accounts)})


OLD = [move("equity", "bank", 100000), move("bank", "stock", 30000)]
DATASET = [
    {"case": "rent", "reference": booked("Pay the rent of 450.00 from bank to rent.", OLD, [move("bank", "rent", 45000)])},
    {"case": "in two", "reference": booked("Sell stock worth 200.00 against the bank.", OLD,
                                           [move("stock", "bank", 15000), move("stock", "bank", 5000)])},
    {"case": "fresh book", "reference": booked("Open the book: equity puts 10.00 into cash.", [], [move("equity", "cash", 1000)])},
]
for row in DATASET:  # the old entries
    row["initial"] = {"journal": list(row["reference"]["info"]["before"])}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
