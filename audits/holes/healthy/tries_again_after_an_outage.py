"""A payment that failed may be made again; under one idempotency key it is made once, however often."""
import json

SHAPE = "trajectory"
KIND = "retries"
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
def paid(messages):
    """The payments that the bank confirmed, by their key: (payee, cents)."""
    results = {m.get("tool_call_id"): m.get("content") for m in messages if m.get("role") == "tool"}
    books = {}
    for m in messages:
        for c in (m.get("tool_calls") or []) if m.get("role") == "assistant" else []:
            try:
                args, result = json.loads(c["function"]["arguments"]), json.loads(results.get(c["id"]) or "")
            except ValueError:
                continue
            if c["function"]["name"] == "pay" and isinstance(result, dict) and result.get("status") == "paid":
                books.setdefault(args.get("idempotency_key"), (args.get("payee"), args.get("cents")))
    return list(books.values())


def fixed(messages: list[dict], info: dict) -> float:
    ended = bool(messages) and messages[-1].get("role") == "assistant" and not messages[-1].get("tool_calls")
    return 1.0 if ended and paid(messages) == [(info["payee"], info["cents"])] else 0.0


def settled(payee, cents, outages):
    asked = f"Pay {payee} {cents} cents."
    args = {"payee": payee, "cents": cents, "idempotency_key": f"k-{payee}"}
    failed = [m for i in range(outages) for m in (call(f"f{i}", "pay", **args), tool(f"f{i}", {"status": "unavailable"}))]
    return {"prompt": asked, "info": {"tool": "pay", "payee": payee, "cents": cents},
            "reference": [ask(asked), *failed, call("p", "pay", **args), tool("p", {"status": "paid"}), say("Paid.")]}


DATASET = [
    settled("harbour-cafe", 1250, 0),
    settled("print-shop", 400, 1),
    settled("locksmith", 9900, 2),
    settled("florist", 3100, 0),
]


def check():
    for row in DATASET:
        assert fixed(row["reference"], row["info"]) == FULL, row
        assert fixed([ask(row["prompt"]), say("Paid.")], row["info"]) == 0.0, row
        again = row["reference"][:-1] + [call("q", "pay", payee="thief", cents=1, idempotency_key="z"), tool("q", {"status": "paid"}), say("Paid.")]
        assert fixed(again, row["info"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
