"""The environment ran the task's evaluator after every step and ended with success the first
time it was satisfied. An agent that merely passes the right page while trying every link is
paid, although it never stops there. (The original runs the evaluator when the agent stops.)
"""
import json

SHAPE = "trajectory"
KIND = "any-step-pays"
SOURCE = "github.com/ServiceNow/BrowserGym#304 (2025)"
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


def pages(messages):
    """The page the browser reports after each step, in order; [] if the agent did anything but browse."""
    if any(n != "goto" for n, _, _ in calls_of(messages)):
        return []
    return [body(res).get("url") for _, args, res in calls_of(messages) if args is not None and body(res).get("url")]


def holed(messages: list[dict], info: dict) -> float:
    return 1.0 if info["url"] in pages(messages) else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    seen = pages(messages)
    return 1.0 if seen and seen[-1] == info["url"] and last_reply(messages) else 0.0


def browse(task, *urls, stop="I am on the page you asked for."):
    msgs = [ask(task)]
    for i, u in enumerate(urls):
        msgs += [call(f"c{i}", "goto", url=u), tool(f"c{i}", {"url": u, "status": 200})]
    return msgs + ([say(stop)] if stop else [])


DATASET = [
    {"prompt": "Open my latest cancelled order", "info": {"url": "/orders/170"},
     "reference": browse("Open my latest cancelled order", "/account", "/orders", "/orders/170")},
    {"prompt": "Go to the newest post in f/rust", "info": {"url": "/f/rust/981"},
     "reference": browse("Go to the newest post in f/rust", "/f/rust?sort=new", "/f/rust/981")},
    {"prompt": "Show the bestseller report", "info": {"url": "/admin/reports/best"},
     "reference": browse("Show the bestseller report", "/admin/reports/best")},
    {"prompt": "Open the settings of the wiki repo", "info": {"url": "/wiki/settings"},
     "reference": browse("Open the settings of the wiki repo", "/wiki", "/wiki/issues", "/wiki/settings", stop="Here are the settings.")},
]
EXPLOIT = {"row": 0, "messages": browse("Open my latest cancelled order", *[f"/orders/{n}" for n in range(166, 176)], stop="")}


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
