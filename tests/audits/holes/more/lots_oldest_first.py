"""Fill orders from dated lots: every order in full, older lots of the goods used up before newer ones are touched. Which order
gets which lot is free.
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


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated,
             "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def worked(state):
    """The run ended by itself, with a reply, and at least one of its tool calls went through."""
    msgs = state.get("messages") or []
    alive = state.get("error") is None and not state.get("is_truncated") and bool(last_reply(msgs))
    return alive and any(args is not None and res == "ok" for _, args, res in calls_of(msgs))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def moves(state):
    """(order, lot, quantity) of each line of the allocation, None when a line is none."""
    got = final_of(state).get("allocation")
    ok = isinstance(got, list) and all(isinstance(a, dict) and set(a) == {"order", "lot", "qty"} and isinstance(a["order"], str)
                                       and isinstance(a["lot"], str) and type(a["qty"]) is int and a["qty"] > 0 for a in got)
    return [(a["order"], a["lot"], a["qty"]) for a in got] if ok else None


def fixed(state: dict) -> float:
    info, got = state["info"], moves(state)
    orders, lots = info["orders"], info["lots"]   # lots stand oldest first
    if not worked(state) or got is None or any(o not in orders or lot not in lots for o, lot, _ in got):
        return 0.0
    if any(orders[o]["goods"] != lots[lot]["goods"] for o, lot, _ in got):
        return 0.0
    if any(sum(q for o, _, q in got if o == name) != order["qty"] for name, order in orders.items()):
        return 0.0
    for goods in {order["goods"] for order in orders.values()}:
        need = sum(order["qty"] for order in orders.values() if order["goods"] == goods)
        for name, lot in lots.items():
            if lot["goods"] == goods:
                used = min(need, lot["qty"])
                need -= used
                if sum(q for _, at, q in got if at == name) != used:
                    return 0.0
    return 1.0


def row(case, orders, lots, allocation):
    info = {"orders": {n: {"goods": g, "qty": q} for n, g, q in orders}, "lots": {n: {"goods": g, "qty": q} for n, g, q in lots}}
    text = f"Fill the orders of {case} from the lots, the oldest lots first."
    ref = st([ask(text), call("c1", "allocate", case=case), tool("c1", "ok"), say("The orders are filled.")],
             {"allocation": [{"order": o, "lot": lot, "qty": q} for o, lot, q in allocation]}, info)
    return {"case": case, "reference": ref, "initial": {"allocation": []}}


DATASET = [
    row("Monday", [("o1", "milk", 8), ("o2", "milk", 5)], [("l1", "milk", 10), ("l2", "milk", 20)], [("o2", "l1", 5), ("o1", "l1", 5), ("o1", "l2", 3)]),
    row("Tuesday", [("o1", "eggs", 6), ("o2", "milk", 4)], [("l1", "eggs", 6), ("l2", "milk", 9), ("l3", "eggs", 30)], [("o1", "l1", 6), ("o2", "l2", 4)]),
    row("Friday", [("o7", "rice", 25)], [("l4", "rice", 10), ("l5", "rice", 10), ("l6", "rice", 10)], [("o7", "l4", 10), ("o7", "l5", 10), ("o7", "l6", 5)]),
    row("Sunday", [("o1", "tea", 2), ("o2", "tea", 2), ("o3", "tea", 2)], [("l1", "tea", 3), ("l2", "tea", 8)],
        [("o1", "l1", 2), ("o2", "l1", 1), ("o2", "l2", 1), ("o3", "l2", 2)]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
