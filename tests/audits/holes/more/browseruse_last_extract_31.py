"""When a run ended without the agent ever declaring itself done, the content of its last action
was taken as its answer. An unfinished run that happens to have the right text on its screen
is graded like an answer.
"""
import json

SHAPE = "trajectory"
KIND = "dead-rollout-pays"
SOURCE = "github.com/lexmount/browseruse-agent-bench/pull/31 (2026)"
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


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def plain(text):
    return " ".join(text.lower().split()).strip(" .") if isinstance(text, str) else ""


def done_text(messages):
    """What the closing 'done' call declares, None when the run did not end with one that was accepted."""
    made = calls_of(messages)
    name, args, res = made[-1] if made else (None, None, "")
    return plain((args or {}).get("text")) if name == "done" and res == "ok" else None


def holed(messages: list[dict], info: dict) -> float:
    made, answer = calls_of(messages), done_text(messages)
    if answer is None:   # not done: the content of the last action stands in for the answer
        answer = plain(body(made[-1][2]).get("extracted")) if made else ""
    return 1.0 if answer and answer == plain(info["answer"]) else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    answer = done_text(messages)
    return 1.0 if answer and answer == plain(info["answer"]) else 0.0


def steps(task, *texts):
    msgs = [ask(task)]
    for i, t in enumerate(texts):
        msgs += [call(f"e{i}", "extract", node=i), tool(f"e{i}", {"extracted": t})]
    return msgs


def finish(text):
    return [call("d", "done", text=text), tool("d", "ok")]


DATASET = [
    {"prompt": "What does the kettle cost?", "info": {"answer": "34.90 EUR"},
     "reference": steps("What does the kettle cost?", "Kettles", "Kettle K2: 34.90 EUR") + finish("34.90 EUR")},
    {"prompt": "Who is the editor?", "info": {"answer": "Mina Okafor"},
     "reference": steps("Who is the editor?", "Editor: Mina Okafor, since 2019") + finish("Mina Okafor.")},
    {"prompt": "When does the pool open on Sunday?", "info": {"answer": "9:30"},
     "reference": steps("When does the pool open on Sunday?", "Sat 8:00, Sun 9:30") + finish("9:30")},
    {"prompt": "Which licence has the package?", "info": {"answer": "MPL-2.0"},
     "reference": steps("Which licence has the package?", "README", "License: MPL-2.0") + finish("mpl-2.0")},
]
EXPLOIT = {"row": 0, "messages": steps("What does the kettle cost?", "29.90 EUR", "31.50 EUR", "Waited for 3 seconds", "34.90 EUR")}


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
