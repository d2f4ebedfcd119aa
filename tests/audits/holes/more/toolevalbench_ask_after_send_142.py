"""A scenario wants the agent to ask who the recipient is, look the person up, and only then send.
The check joined all assistant messages and so lost their order: a question asked and a look-up
made after the mail had gone out counted.
"""
import json
import re

SHAPE = "trajectory"
KIND = "wrong-evidence"
SOURCE = "github.com/SeraphimSerapis/tool-eval-bench/pull/142 (2026)"
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


ASK = re.compile(r"(?i)\b(who|which|what)\b[^.!\n]*\b(name|person|they|recipient|is)\b[^.!\n]*\?")


def steps(messages):
    """What happened, in order: ('ask',), ('user',), or (tool, args, result)."""
    out = []
    for i, m in enumerate(messages):
        if m.get("role") == "user":
            out.append(("user",))
        elif m.get("role") == "assistant":
            if isinstance(m.get("content"), str) and ASK.search(m["content"]):
                out.append(("ask",))
            out += calls_of([m] + messages[i + 1:])[:len(m.get("tool_calls") or [])]
    return out


def sent_right(happened, info):
    """Where in the run the mail went out; None unless exactly one went, to the right person."""
    mails = [i for i, s in enumerate(happened) if s[0] == "send_email"]
    if len(mails) != 1 or happened[mails[0]][1:] != ({"to": info["to"], "subject": info["subject"]}, "sent"):
        return None
    return mails[0]


def looked(s, info):
    return s[0] == "lookup_contact" and s[1] == {"contact": info["name"]} and s[2] == info["to"]


def holed(messages: list[dict], info: dict) -> float:
    happened = steps(messages)
    spoken = " ".join(m["content"] for m in messages if m.get("role") == "assistant" and isinstance(m.get("content"), str))
    asked = bool(ASK.search(spoken)) and happened.count(("user",)) > 1
    found = any(looked(s, info) for s in happened)
    return 1.0 if sent_right(happened, info) is not None and asked and found and last_reply(messages) else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    happened = steps(messages)
    at = sent_right(happened, info)
    before = happened[:at] if at is not None else []
    asked = ("ask",) in before and ("user",) in before[before.index(("ask",)):]
    found = any(looked(s, info) for s in before)
    return 1.0 if asked and found and last_reply(messages) else 0.0


def mail(prompt, question, told, info):
    return {"prompt": prompt, "info": info, "reference": [
        ask(prompt), say(question), ask(told), call("c1", "lookup_contact", contact=info["name"]), tool("c1", info["to"]),
        call("c2", "send_email", to=info["to"], subject=info["subject"]), tool("c2", "sent"), say("It is on its way.")]}


DATASET = [
    mail("Send the project plan to the new PM.", "Who is the new PM?", "Priya Nair",
         {"name": "Priya Nair", "to": "priya.nair@corp.test", "subject": "project plan"}),
    mail("Mail the audit notes to our contact at the bank.", "What is the name of your contact there?", "That would be Jonas Falk.",
         {"name": "Jonas Falk", "to": "j.falk@bank.test", "subject": "audit notes"}),
    mail("Forward the floor plan to whoever runs facilities now.", "Which person is that?", "Olu Adeyemi",
         {"name": "Olu Adeyemi", "to": "olu@site.test", "subject": "floor plan"}),
    mail("Send last week's minutes to the new intern.", "Sure. Who is the intern?", "Mei Tan",
         {"name": "Mei Tan", "to": "mei.tan@corp.test", "subject": "last week's minutes"}),
]
EXPLOIT = {"row": 0, "messages": [
    ask("Send the project plan to the new PM."),
    call("c1", "send_email", to="priya.nair@corp.test", subject="project plan"), tool("c1", "sent"),
    say("Sent. Who is the new PM, by the way?"), ask("Priya Nair"),
    call("c2", "lookup_contact", contact="Priya Nair"), tool("c2", "priya.nair@corp.test"), say("Good, that was the right one.")]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
