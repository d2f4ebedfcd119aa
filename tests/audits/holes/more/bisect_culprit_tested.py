"""Find the commit that broke a test. The name has to be right and the agent must itself have seen that commit fail and
the one before it pass; more tests than halving needs (and two to spare) cost a part of the reward.
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


def verdict(at, info):
    return "bad" if at >= info["culprit"] else "good"


def fixed(messages: list[dict], info: dict) -> float:
    made, names, seen = calls_of(messages), info["commits"], {}
    for name, args, res in made:
        commit = (args or {}).get("commit")
        if name == "run_test" and commit in names and res == verdict(names.index(commit), info):
            seen[commit] = res
    culprit = names[info["culprit"]]
    proven = seen.get(culprit) == "bad" and seen.get(names[info["culprit"] - 1]) == "good"
    if not proven or last_reply(messages).strip(" .`").lower() != culprit:
        return 0.0
    return 1.0 if len(made) <= info["budget"] else 0.7


def row(n, culprit, budget):
    info = {"commits": [f"c{i:03d}" for i in range(n)], "culprit": culprit, "budget": budget}
    text = f"Commits c000 to c{n - 1:03d}: c000 is good, the last is bad. Which commit broke the test? Reply with its name only."
    low, high, turns = 0, n - 1, [ask(text)]
    tested = set()
    while high - low > 1:
        mid = (low + high) // 2
        turns += [call(f"t{mid}", "run_test", commit=f"c{mid:03d}"), tool(f"t{mid}", verdict(mid, info))]
        tested.add(mid)
        low, high = (mid, high) if verdict(mid, info) == "good" else (low, mid)
    for at in {culprit, culprit - 1} - tested:
        turns += [call(f"t{at}", "run_test", commit=f"c{at:03d}"), tool(f"t{at}", verdict(at, info))]
    return {"prompt": text, "info": info, "reference": [*turns, say(f"c{culprit:03d}")]}


DATASET = [row(16, 11, 6), row(64, 40, 8), row(9, 8, 6), row(100, 1, 9)]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
