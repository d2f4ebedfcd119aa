"""Cut the rights of a service account down to what it needs. The share of the needless rights that were taken away
counts; a needed right gone, or a right added, is zero, and so is leaving things as they were.
"""
import json

SHAPE = "state"
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


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated,
             "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def worked(state):
    """The run ended by itself, with a reply, and at least one of its tool calls went through."""
    msgs = state.get("messages") or []
    alive = state.get("error") is None and not state.get("is_truncated") and bool(last_reply(msgs))
    return alive and any(args is not None and res == "ok" for _, args, res in calls_of(msgs))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def granted(state):
    got = final_of(state).get("grants")
    return set(got) if isinstance(got, list) and all(isinstance(g, str) for g in got) else None


def fixed(state: dict) -> float:
    info, got = state["info"], granted(state)
    need, before = set(info["need"]), set(info["before"])
    if not worked(state) or got is None or need - got or got - before:
        return 0.0
    return len(before - got) / len(before - need)


def row(account, need, spare):
    before, text = sorted(need + spare), f"The account {account} needs {', '.join(need)} and nothing else. Take the other rights away."
    ref = st([ask(text), call("c1", "revoke", rights=spare), tool("c1", "ok"), say("The account is cut down.")],
             {"grants": need}, {"need": need, "before": before})
    return {"case": account, "reference": ref, "initial": {"grants": before}}


DATASET = [
    row("backup", ["bucket.read", "bucket.list"], ["bucket.delete", "iam.admin"]),
    row("mailer", ["queue.pull"], ["queue.push", "queue.purge", "secrets.read"]),
    row("reports", ["db.select", "bucket.write"], ["db.drop"]),
    row("deploy", ["image.pull", "pod.create", "pod.delete"], ["node.delete", "pod.exec"]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
