"""Rebalancing holdings at fixed prices. Every weight has to come within one point of its target, fees
of up to half a per cent of the value are accepted, nothing may go negative, and holdings plus
cash have to add up to what the trades can have left.
"""
import json

SHAPE = "state"
SOURCE = "healthy"
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


def value(holdings, cash, prices):
    """Worth of it all, None when a number is missing, negative, out of all range or of something without a price."""
    ok = isinstance(holdings, dict) and set(holdings) == set(prices)
    numbers = [*holdings.values(), cash] if ok else [None]
    if not all(type(n) in (int, float) and 0 <= n < 1e12 for n in numbers):
        return None
    return sum(holdings[k] * prices[k] for k in prices) + cash


def fixed(state: dict) -> float:
    final, info = final_of(state), state["info"]
    prices, target = info["prices"], info["target"]
    now = value(final.get("holdings"), final.get("cash"), prices) if worked(state) else None
    was = value(info["holdings"], info["cash"], prices)
    if now is None or not 0.995 * was <= now <= was + 1e-6:
        return 0.0
    off = [abs(final["holdings"][k] * prices[k] / now - target[k]) for k in prices]
    return 1.0 if max(off) <= 0.01 else 0.0


def rebalanced(prices, target, holdings, cash, after, left, *trades):
    msgs = [ask(f"Bring the weights to {json.dumps(target)}")]
    for i, (what, n) in enumerate(trades):
        msgs += [call(f"t{i}", "trade", what=what, units=n), tool(f"t{i}", "ok")]
    return st(msgs + [say("Rebalanced.")], {"holdings": after, "cash": left},
              {"prices": prices, "target": target, "holdings": holdings, "cash": cash})


DATASET = [
    {"case": "half and half", "reference": rebalanced({"A": 10.0, "B": 20.0}, {"A": 0.5, "B": 0.5}, {"A": 100, "B": 0}, 0.0,
                                                      {"A": 50, "B": 25}, 0.0, ("A", -50), ("B", 25))},
    {"case": "with a fee", "reference": rebalanced({"A": 5.0, "B": 50.0}, {"A": 0.2, "B": 0.8}, {"A": 200, "B": 0}, 0.0,
                                                   {"A": 39.5, "B": 15.98}, 0.0, ("A", -160.5), ("B", 15.98))},
    {"case": "a little cash left", "reference": rebalanced({"A": 30.0, "B": 7.0}, {"A": 0.6, "B": 0.4}, {"A": 0, "B": 0}, 1000.0,
                                                           {"A": 20, "B": 57}, 0.5, ("A", 20), ("B", 57))},
    {"case": "three of them", "reference": rebalanced({"A": 1.0, "B": 2.0, "C": 4.0}, {"A": 0.25, "B": 0.25, "C": 0.5},
                                                      {"A": 400, "B": 200, "C": 0}, 0.0, {"A": 201, "B": 99, "C": 100}, 0.4,
                                                      ("A", -199), ("B", -101), ("C", 100))},
]
for row in DATASET:  # the holdings before any trade
    info = row["reference"]["info"]
    row["initial"] = {"holdings": dict(info["holdings"]), "cash": info["cash"]}

R = DATASET[0]["reference"]
CHEATS = [dict(R, final={"holdings": {"A": 0, "B": 0}, "cash": 1000.0}), dict(R, final={"holdings": {"A": 5, "B": 2.5}, "cash": 0.0}),
          dict(R, final={"holdings": {"A": 500, "B": 250}, "cash": 0.0}), dict(R, final={"holdings": {"A": 100, "B": 50}, "cash": -1000.0}),
          dict(R, final={"holdings": {"A": 50}, "cash": 500.0}), dict(R, final={"holdings": {"A": float("inf"), "B": 1}, "cash": 0.0})]


def check():
    for row in DATASET:
        ref = row["reference"]
        got = fixed(ref)
        assert abs(got - FULL) < 1e-9, (row["case"], got)
        for bad in (dict(ref, final=row["initial"]), dict(ref, final={}), dict(ref, final=None),
                    dict(ref, error="crashed"), dict(ref, is_truncated=True)):
            assert fixed(bad) < 0.5, (row["case"], bad)
    for cheat in CHEATS:
        assert fixed(cheat) < 0.5, (cheat, fixed(cheat))


if __name__ == "__main__":
    print(__file__, check())
