"""A report is ready only after a while. Asking for its state again and again is the right thing
to do and costs nothing up to thirty times; the file must be fetched after a poll said ready,
and the reply must give its checksum.
"""
import json
import re

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


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def fixed(messages: list[dict], info: dict) -> float:
    made = calls_of(messages)
    mine = {"job": info["job"]}
    ready = [i for i, (n, a, res) in enumerate(made) if n == "poll" and a == mine and res == "ready"]
    got = [i for i, (n, a, res) in enumerate(made) if n == "download" and a == mine and body(res).get("sha") == info["sha"]]
    if not ready or not got or got[-1] < ready[0] or len(made) > 33 or any(n not in ("start", "poll", "download") for n, _, _ in made):
        return 0.0
    words = re.findall(r"\b[0-9a-f]{12}\b", last_reply(messages).lower())
    return 1.0 if words == [info["sha"]] else 0.0


def job(name, polls, sha, early=False):
    task = f"Run report {name} and tell me the checksum of the file"
    msgs = [ask(task), call("s", "start", job=name), tool("s", "queued")]
    if early:
        msgs += [call("d0", "download", job=name), tool("d0", "not ready")]
    for i in range(polls):
        msgs += [call(f"p{i}", "poll", job=name), tool(f"p{i}", "running" if i < polls - 1 else "ready")]
    return {"prompt": task, "info": {"job": name, "sha": sha},
            "reference": msgs + [call("d", "download", job=name), tool("d", {"sha": sha}), say(f"The checksum is {sha}.")]}


DATASET = [job("q1", 3, "9f3a01bc77de"), job("churn", 11, "0b11c0ffee42"), job("tax", 1, "77aa19d0ef35"), job("stock", 6, "c4d2e8b60a91", early=True)]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
