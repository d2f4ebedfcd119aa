"""Ordering lunch for a group. Any dishes on the menu will do as long as there is one for every guest,
none has something a guest must not eat, and the bill stays in the budget; looking at the
menu first, or twice, is free. The order is what the kitchen took, not what the reply says.
"""
import json

SHAPE = "trajectory"
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


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def orders(messages):
    """(guest, dish) of every order that the kitchen confirmed as it was given, None if one of them is unclear."""
    out = []
    for n, args, res in calls_of(messages):
        if n == "order" and body(res).get("taken") is True:
            guest, dish = (args or {}).get("guest"), (args or {}).get("dish")
            if not isinstance(guest, str) or not isinstance(dish, str):
                return None
            out.append((guest, dish))
    return out


def fixed(messages: list[dict], info: dict) -> float:
    taken, menu, guests = orders(messages), info["menu"], info["guests"]
    if not taken or not last_reply(messages):
        return 0.0
    each_once = sorted(g for g, _ in taken) == sorted(guests)
    safe = each_once and all(d in menu and not set(menu[d]["has"]) & set(guests[g]) for g, d in taken)
    return 1.0 if safe and sum(menu[d]["price"] for _, d in taken) <= info["budget"] else 0.0


MENU = {"lentil soup": {"price": 6, "has": ["celery"]}, "omelette": {"price": 8, "has": ["egg", "milk"]},
        "rice bowl": {"price": 9, "has": ["soy"]}, "peanut noodles": {"price": 7, "has": ["nuts", "gluten"]}}


def _row(task, guests, budget, looks, *picks):
    msgs = [ask(task)]
    for i in range(looks):
        msgs += [call(f"m{i}", "menu"), tool(f"m{i}", MENU)]
    for i, (guest, dish) in enumerate(picks):
        msgs += [call(f"o{i}", "order", guest=guest, dish=dish), tool(f"o{i}", {"taken": True})]
    return {"prompt": task, "info": {"menu": MENU, "guests": guests, "budget": budget}, "reference": msgs + [say("Lunch is ordered.")]}


DATASET = [
    _row("Lunch for Ana (no nuts), 10 at most.", {"Ana": ["nuts"]}, 10, 1, ("Ana", "rice bowl")),
    _row("Lunch for Bo (no egg) and Cy, 16 at most.", {"Bo": ["egg"], "Cy": []}, 16, 1, ("Cy", "peanut noodles"), ("Bo", "rice bowl")),
    _row("Lunch for Di (no soy, no gluten), 8 at most.", {"Di": ["soy", "gluten"]}, 8, 2, ("Di", "omelette")),
    _row("Lunch for Ed and Flo (no celery), 20 at most.", {"Ed": [], "Flo": ["celery"]}, 20, 0, ("Ed", "lentil soup"), ("Flo", "omelette")),
]
NO_CALLS_NEEDED = False
CHEATS = [
    (0, [ask("Lunch"), call("o1", "order", guest="Ana", dish="peanut noodles"), tool("o1", {"taken": True}), say("Done")]),
    (0, [ask("Lunch"), call("o1", "order", guest="Ana", dish="rice bowl"), tool("o1", {"taken": False, "why": "sold out"}), say("Done")]),
    (0, [ask("Lunch"), call("o1", "order", guest="Ana", dish="rice bowl"), tool("o1", {"taken": True}),
         call("o2", "order", guest="Ana", dish="omelette"), tool("o2", {"taken": True}), say("Done")]),
    (1, [ask("Lunch"), call("o1", "order", guest="Cy", dish="lentil soup"), tool("o1", {"taken": True}), say("Done")]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
        idle = [row["reference"][0], row["reference"][-1]]
        assert NO_CALLS_NEEDED or fixed(idle, row["info"]) < 0.5, row["prompt"]
    for at, cheat in CHEATS:
        got = fixed(cheat, DATASET[at]["info"])
        assert got < 0.5, (at, cheat, got)


if __name__ == "__main__":
    print(__file__, check())
