"""A shopping agent may buy what it likes as long as the order was placed, holds what is needed,
keeps to the budget and leaves out what is not wanted.
"""
import json

SHAPE = "state"
KIND = "sound"
SOURCE = "common practice: any plan that meets the constraints"
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


def cart_of(state):
    """{item: count} of the placed order, {} if none was placed or it is not made of known items in whole numbers."""
    final, prices = final_of(state), state["info"]["prices"]
    cart = final.get("cart")
    if final.get("placed") is not True or not isinstance(cart, dict):
        return {}
    return cart if all(i in prices and type(n) is int and n > 0 for i, n in cart.items()) else {}


def fixed(state: dict) -> float:
    info, cart = state["info"], cart_of(state)
    if not alive(state) or not cart or not info["need"] or set(cart) & set(info["avoid"]):
        return 0.0
    enough = all(cart.get(item, 0) >= n for item, n in info["need"].items())
    return 1.0 if enough and sum(info["prices"][i] * n for i, n in cart.items()) <= info["budget"] else 0.0


PRICES = {"milk": 2, "bread": 3, "eggs": 4, "jam": 5, "nuts": 6}


def shop(task, cart, need, budget, *avoid):
    out = [ask(task)]
    for i, (item, n) in enumerate(cart.items()):
        out += [call(f"c{i}", "add", item=item, n=n), tool(f"c{i}", "ok")]
    return st(out + [call("p", "place_order"), tool("p", "ok"), say("Ordered.")], {"cart": cart, "placed": True},
              {"prices": PRICES, "need": need, "budget": budget, "avoid": list(avoid)})


DATASET = [
    {"case": "exact", "reference": shop("Two milk and a bread, at most 8.", {"milk": 2, "bread": 1}, {"milk": 2, "bread": 1}, 8)},
    {"case": "extras allowed", "reference": shop("Eggs, and anything else up to 15.", {"eggs": 1, "jam": 2}, {"eggs": 1}, 15)},
    {"case": "allergy", "reference": shop("A jam and a bread for 10, no nuts.", {"jam": 1, "bread": 1}, {"jam": 1, "bread": 1}, 10, "nuts")},
    {"case": "large", "reference": shop("Six milk, three eggs, at most 30.", {"milk": 6, "eggs": 3}, {"milk": 6, "eggs": 3}, 30)},
]
for row in DATASET:  # the cart is empty before the agent acts
    row["initial"] = {"cart": {}, "placed": False}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)


if __name__ == "__main__":
    print(__file__, check())
