"""A mail has to go out exactly once, to exactly the right people (in any order), with the asked
subject (case does not matter) and the asked facts as its lines, in any order, with or without
dashes. Drafts may be written freely.
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
    calls = calls_of(messages)
    sent = [a or {} for n, a, r in calls if n == "send" and body(r).get("sent") is True]
    if len(sent) != 1 or not last_reply(messages) or any(n not in ("draft", "send") for n, _, _ in calls):
        return 0.0
    mail = sent[0]
    if not isinstance(mail.get("to"), list) or not all(isinstance(mail.get(k), str) for k in ("subject", "text")):
        return 0.0
    people = len(mail["to"]) == len(info["to"]) and all(p in mail["to"] for p in info["to"])
    subject = mail["subject"].strip().lower() == info["subject"].lower()
    lines = [line.strip().lstrip("- ").rstrip(".") for line in mail["text"].splitlines() if line.strip()]
    return 1.0 if people and subject and sorted(lines) == sorted(info["facts"]) else 0.0


def row(to, subject, facts, text, draft=False, missed=0):
    prompt = f"Mail {' and '.join(to)}, subject '{subject}', with these facts and nothing else, one a line: {'; '.join(facts)}"
    args = {"to": to[::-1], "subject": subject, "text": text}
    turns = [ask(prompt)] + ([call("d", "draft", **args), tool("d", {"saved": True})] if draft else [])
    for i in range(missed + 1):
        turns += [call(f"s{i}", "send", **args), tool(f"s{i}", {"sent": i == missed})]
    return {"prompt": prompt, "info": {"to": to, "subject": subject, "facts": facts}, "reference": turns + [say("The mail is out.")]}


DATASET = [
    row(["ann@x.test", "ben@x.test"], "Move", ["Friday 9:00", "gate C"], "- gate C\n- Friday 9:00", draft=True),
    row(["cia@x.test"], "Invoice 12", ["40.00 EUR"], "40.00 EUR."),
    row(["dov@x.test", "eli@x.test"], "Lunch", ["12:30"], "12:30", missed=1),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
