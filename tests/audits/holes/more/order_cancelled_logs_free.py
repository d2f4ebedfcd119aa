"""The one order must be cancelled and refunded to its own card and every other row be as before; the audit
log may grow by anything, but loses nothing, and the 'updated' stamp of the one order is free.
"""
import json

SHAPE = "state"
KIND = "free-leaves"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result None when none came or it is no JSON."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"] for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            try:
                result = json.loads(came[0]) if came else None
            except (ValueError, RecursionError):
                result = None
            out.append((f["name"] if isinstance(f.get("name"), str) else "", args if isinstance(args, dict) else None, result))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated, "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def closed(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def fixed(state: dict) -> float:
    info, end = state["info"], final_of(state)
    orders, log, refunds = end.get("orders"), end.get("log"), end.get("refunds")
    if not closed(state) or not isinstance(orders, dict) or not isinstance(log, list) or not isinstance(orders.get(info["id"]), dict):
        return 0.0
    due = {**info["before"]["orders"], info["id"]: {**info["before"]["orders"][info["id"]], "status": "cancelled", "updated": None}}
    have = {**orders, info["id"]: {**orders[info["id"]], "updated": None}}
    paid = [{"order": info["id"], "card": due[info["id"]]["card"], "cents": due[info["id"]]["cents"]}]
    kept = log[:len(info["before"]["log"])] == info["before"]["log"]
    return 1.0 if have == due and refunds == info["before"]["refunds"] + paid and kept else 0.0


def row(oid, orders, log, extra):
    orders = {k: {"card": c, "cents": n, "status": s, "updated": 100} for k, (c, n, s) in orders.items()}
    before = {"orders": orders, "log": log, "refunds": []}
    after = {"orders": {**orders, oid: {**orders[oid], "status": "cancelled", "updated": 205}}, "log": log + extra,
             "refunds": [{"order": oid, "card": orders[oid]["card"], "cents": orders[oid]["cents"]}]}
    work = [ask(f"Cancel my order {oid} and refund it."), call("c", "cancel_order", id=oid), tool("c", {"ok": True}), say("It is cancelled and refunded.")]
    return {"case": oid, "initial": before, "reference": st(work, after, {"id": oid, "before": before})}


DATASET = [
    row("A1", {"A1": ("visa-4", 1999, "paid"), "A2": ("visa-4", 500, "paid")}, ["boot"], ["A1 looked up", "A1 cancelled"]),
    row("B7", {"B6": ("mc-9", 80, "sent"), "B7": ("mc-9", 12000, "paid")}, [], ["B7 cancelled"]),
    row("C3", {"C3": ("visa-1", 4550, "paid")}, ["boot", "sync"], []),
    row("D2", {"D1": ("mc-2", 70, "cancelled"), "D2": ("visa-8", 930, "paid"), "D3": ("visa-8", 930, "paid")}, ["x"], ["D2 cancelled", "mail sent"]),
]


def check():
    for row in DATASET:
        ref = row["reference"]
        assert abs(fixed(ref) - FULL) < 1e-9, (row, fixed(ref))
        for bad in ({**ref, "final": row["initial"]}, {**ref, "error": "killed"}, {**ref, "is_truncated": True}, {**ref, "final": None}, {**ref, "final": {}}):
            assert fixed(bad) == 0.0, (row, bad)
        thief = json.loads(json.dumps(ref))
        thief["final"]["refunds"][0]["card"] = "thief"
        assert fixed(thief) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
