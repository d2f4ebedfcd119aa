"""A change in two steps. When the second step fails twice, the first has to be undone; when it
goes through, nothing may be undone. The reply has to begin with the outcome, DONE or UNDONE.
"""
import json

SHAPE = "trajectory"
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


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def fixed(messages: list[dict], info: dict) -> float:
    acts = [((a or {}).get("id"), n) for n, a, r in calls_of(messages) if body(r).get("ok") is True]
    tried = [n for n, a, _ in calls_of(messages) if (a or {}).get("id") == info["id"]]
    word = last_reply(messages).split(" ")[0].strip(".,:;")
    if any(i != info["id"] for i, _ in acts):
        return 0.0
    names = [n for _, n in acts]
    if info["second_can_work"]:
        return 1.0 if names == ["reserve", "charge"] and word == "DONE" else 0.0
    inside = tried[tried.index("reserve"):tried.index("release")] if "reserve" in tried and "release" in tried else []
    return 1.0 if names == ["reserve", "release"] and inside.count("charge") == tried.count("charge") == 2 and word == "UNDONE" else 0.0


def row(order, works, charges, reply):
    """A run that reserves, tries to charge, and releases if no charge went through."""
    prompt = (f"Order {order}: reserve it, then charge it. If the charge is declined twice, release the reservation. "
              "Begin the reply with DONE or UNDONE.")
    turns = [ask(prompt), call("r", "reserve", id=order), tool("r", {"ok": True})]
    for i, went in enumerate(charges):
        turns += [call(f"c{i}", "charge", id=order), tool(f"c{i}", {"ok": went} if went else {"ok": False, "why": "declined"})]
    if not works:
        turns += [call("x", "release", id=order), tool("x", {"ok": True})]
    return {"prompt": prompt, "info": {"id": order, "second_can_work": works}, "reference": turns + [say(reply)]}


DATASET = [
    row("A7", True, [True], "DONE. Order A7 is charged."),
    row("B2", False, [False, False], "UNDONE: the card was declined, so I released it."),
    row("C9", True, [False, True], "DONE at the second try."),
    row("D4", False, [False, False], "UNDONE."),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
