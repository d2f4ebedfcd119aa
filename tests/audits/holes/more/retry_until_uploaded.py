"""A batch upload over a shaky link: each wanted file must have gone up exactly once in the end,
failed tries may be repeated, no other file may be sent, and the closing report must name the
number of files.
"""
import json
import re

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


def uploads(messages):
    """(path, went through) of every upload, in order."""
    return [((a or {}).get("path"), body(r).get("stored") is True) for n, a, r in calls_of(messages) if n == "upload"]


def fixed(messages: list[dict], info: dict) -> float:
    tried = uploads(messages)
    stored = [path for path, went in tried if went]
    only = all(path in info["files"] for path, _ in tried)
    report = re.search(r"\b(\d+) files?\b", last_reply(messages))
    if not only or len(stored) != len(set(stored)) or report is None or int(report.group(1)) != len(stored):
        return 0.0
    return 1.0 if sorted(stored) == sorted(info["files"]) else 0.0


def sent(prompt, *tries):
    """A run of (path, went through) uploads."""
    out, files = [ask(prompt)], sorted({p for p, _ in tries})
    for i, (path, went) in enumerate(tries):
        out += [call(f"u{i}", "upload", path=path), tool(f"u{i}", {"stored": True} if went else {"stored": False, "why": "timeout"})]
    return {"prompt": prompt, "info": {"files": files}, "reference": out + [say(f"Uploaded {len(files)} files." if len(files) > 1 else "Uploaded 1 file.")]}


DATASET = [
    sent("Upload jan.csv and feb.csv.", ("jan.csv", True), ("feb.csv", True)),
    sent("Upload the three scans s1.png, s2.png, s3.png.", ("s1.png", True), ("s2.png", False), ("s2.png", True), ("s3.png", True)),
    sent("Upload backup.tar.", ("backup.tar", False), ("backup.tar", False), ("backup.tar", True)),
    sent("Upload a.txt and b.txt.", ("a.txt", False), ("b.txt", True), ("a.txt", True)),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
