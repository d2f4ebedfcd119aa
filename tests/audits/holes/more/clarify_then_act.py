"""The request leaves out a value. The agent has to ask before it does anything, and then to make
the one right call with what the user answered.
"""
import json

SHAPE = "trajectory"
KIND = "sound"
SOURCE = "common practice: ask first when a value is missing"
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
    turns = [m for m in messages if isinstance(m, dict)]
    users = [i for i, m in enumerate(turns) if m.get("role") == "user"]
    if len(users) != 2:
        return 0.0
    asked = turns[users[0] + 1:users[1]]
    question = asked[0].get("content") if len(asked) == 1 and not asked[0].get("tool_calls") else None
    if not isinstance(question, str) or "?" not in question or info["missing"] not in question.lower():
        return 0.0
    made = calls_of(turns[users[1] + 1:])
    right = len(made) == 1 and made[0] == (info["tool"], info["args"], "ok")
    return 1.0 if right and last_reply(turns) else 0.0


DATASET = [
    {"prompt": "Book me a table for tonight.", "info": {"missing": "how many", "tool": "book", "args": {"day": "tonight", "people": 3}},
     "reference": [ask("Book me a table for tonight."), say("For how many people?"), ask("Three."),
                   call("c1", "book", day="tonight", people=3), tool("c1", "ok"), say("A table for three is booked.")]},
    {"prompt": "Send the report.", "info": {"missing": "whom", "tool": "send", "args": {"doc": "report", "to": "ana"}},
     "reference": [ask("Send the report."), say("Gladly. To whom should it go?"), ask("To Ana."),
                   call("c1", "send", doc="report", to="ana"), tool("c1", "ok"), say("Ana has it.")]},
    {"prompt": "Move my dentist appointment.", "info": {"missing": "which day", "tool": "move", "args": {"what": "dentist", "day": "Fri"}},
     "reference": [ask("Move my dentist appointment."), say("To which day?"), ask("Friday."),
                   call("c1", "move", what="dentist", day="Fri"), tool("c1", "ok"), say("It is on Friday now.")]},
    {"prompt": "Delete the old branch.", "info": {"missing": "which branch", "tool": "delete_branch", "args": {"name_of": "feat-2"}},
     "reference": [ask("Delete the old branch."), say("Which branch do you mean, feat-1 or feat-2?"), ask("feat-2"),
                   call("c1", "delete_branch", name_of="feat-2"), tool("c1", "ok"), say("feat-2 is gone.")]},
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)


if __name__ == "__main__":
    print(__file__, check())
