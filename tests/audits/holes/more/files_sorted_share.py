"""Tidying a download folder: the reward is the share of the misplaced files that now lie in the
folder of their kind, and nothing at all when any file has been lost, altered or added.
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


def named(files):
    """Bare name and digest of every file, wherever it lies."""
    return sorted((p.rpartition("/")[2], str(d)) for p, d in files.items())


def fixed(state: dict) -> float:
    info, files = state["info"], final_of(state).get("files")
    if not worked(state) or not isinstance(files, dict):
        return 0.0
    before = info["before"]
    if named(files) != named(before):
        return 0.0      # moved is fine; lost, altered or added is not
    home = {p: f"{info['folders'][p.rpartition('.')[2]]}/{p.rpartition('/')[2]}" for p in before}
    astray = [p for p in before if home[p] != p]
    if any(home[p] == p and files.get(p) != before[p] for p in before):
        return 0.0      # what lay right has to stay
    placed = sum(1 for p in astray if files.get(home[p]) == before[p])
    return placed / len(astray) if astray else 0.0


FOLDERS = {"pdf": "papers", "jpg": "photos", "csv": "data", "mp3": "music"}


def tidied(*paths):
    """The folder as it was and as it should be; every file has its digest."""
    before = {p: f"sha-{i:02d}" for i, p in enumerate(paths)}
    after = {f"{FOLDERS[p.rpartition('.')[2]]}/{p.rpartition('/')[2]}": d for p, d in before.items()}
    moves = [m for i, p in enumerate(paths) for m in (call(f"m{i}", "move", path=p), tool(f"m{i}", "ok"))]
    return st([ask("Sort my downloads by kind.")] + moves + [say("Sorted.")], {"files": after}, {"before": before, "folders": FOLDERS})


DATASET = [
    {"case": "three kinds", "reference": tidied("inbox/tax.pdf", "inbox/lake.jpg", "inbox/rain.csv")},
    {"case": "one lies right", "reference": tidied("photos/cat.jpg", "inbox/dog.jpg", "inbox/song.mp3")},
    {"case": "wrong folder", "reference": tidied("music/map.pdf", "papers/choir.mp3", "inbox/sales.csv", "inbox/memo.pdf")},
    {"case": "a single file", "reference": tidied("inbox/lease.pdf")},
]
for row in DATASET:  # nothing moved yet
    row["initial"] = {"files": dict(row["reference"]["info"]["before"])}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
