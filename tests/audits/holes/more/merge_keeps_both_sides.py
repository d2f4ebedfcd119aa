"""A merge task on a small repository: at the end the target branch must contain the tips of both
sides, the protected branch must still contain its old tip, no conflict marker may be left, and
the named tests must pass.
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


def history(commits, tip):
    """Every commit that can be reached from the tip."""
    seen, todo = set(), [tip]
    while todo:
        c = todo.pop()
        if c in commits and c not in seen:
            seen.add(c)
            todo += commits[c]
    return seen


def fixed(state: dict) -> float:
    info, end = state["info"], final_of(state)
    commits, branches, tests = end.get("commits"), end.get("branches"), end.get("tests")
    if not worked(state) or not all(isinstance(x, dict) for x in (commits, branches, tests)):
        return 0.0
    target = history(commits, branches.get(info["target"]))
    both = all(tip in target for tip in info["sides"])
    safe = info["protected_tip"] in history(commits, branches.get(info["protected"]))
    clean = end.get("conflict_markers") == 0
    green = bool(info["tests"]) and all(tests.get(t) == "passed" for t in info["tests"])
    return 1.0 if both and safe and clean and green else 0.0


def start(info):
    return {"commits": {"base": [], info["sides"][0]: ["base"], info["sides"][1]: ["base"]},
            "branches": {info["target"]: info["sides"][0], "topic": info["sides"][1], info["protected"]: info["protected_tip"]},
            "tests": {t: "not run" for t in info["tests"]}, "conflict_markers": 0}


def merged(target, ours, theirs, *tests):
    info = {"target": target, "sides": [ours, theirs], "protected": "main", "protected_tip": "base", "tests": list(tests)}
    end = start(info)
    end["commits"]["m1"] = [ours, theirs]
    end["branches"][target] = "m1"
    end["tests"] = {t: "passed" for t in tests}
    return st([ask(f"Merge topic into {target} and make the tests pass."), call("c1", "git", cmd="merge topic"), tool("c1", "ok"),
               call("c2", "run_tests"), tool("c2", "ok"), say("Merged; the tests pass.")], end, info)


DATASET = [
    {"case": "develop", "reference": merged("develop", "d41", "t07", "test_login", "test_cart")},
    {"case": "release", "reference": merged("release-2", "r10", "t11", "test_export")},
    {"case": "staging", "reference": merged("staging", "s88", "t90", "test_api", "test_cli", "test_docs")},
    {"case": "hotfix", "reference": merged("hotfix", "h02", "t03", "test_dates")},
]
for row in DATASET:  # the repository before the agent acts
    row["initial"] = start(row["reference"]["info"])


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
