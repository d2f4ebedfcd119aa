"""Shopping: the order that was placed is compared with the list, line by line. Share of the lines that are
right in article and number, zero when the budget is broken, something else was bought, or
nothing was checked out.
"""
import json

SHAPE = "state"
FULL = 1.0
PRICES = {"milk": 120, "bread": 280, "eggs": 310, "rice": 450, "tea": 390, "soap": 210}


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


def placed(state):
    """{article: number} of the only order; None if there is not just one, or a line is no sound line."""
    orders = world(state).get("orders")
    if not isinstance(orders, list) or len(orders) != 1 or not isinstance(orders[0], dict):
        return None
    lines = orders[0].get("lines")
    ok = isinstance(lines, dict) and lines and all(k in PRICES and type(n) is int and n > 0 for k, n in lines.items())
    return lines if ok else None


def fixed(state: dict) -> float:
    info, lines = state["info"], placed(state)
    if not alive(state) or lines is None or set(lines) - set(info["list"]):
        return 0.0
    if sum(PRICES[k] * n for k, n in lines.items()) > info["budget"]:
        return 0.0
    return sum(lines.get(k) == n for k, n in info["list"].items()) / len(info["list"])


def shop(ask, lines, info, reply="Ordered."):
    made = [m for i, (k, n) in enumerate(lines.items()) for m in (use(f"a{i}", "add_to_cart", article=k, count=n), out(f"a{i}", "added"))]
    msgs = [user(ask)] + made + [use("c", "checkout"), out("c", {"order": 1}), bot(reply)]
    return run(msgs, {"cart": {}, "orders": [{"id": 1, "lines": lines}]}, info)


def case(name, ask, wanted, budget):
    return {"case": name, "initial": {"cart": {}, "orders": []}, "reference": shop(ask, wanted, {"list": wanted, "budget": budget})}


DATASET = [
    case("breakfast", "Order 2 milk, 1 bread and 1 eggs, at most 10 euros", {"milk": 2, "bread": 1, "eggs": 1}, 1000),
    case("one thing", "A bar of soap, please", {"soap": 1}, 300),
    case("exactly the budget", "3 tea for 11.70 at most", {"tea": 3}, 1170),
    case("week", "Order 4 milk, 2 bread, 1 rice and 1 tea", {"milk": 4, "bread": 2, "rice": 1, "tea": 1}, 2500),
]
good = DATASET[0]["reference"]
WRONG = [shop("b", {"milk": 2, "tea": 1}, good["info"]), shop("b", {"milk": 9, "bread": 1}, good["info"]), shop("b", {"milk": 0}, good["info"]),
         dict(good, final={"cart": {"milk": 2, "bread": 1, "eggs": 1}, "orders": []}), dict(good, is_truncated=True)]


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
