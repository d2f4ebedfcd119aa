"""A stock room is to be refilled: at the end each article must lie between its lower and upper
mark, the spending must fit the budget, and nothing may have been taken out. Any plan that does
this earns full marks.
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


def fixed(state: dict) -> float:
    info, end = state["info"], final_of(state)
    stock, spent = end.get("stock"), end.get("spent")
    if not worked(state) or not isinstance(stock, dict) or set(stock) != set(info["marks"]):
        return 0.0
    if not all(type(n) is int for n in stock.values()) or not isinstance(spent, (int, float)):
        return 0.0
    bought = {k: n - info["before"][k] for k, n in stock.items()}
    cost = sum(n * info["price"][k] for k, n in bought.items())
    fair = min(bought.values()) >= 0 and abs(cost - spent) < 0.005 and spent <= info["budget"]
    within = all(low <= stock[k] <= high for k, (low, high) in info["marks"].items())
    return 1.0 if fair and within else 0.0


def refill(before, price, marks, budget, **bought):
    stock = {k: n + bought.get(k, 0) for k, n in before.items()}
    spent = sum(n * price[k] for k, n in bought.items())
    out = [ask(f"Restock the room; {budget} to spend.")]
    for i, (k, n) in enumerate(bought.items()):
        out += [call(f"o{i}", "order", item=k, qty=n), tool(f"o{i}", "ok")]
    return st(out + [say("Restocked.")], {"stock": stock, "spent": spent},
              {"before": before, "price": price, "marks": marks, "budget": budget})


DATASET = [
    {"case": "two low", "reference": refill({"bolts": 10, "nuts": 4, "washers": 60}, {"bolts": 0.5, "nuts": 0.25, "washers": 0.1},
     {"bolts": [40, 80], "nuts": [40, 80], "washers": [40, 80]}, 40, bolts=40, nuts=50)},
    {"case": "one empty", "reference": refill({"paper": 0, "toner": 3}, {"paper": 4, "toner": 55}, {"paper": [10, 20], "toner": [2, 5]}, 60, paper=12)},
    {"case": "tight budget", "reference": refill({"milk": 1, "eggs": 0, "flour": 1}, {"milk": 2, "eggs": 3, "flour": 1},
     {"milk": [3, 6], "eggs": [2, 4], "flour": [2, 9]}, 11, milk=2, eggs=2, flour=1)},
    {"case": "narrow marks", "reference": refill({"masks": 12, "gloves": 7}, {"masks": 1, "gloves": 2}, {"masks": [15, 16], "gloves": [10, 10]}, 20, masks=3, gloves=3)},
]
for row in DATASET:  # the room before the agent acts
    row["initial"] = {"stock": dict(row["reference"]["info"]["before"]), "spent": 0}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
