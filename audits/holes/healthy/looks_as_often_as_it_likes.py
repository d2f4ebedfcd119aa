"""One refund of the right order is asked for; how much is read beforehand, and in what order, is free."""
import json

SHAPE = "trajectory"
KIND = "extra-reads"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": json.dumps(content)}
def done(messages):
    """(name, arguments) of every call that the tool confirmed."""
    results = {m.get("tool_call_id"): m.get("content") for m in messages if m.get("role") == "tool"}
    made = []
    for m in messages:
        for c in (m.get("tool_calls") or []) if m.get("role") == "assistant" else []:
            try:
                args, result = json.loads(c["function"]["arguments"]), json.loads(results.get(c["id"]) or "")
            except ValueError:
                continue
            if isinstance(result, dict) and result.get("ok") is True:
                made.append((c["function"]["name"], args))
    return made


def fixed(messages: list[dict], info: dict) -> float:
    changes = [one for one in done(messages) if one[0] not in ("get_order", "get_policy")]
    ended = bool(messages) and messages[-1].get("role") == "assistant" and not messages[-1].get("tool_calls")
    return 1.0 if ended and changes == [("refund", {"order_id": info["order_id"], "cents": info["cents"]})] else 0.0


def refunded(order, cents, reads):
    asked = f"Please refund order {order}, I sent everything back. What do I get then?"
    looks = [m for i, (name, args) in enumerate(reads) for m in (call(f"r{i}", name, **args), tool(f"r{i}", {"ok": True, "cents": cents}))]
    return {"prompt": asked, "info": {"order_id": order, "cents": cents},
            "reference": [ask(asked), *looks, call("p", "refund", order_id=order, cents=cents), tool("p", {"ok": True}), say(f"You get {cents} cents.")]}


DATASET = [
    refunded("A-17", 1999, [("get_order", {"order_id": "A-17"})]),
    refunded("B-20", 450, [("get_policy", {}), ("get_order", {"order_id": "B-20"})]),
    refunded("C-31", 12000, [("get_order", {"order_id": "C-31"}), ("get_policy", {}), ("get_order", {"order_id": "C-31"})]),
    refunded("D-44", 75, [("get_order", {"order_id": "D-44"})]),
]


def check():
    for row in DATASET:
        assert fixed(row["reference"], row["info"]) == FULL, row
        assert fixed([ask(row["prompt"]), say("Refunded.")], row["info"]) == 0.0, row
        twice = row["reference"][:-1] + row["reference"][-3:]
        assert fixed(twice, row["info"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
