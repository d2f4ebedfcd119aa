"""A tool-use evaluator credited a step to the action the model asked for. The server may rewrite
an alias, or show instead of do, so an action that never ran was credited; the rebuilt
scorer reads what the server dispatched.
"""
import json

SHAPE = "trajectory"
KIND = "wrong-evidence"
SOURCE = "github.com/jmrplens/gitlab-mcp-server/pull/798 (2026)"
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


def holed(messages: list[dict], info: dict) -> float:
    asked = [(n, a) for n, a, _ in calls_of(messages)]
    return 1.0 if asked == [(info["asks"], info["args"])] and last_reply(messages) else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    made = [(a, body(res)) for _, a, res in calls_of(messages)]
    ran = [(b.get("dispatched"), a) for a, b in made if b.get("ok") is True]
    return 1.0 if len(made) == 1 and ran == [(info["runs"], info["args"])] and last_reply(messages) else 0.0


def _row(task, reply, asks, runs, **args):
    return {"prompt": task, "info": {"asks": asks, "runs": runs, "args": args},
            "reference": [ask(task), call("c1", asks, **args), tool("c1", {"dispatched": runs, "ok": True}), say(reply)]}


DATASET = [
    _row("Close issue 7.", "Closed.", "issue_close", "issue.close", id=7),
    _row("Show the environment prod.", "Here it is.", "environment_get", "environment.protected_get", env="prod"),
    _row("Merge request 12.", "Merged.", "mr_merge", "merge_request.accept", id=12),
    _row("Delete the branch old-ui.", "Deleted.", "branch_delete", "branch.delete", branch="old-ui"),
]
EXPLOIT = {"row": 0, "messages": [ask("Close issue 7."), call("c1", "issue_close", id=7),
                                  tool("c1", {"dispatched": "issue.preview", "ok": True}), say("Closed.")]}


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
