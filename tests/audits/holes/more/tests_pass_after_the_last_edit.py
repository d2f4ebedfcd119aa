"""The last run of the tests must come after the last edit and must have passed every test of the task; how
often the tests failed before, and how often the agent edited, does not matter. Only source files may be edited.
"""
import json

SHAPE = "trajectory"
KIND = "order"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result None when none came or it is no JSON."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"] for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            try:
                result = json.loads(came[0]) if came else None
            except (ValueError, RecursionError):
                result = None
            out.append((f["name"] if isinstance(f.get("name"), str) else "", args if isinstance(args, dict) else None, result))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def fixed(messages: list[dict], info: dict) -> float:
    calls = calls_of(messages)
    edits = [i for i, (n, _, _) in enumerate(calls) if n == "edit"]
    runs = [i for i, (n, _, r) in enumerate(calls) if n == "run_tests" and isinstance(r, dict)]
    if not edits or not runs or runs[-1] < edits[-1] or not last_reply(messages):
        return 0.0
    if not all(n in ("edit", "run_tests", "view") for n, _, _ in calls) or not all((calls[i][1] or {}).get("path") in info["sources"] for i in edits):
        return 0.0
    passed = calls[runs[-1]][2].get("passed")
    return 1.0 if isinstance(passed, list) and sorted(map(str, passed)) == sorted(info["tests"]) else 0.0


def row(asked, source, tests, tries):
    messages = [ask(asked), call("v", "view", path=source), tool("v", {"text": "..."})]
    for i in range(tries):
        done = tests if i + 1 == tries else tests[:-1]
        messages += [call(f"e{i}", "edit", path=source, text=f"# try {i}"), tool(f"e{i}", {"ok": True}), call(f"t{i}", "run_tests"), tool(f"t{i}", {"passed": done})]
    return {"prompt": asked, "info": {"sources": [source], "tests": tests}, "reference": messages + [say("All tests pass now.")]}


DATASET = [
    row("Make the tests of clock.py pass.", "clock.py", ["test_noon", "test_midnight"], 1),
    row("Make the tests of cart.py pass.", "cart.py", ["test_empty", "test_two", "test_discount"], 3),
    row("Make the tests of caesar.py pass.", "caesar.py", ["test_shift"], 2),
    row("Make the tests of grid.py pass.", "grid.py", ["test_row", "test_col"], 1),
]


def check():
    for row in DATASET:
        assert abs(fixed(row["reference"], row["info"]) - FULL) < 1e-9, (row, fixed(row["reference"], row["info"]))
        assert fixed([ask(row["prompt"])], row["info"]) == 0.0 and fixed([], row["info"]) == 0.0, row
        assert fixed([ask(row["prompt"]), say("Done.")], row["info"]) == 0.0, row
        later = row["reference"][:-1] + [call("x", "edit", path=row["info"]["sources"][0], text="#"), tool("x", {"ok": True}), say("Done.")]
        assert fixed(later, row["info"]) == 0.0, row
        edited = row["reference"][:1] + [call("y", "edit", path="tests.py", text="#"), tool("y", {"ok": True})] + row["reference"][1:]
        assert fixed(edited, row["info"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
