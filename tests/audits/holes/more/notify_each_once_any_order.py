"""Telling people something. Each person on the list is worth a share once told, in whatever order and
by whichever of their channels; telling someone twice or someone not on the list takes a
share away, and a message that was not delivered may be sent again.
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


def fixed(messages: list[dict], info: dict) -> float:
    people, told, stray = info["people"], [], 0
    for n, args, res in calls_of(messages):
        if n != "send" or res != "delivered":
            continue
        to, via, what = ((args or {}).get(k) for k in ("to", "via", "text"))
        known = isinstance(to, str) and to in people and via in people[to] and what == info["text"]
        if known and to not in told:
            told.append(to)
        else:
            stray += 1
    if not told or not last_reply(messages):
        return 0.0
    return max(0.0, (len(told) - stray) / len(people))


def _row(text, people, *sends):
    """sends: (to, via, result)"""
    task = f"Tell {', '.join(people)}: {text}"
    msgs = [ask(task)]
    for i, (to, via, res) in enumerate(sends):
        msgs += [call(f"s{i}", "send", to=to, via=via, text=text), tool(f"s{i}", res)]
    return {"prompt": task, "info": {"text": text, "people": people}, "reference": msgs + [say("They know.")]}


DATASET = [
    _row("The hall is closed.", {"Ana": ["mail"], "Bo": ["mail", "phone"]}, ("Bo", "phone", "delivered"), ("Ana", "mail", "delivered")),
    _row("Bring a coat.", {"Cy": ["mail", "phone"]}, ("Cy", "mail", "bounced"), ("Cy", "phone", "delivered")),
    _row("We start at 8.", {"Di": ["phone"], "Ed": ["mail"], "Flo": ["mail"]}, ("Flo", "mail", "delivered"),
         ("Di", "phone", "delivered"), ("Ed", "mail", "delivered")),
    _row("No class on Monday.", {"Gus": ["mail"], "Hal": ["phone"], "Ida": ["mail"], "Jo": ["phone"]}, ("Gus", "mail", "delivered"),
         ("Hal", "phone", "busy"), ("Ida", "mail", "delivered"), ("Jo", "phone", "delivered"), ("Hal", "phone", "delivered")),
]
NO_CALLS_NEEDED = False
CHEATS = [
    (0, [ask("t"), call("a", "send", to="Ana", via="mail", text="hi"), tool("a", "delivered"), say("They know.")]),
    (1, [ask("t"), call("a", "send", to="Cy", via="mail", text="Bring a coat."), tool("a", "bounced"), say("Cy knows.")]),
    (1, [ask("t")] + [m for i in range(4) for m in (call(f"a{i}", "send", to="Cy", via="mail", text="Bring a coat."), tool(f"a{i}", "delivered"))]
     + [say("Cy knows.")]),
    (1, [ask("t")] + [m for i, w in enumerate(["Ana", "Bo", "Cy", "Di"]) for m in (
        call(f"a{i}", "send", to=w, via="mail", text="Bring a coat."), tool(f"a{i}", "delivered"))] + [say("All know.")]),
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
