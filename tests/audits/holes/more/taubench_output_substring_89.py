"""A customer-service environment pays when the database ends as the annotated actions leave it and
each required output appears in what the agent told the user. The outputs were looked for as bare
substrings (with commas removed), so a reply saying 110 satisfies a required 10.
"""
import json
import re

SHAPE = "trajectory"
KIND = "substring-match"
SOURCE = "github.com/sierra-research/tau-bench/pull/89 (2026)"
FULL = 1.0

CONSEQUENTIAL = ("cancel_pending_order", "exchange_delivered_order_items", "return_delivered_order_items",
                 "modify_pending_order_payment", "transfer_to_human_agents")


def accepted(observation):
    """The store answers a carried-out action with the changed record, anything else with an error text."""
    try:
        record = json.loads(observation or "")
    except (TypeError, ValueError):
        return False
    return isinstance(record, dict) and bool(record) and "error" not in record


def database_actions(messages):
    """Consequential calls the store accepted: [name, kwargs] in the order they were made."""
    done, pending = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant":
            for c in m.get("tool_calls") or []:
                try:
                    pending[c["id"]] = [c["function"]["name"], json.loads(c["function"]["arguments"])]
                except (KeyError, TypeError, ValueError):
                    pass
        elif m.get("role") == "tool":
            act = pending.pop(m.get("tool_call_id"), None)
            if act and act[0] in CONSEQUENTIAL and accepted(m.get("content")):
                done.append(act)
    return done


def farewell(messages):
    """What the agent told the user last; '' while a call is still open or the user had the last word."""
    last = messages[-1] if messages else {}
    if not isinstance(last, dict) or last.get("role") != "assistant" or last.get("tool_calls"):
        return ""
    return last.get("content") or ""


def r_actions(messages, info):
    want = [[a["name"], a["kwargs"]] for a in info["actions"]]
    as_text = lambda acts: sorted(json.dumps(a, sort_keys=True) for a in acts)
    return as_text(want) == as_text(database_actions(messages))


def holed(messages: list[dict], info: dict) -> float:
    if not r_actions(messages, info):
        return 0.0
    said = farewell(messages).lower().replace(",", "")
    return 1.0 if all(out.lower() in said for out in info["outputs"]) else 0.0


AMOUNT = re.compile(r"(?<![\w.#-])\d+(?:\.\d+)?(?![\w-]|\.\d)")


def amounts(text):
    return {float(n) for n in AMOUNT.findall(text.replace(",", ""))}


def fixed(messages: list[dict], info: dict) -> float:
    if not r_actions(messages, info):
        return 0.0
    said, need = amounts(farewell(messages)), {float(o) for o in info["outputs"]}
    return 1.0 if said == need else 0.0   # the figures asked for and no others, so listing guesses is no way in


def episode(user, steps, bye):
    out = [{"role": "system", "content": "Retail agent policy. Quote only the figures the customer asked for."},
           {"role": "user", "content": user}]
    for n, (name, kwargs, obs) in enumerate(steps):
        out += [{"role": "assistant", "content": None, "tool_calls": [
                    {"id": f"t{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(kwargs)}}]},
                {"role": "tool", "tool_call_id": f"t{n}", "name": name, "content": obs}]
    return out + [{"role": "assistant", "content": bye}]


def task(i, user, steps, bye, outputs):
    gold = [{"name": n, "kwargs": k} for n, k, obs in steps if n in CONSEQUENTIAL and not obs.startswith("Error")]
    return {"prompt": user, "info": {"task_index": i, "actions": gold, "outputs": outputs},
            "reference": episode(user, steps, bye)}


DATASET = [
    task(4, "Cancel my order #W23 please, and how many t-shirt options do you have?",
         [("get_order_details", {"order_id": "#W23"}, '{"status": "pending"}'),
          ("cancel_pending_order", {"order_id": "#W23", "reason": "no longer needed"}, '{"status": "cancelled"}'),
          ("get_product_details", {"product": "t-shirt"}, '{"variants": 12, "available": 10}')],
         "Order #W23 is cancelled. We have 10 t-shirt options available.", ["10"]),
    task(9, "Return the lamp in #W41; what do I get back?",
         [("return_delivered_order_items", {"order_id": "#W41", "item_ids": ["88"]}, "Error: payment method missing"),
          ("return_delivered_order_items", {"order_id": "#W41", "item_ids": ["88"], "payment": "gift_1"}, '{"refund": 1054.5}')],
         "The return is set up; you get $1,054.50 back.", ["1054.5"]),
    task(17, "Pay #W77 by card instead. And what are my two item prices?",
         [("get_order_details", {"order_id": "#W77"}, '{"prices": [54, 239]}'),
          ("modify_pending_order_payment", {"order_id": "#W77", "payment": "card_9"}, '{"status": "ok"}')],
         "Done, #W77 is now on your card. The items cost 54 and 239 dollars.", ["54", "239"]),
]
EXPLOIT = {"row": 0, "messages": DATASET[0]["reference"][:-1] + [
    {"role": "assistant", "content": "Order #W23 is cancelled. We have 110 t-shirt options available."}]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5 and owed < 0.5, (paid, owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
