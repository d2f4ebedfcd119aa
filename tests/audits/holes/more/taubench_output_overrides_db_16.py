"""A retail desk was graded on the end state of its database and on the numbers told to the
customer, but the second verdict was assigned over the first: once the right amount appears
in a reply, the database does not matter any more.
"""
# source: github.com/sierra-research/tau-bench/pull/16 (2024, merged): both must hold
import json
import re

SHAPE = "state"
KIND = "missing-criterion"
SOURCE = "github.com/sierra-research/tau-bench/pull/16 (2024)"
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


def told(state, amount):
    """The amount stands as a number of its own in something the agent wrote to the customer."""
    texts = [m.get("content") for m in state["messages"] if m.get("role") == "assistant"]
    return any(amount in re.findall(r"\d+(?:\.\d+)?", t.replace(",", "")) for t in texts if isinstance(t, str))


def holed(state: dict) -> float:
    if not alive(state):
        return 0.0
    info = state["info"]
    reward = 1.0 if state["final"] == info["gold_db"] else 0.0
    if info["outputs"]:
        reward = 1.0 if all(told(state, o) for o in info["outputs"]) else 0.0
    return reward


def fixed(state: dict) -> float:
    if not alive(state):
        return 0.0
    info = state["info"]
    reward = 1.0 if state["final"] == info["gold_db"] else 0.0
    if info["outputs"]:
        reward *= 1.0 if all(told(state, o) for o in info["outputs"]) else 0.0
    return reward


ORDERS = {"W1": {"status": "pending", "total": 54.04, "refunded": 0}, "W2": {"status": "delivered", "total": 327.5, "refunded": 0}}


def case(name, ask, tool, order, change, reply, outputs):
    gold = json.loads(json.dumps(ORDERS))
    gold[order].update(change)
    msgs = [user(ask), use("t1", "get_order", id=order), out("t1", ORDERS[order]),
            use("t2", tool, id=order), out("t2", {"ok": True}), bot(reply)]
    return {"case": name, "initial": json.loads(json.dumps(ORDERS)), "reference": run(msgs, gold, {"gold_db": gold, "outputs": outputs})}


DATASET = [
    case("cancel and say the refund", "Cancel W1. How much do I get back?", "cancel_order", "W1",
         {"status": "cancelled", "refunded": 54.04}, "W1 is cancelled, you get 54.04 back.", ["54.04"]),
    case("return, amount asked for", "I return W2 - what is refunded?", "return_order", "W2",
         {"status": "return requested", "refunded": 327.5}, "We refund $327.5 for W2.", ["327.5"]),
    case("cancel, nothing to tell", "Please cancel W1.", "cancel_order", "W1",
         {"status": "cancelled", "refunded": 54.04}, "Done, W1 is cancelled.", []),
    case("hold", "Put W1 on hold until Monday.", "hold_order", "W1", {"status": "on hold"}, "W1 is on hold.", []),
]
EXPLOIT = {"state": run([user("Cancel W1. How much do I get back?"), use("t1", "get_order", id="W1"), out("t1", ORDERS["W1"]),
                         bot("That would be 54.04.")], ORDERS, DATASET[0]["reference"]["info"])}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5 > owed, (paid, owed)
    return paid, owed

if __name__ == "__main__":
    print(__file__, check())
