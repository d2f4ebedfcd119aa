"""Cases the desk may not settle are handed to a person: first a ticket with the right topic, then the
handoff with that ticket's number. Cases it may settle are settled and never handed over.
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

READING = ("get_customer", "get_policy")


def fixed(messages: list[dict], info: dict) -> float:
    if not last_reply(messages):
        return 0.0
    acts = [(n, a, body(r)) for n, a, r in calls_of(messages) if n not in READING]
    if info["settle"] is not None:
        want = info["settle"]
        return 1.0 if len(acts) == 1 and acts[0][:2] == (want["name"], want["args"]) and acts[0][2].get("ok") is True else 0.0
    if [n for n, _, _ in acts] != ["open_ticket", "handoff"]:
        return 0.0
    ticket = acts[0][2].get("ticket")
    right = acts[0][1] is not None and acts[0][1].get("topic") == info["topic"] and isinstance(ticket, int)
    over = acts[1][1] is not None and acts[1][1].get("ticket") == ticket and acts[1][2].get("ok") is True
    return 1.0 if right and over else 0.0


def over(prompt, topic, ticket, look=False):
    turns = [ask(prompt)] + ([call("l", "get_policy", topic=topic), tool("l", {"desk_may": False})] if look else [])
    turns += [call("t", "open_ticket", topic=topic), tool("t", {"ticket": ticket}),
              call("h", "handoff", ticket=ticket), tool("h", {"ok": True}), say("A colleague will take over.")]
    return {"prompt": prompt, "info": {"settle": None, "topic": topic}, "reference": turns}


def settled(prompt, name, **args):
    return {"prompt": prompt, "info": {"settle": {"name": name, "args": args}},
            "reference": [ask(prompt), call("a", name, **args), tool("a", {"ok": True}), say("That is done.")]}


DATASET = [
    over("A customer threatens to sue (topic legal). The desk may not settle legal matters.", "legal", 71, look=True),
    settled("Customer 9 wants paper bills.", "set_billing", customer=9, kind="paper"),
    over("A customer reports a burning charger (topic safety). The desk may not settle safety matters.", "safety", 12),
    settled("Customer 4 wants the newsletter stopped.", "unsubscribe", customer=4),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
