"""Invoices are entered once. If the one at hand is already there, the books stay as they are and
the agent names the entry; if not, exactly this one is added. Either way the books have to be
searched first.
"""
import json

SHAPE = "state"
KIND = "sound"
SOURCE = "common practice: the right end state may be the start"
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


def alive(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def books(world):
    """The invoices of a world, None if it lists none."""
    listed = world.get("invoices") if isinstance(world, dict) else None
    return listed if isinstance(listed, list) and all(isinstance(v, dict) for v in listed) else None


def searched(state):
    want = {"vendor": state["info"]["invoice"]["vendor"], "number": state["info"]["invoice"]["number"]}
    return any(n == "find_invoice" and a == want and res for n, a, res in calls_of(state.get("messages") or []))


def fixed(state: dict) -> float:
    info, now = state["info"], books(final_of(state))
    if not alive(state) or now is None or not searched(state):
        return 0.0
    reply, before = last_reply(state["messages"]), info["before"]
    if info["duplicate_of"] is not None:
        return 1.0 if now == before and reply == f"Already entered as {info['duplicate_of']}." else 0.0
    added = [{k: v for k, v in x.items() if k != "id"} for x in now[len(before):]]
    return 1.0 if now[:len(before)] == before and added == [info["invoice"]] and reply == "Entered." else 0.0


OLD = [{"id": 1, "vendor": "Kern", "number": "K-9", "amount": 120}, {"id": 2, "vendor": "Ode", "number": "77", "amount": 60}]


def enter(vendor, number, amount, duplicate_of=None, before=OLD):
    invoice = {"vendor": vendor, "number": number, "amount": amount}
    msgs = [ask(f"Enter invoice {number} of {vendor} over {amount}."), call("c1", "find_invoice", vendor=vendor, number=number),
            tool("c1", {"found": duplicate_of})]
    if duplicate_of is not None:
        return st(msgs + [say(f"Already entered as {duplicate_of}.")], {"invoices": before},
                  {"invoice": invoice, "duplicate_of": duplicate_of, "before": before})
    return st(msgs + [call("c2", "add_invoice", **invoice), tool("c2", "ok"), say("Entered.")],
              {"invoices": before + [dict(invoice, id=len(before) + 1)]},
              {"invoice": invoice, "duplicate_of": None, "before": before})


DATASET = [
    {"case": "new", "reference": enter("Kern", "K-10", 80)},
    {"case": "duplicate", "reference": enter("Ode", "77", 60, duplicate_of=2)},
    {"case": "first of all", "reference": enter("Pilz", "A1", 15, before=[])},
    {"case": "duplicate of the first", "reference": enter("Kern", "K-9", 120, duplicate_of=1)},
    {"case": "same number, other vendor", "reference": enter("Sol", "77", 60)},
]
for row in DATASET:  # the books as they stand before the agent acts
    row["initial"] = {"invoices": [dict(v) for v in row["reference"]["info"]["before"]]}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)


if __name__ == "__main__":
    print(__file__, check())
