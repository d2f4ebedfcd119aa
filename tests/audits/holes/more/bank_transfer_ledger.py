"""Bank desk: the data base after the conversation must be the one the right transactions lead to, replayed
here from the opening balances; and the customer must have been told the new balance.
"""
import json
import re

SHAPE = "state"
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


def closing(messages):
    """What the assistant said last, '' unless it ended the conversation with plain text."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls") or not isinstance(last.get("content"), str):
        return ""
    return last["content"].strip()


def run(messages, final, info, error=None, truncated=False):
    return json.loads(json.dumps({"messages": messages, "error": error, "is_truncated": truncated,
                                  "final": final, "info": info}))


def alive(state):
    """No error, not cut off, and the agent closed the conversation itself."""
    return state.get("error") is None and not state.get("is_truncated") and bool(closing(state.get("messages") or []))


def world(state):
    return state["final"] if isinstance(state.get("final"), dict) else {}


def replay(opening, transfers):
    """Balances (in cents) and ledger after the transfers."""
    balances, ledger = dict(opening), []
    for src, dst, cents in transfers:
        balances[src] -= cents
        balances[dst] += cents
        ledger.append({"from": src, "to": dst, "cents": cents})
    return balances, ledger


def told(reply, cents):
    """The closing message names this amount, and no other, after the word balance."""
    said = re.findall(r"balance (?:of [\w-]+ )?is (\d+\.\d\d)\b", reply, re.A)
    return said == [f"{cents // 100}.{cents % 100:02d}"]


def fixed(state: dict) -> float:
    info, db = state["info"], world(state)
    if not alive(state):
        return 0.0
    balances, ledger = replay(info["opening"], info["transfers"])
    if db.get("balances") != balances or db.get("ledger") != ledger:
        return 0.0
    return 1.0 if told(closing(state["messages"]), balances[info["tell"]]) else 0.0


def case(name, ask, opening, tell, *transfers):
    balances, ledger = replay(opening, transfers)
    made = [m for i, (s, d, c) in enumerate(transfers)
            for m in (use(f"t{i}", "transfer", src=s, dst=d, cents=c), out(f"t{i}", {"ok": True}))]
    reply = f"Done. The balance of {tell} is {balances[tell] // 100}.{balances[tell] % 100:02d}"
    return {"case": name, "initial": {"balances": dict(opening), "ledger": []},
            "reference": run([user(ask)] + made + [bot(reply)], {"balances": balances, "ledger": ledger},
                             {"opening": opening, "transfers": [list(t) for t in transfers], "tell": tell})}


DATASET = [
    case("to savings", "Move 250 to savings; what is left on main?", {"main": 120050, "savings": 0}, "main", ("main", "savings", 25000)),
    case("pay rent", "Pay 830.40 rent to landlord, tell me what main holds then", {"main": 90000, "landlord": 100}, "main", ("main", "landlord", 83040)),
    case("two transfers", "20 each to ana and bo from main, then my balance", {"main": 10000, "ana": 0, "bo": 500}, "main",
         ("main", "ana", 2000), ("main", "bo", 2000)),
    case("and back", "Take 75.25 out of savings to main; savings then?", {"main": 10, "savings": 50000}, "savings", ("savings", "main", 7525)),
]
good = DATASET[2]["reference"]
WRONG = [dict(good, final={"balances": good["final"]["balances"], "ledger": []}), dict(good, final=None), dict(good, is_truncated=True),
         dict(good, messages=good["messages"][:-1] + [bot("All done.")]),
         dict(good, messages=good["messages"][:-1] + [bot("The balance is 60.00. The balance is 99.00")])]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    low = [fixed(state) for state in WRONG]
    low += [fixed(dict(r["reference"], final=r["initial"])) for r in DATASET]
    low += [fixed(dict(r["reference"], error="RuntimeError: connection lost")) for r in DATASET]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
