"""Office task with milestones on the world's end state: a small share for each stage reached, in order, and most of the
reward for the whole. Nothing is paid for a stage whose predecessors do not hold.
"""
import json

SHAPE = "state"
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


def finished(state):
    """The rollout came to its own end: no error, not cut off, and a closing reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(closing(state.get("messages") or []))


def world(state):
    """The end state of the environment, {} where none was recorded."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def rollout(messages, final, info, error=None, truncated=False):
    return json.loads(json.dumps({"messages": messages, "error": error, "is_truncated": truncated,
                                  "final": final, "info": info}))


STAGES = (("draft_exists", 0.1), ("has_all_lines", 0.2), ("total_right", 0.2), ("sent_to_customer", 0.5))


def listed(state):
    """All invoices of the end state: (those for the customer in question, the rest)."""
    got = world(state).get("invoices")
    got = [i for i in got if isinstance(i, dict)] if isinstance(got, list) else []
    mine = [i for i in got if i.get("customer") == state["info"]["customer"]]
    return mine, [i for i in got if i not in mine]


def invoice(state):
    mine, _ = listed(state)
    return mine[0] if len(mine) == 1 else {}


def stage_checks(state):
    inv, want = invoice(state), state["info"]
    return {"draft_exists": inv.get("status") in ("draft", "sent"),
            "has_all_lines": sorted(map(str, inv.get("lines") or [])) == sorted(want["lines"]),
            "total_right": inv.get("total_cents") == want["total_cents"],
            "sent_to_customer": inv.get("status") == "sent" and inv.get("sent_to") == want["email"]}


def nothing_else_changed(state):
    mine, others = listed(state)
    return others == state["info"]["others"] and len(mine) <= 1


def healthy(state: dict) -> float:
    if not finished(state) or not nothing_else_changed(state):
        return 0.0
    checks, reward = stage_checks(state), 0.0
    for stage, share in STAGES:
        if not checks[stage]:
            break
        reward += share
    return round(reward, 6)


def case(customer, email, lines, cents, others=()):
    others = list(others)
    msgs = [ask(f"Invoice {customer} for {', '.join(lines)} and send it."), call("i1", "create_invoice", customer=customer, lines=lines),
            tool("i1", {"id": "n1", "total_cents": cents}), call("i2", "send_invoice", id="n1", to=email), tool("i2", {"sent": True}),
            say(f"The invoice went to {email}.")]
    done = {"customer": customer, "lines": lines, "total_cents": cents, "status": "sent", "sent_to": email}
    return {"case": customer, "initial": {"invoices": others}, "reference": rollout(
        msgs, {"invoices": others + [done]}, {"customer": customer, "email": email, "lines": lines, "total_cents": cents, "others": others})}


OLD = [{"customer": "Bakker", "lines": ["flour"], "total_cents": 900, "status": "sent", "sent_to": "b@x.nl"}]
DATASET = [case("Visser", "kees@visser.nl", ["nets", "rope"], 18450), case("Smit", "info@smit.nl", ["bolts"], 1275, OLD),
           case("De Wit", "post@dewit.nl", ["paint", "brushes", "tape"], 6410, OLD)]


def check():
    for row in DATASET:
        ref = row["reference"]
        got = healthy(ref)
        assert abs(got - FULL) < 1e-9, (row["case"], got)
        assert healthy(dict(ref, final=row["initial"])) == 0.0, row["case"]
        assert healthy(dict(ref, error="boom")) == 0.0 and healthy(dict(ref, is_truncated=True)) == 0.0
        assert healthy(dict(ref, final={})) == 0.0
    return FULL


fixed = healthy
