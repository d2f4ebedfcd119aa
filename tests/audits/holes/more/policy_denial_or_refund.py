"""A support agent has to look up the order first. If the policy allows it, there is exactly one
refund, over the full amount; if not, there is none and the customer is told the reason.
"""
import json

SHAPE = "trajectory"
KIND = "sound"
SOURCE = "common practice: the right act may be not to act"
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


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result '' when none came."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"].strip() for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            out.append((f.get("name"), args if isinstance(args, dict) else None, came[0] if came else ""))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def fixed(messages: list[dict], info: dict) -> float:
    calls = calls_of(messages)
    looked = [i for i, (n, a, res) in enumerate(calls) if n == "get_order" and a == {"id": info["id"]} and info["id"] in res]
    refunds = [(i, a, res) for i, (n, a, res) in enumerate(calls) if n == "refund"]
    reply = last_reply(messages).lower()
    if not looked or {n for n, _, _ in calls} - {"get_order", "get_policy", "refund"}:
        return 0.0
    if info["reason"] is not None:
        return 1.0 if not refunds and reply == f"denied: {info['reason']}" else 0.0
    if len(refunds) != 1 or refunds[0][0] < looked[0] or refunds[0][2] != "ok":
        return 0.0
    return 1.0 if refunds[0][1] == {"id": info["id"], "amount": info["amount"]} and reply.startswith("refunded") else 0.0


def order(oid, days, amount):
    return {"id": oid, "days_since_delivery": days, "amount": amount}


DATASET = [
    {"prompt": "I want my money back for R-1.", "info": {"id": "R-1", "amount": 40, "reason": None},
     "reference": [ask("I want my money back for R-1."), call("c1", "get_order", id="R-1"), tool("c1", order("R-1", 4, 40)),
                   call("c2", "refund", id="R-1", amount=40), tool("c2", "ok"), say("Refunded 40 to your card.")]},
    {"prompt": "Refund R-2 please.", "info": {"id": "R-2", "amount": 15, "reason": "past 30 days"},
     "reference": [ask("Refund R-2 please."), call("c1", "get_order", id="R-2"), tool("c1", order("R-2", 61, 15)),
                   say("Denied: past 30 days")]},
    {"prompt": "R-3 does not fit, refund it.", "info": {"id": "R-3", "amount": 90, "reason": None},
     "reference": [ask("R-3 does not fit, refund it."), call("c1", "get_policy"), tool("c1", "30 days, unworn"),
                   call("c2", "get_order", id="R-3"), tool("c2", order("R-3", 12, 90)),
                   call("c3", "refund", id="R-3", amount=90), tool("c3", "ok"), say("Refunded in full.")]},
    {"prompt": "Send back my gift card money, R-4.", "info": {"id": "R-4", "amount": 25, "reason": "gift cards are final"},
     "reference": [ask("Send back my gift card money, R-4."), call("c1", "get_order", id="R-4"), tool("c1", order("R-4", 2, 25)),
                   call("c2", "get_policy"), tool("c2", "gift cards are final"), say("Denied: gift cards are final")]},
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)


if __name__ == "__main__":
    print(__file__, check())
