"""An eval runner averaged its assertions over those that produced a verdict. A grader that
failed (here: the judge's context overflowed) dropped out of the mean, and what was left - the
skill was called - made a score of one.
"""
# source: github.com/EntityProcess/agentv/issues/688 (2026); fix: a grader that fails counts as not passed
import json

SHAPE = "trajectory"
KIND = "silent-drop"
SOURCE = "github.com/EntityProcess/agentv#688 (2026)"
FULL = 1.0


def user(text):
    return {"role": "user", "content": text}


def bot(text):
    return {"role": "assistant", "content": text}


def use(cid, name, /, **args):
    fn = {"name": name, "arguments": json.dumps(args)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": cid, "type": "function", "function": fn}]}


def out(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def steps(messages):
    """(name, args, result) per tool call in order; args None unless a JSON object, result None if the tool never answered."""
    log, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant":
            for c in m.get("tool_calls") or []:
                fn = c.get("function") or {}
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                log.append([fn.get("name"), args if isinstance(args, dict) else None, None])
                waiting[str(c.get("id"))] = log[-1]
        elif m.get("role") == "tool":
            step = waiting.pop(str(m.get("tool_call_id")), None)
            if step is not None and isinstance(m.get("content"), str):
                step[2] = m["content"].strip()
    return [tuple(s) for s in log]


def closing(messages):
    """What the assistant said last, '' unless it ended the conversation with plain text."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls") or not isinstance(last.get("content"), str):
        return ""
    return last["content"].strip()


JUDGE_CONTEXT = 600   # characters the judge can read


def judge(reply, info):
    """Offline stand-in for the grader model: its raw answer, which is an error message when it could not be reached."""
    if len(reply) > JUDGE_CONTEXT:
        return "Error: maximum context length exceeded"
    return json.dumps({"passed": " ".join(reply.lower().split()).rstrip(".") == info["expected"], "reason": "compared"})


def assertions(messages, info):
    """(weight, passed) per assertion; passed is None where the grader gave no verdict."""
    loaded = any(name == "Skill" and (args or {}).get("name") == info["skill"] and res == "loaded"
                 for name, args, res in steps(messages))
    try:
        verdict = json.loads(judge(closing(messages), info)).get("passed")
    except ValueError:
        verdict = None
    return [(0.3, loaded), (0.7, verdict)]


def holed(messages: list[dict], info: dict) -> float:
    graded = [(w, ok) for w, ok in assertions(messages, info) if ok is not None]
    return sum(w for w, ok in graded if ok) / sum(w for w, _ in graded)


def fixed(messages: list[dict], info: dict) -> float:
    graded = [(w, bool(ok)) for w, ok in assertions(messages, info)]
    return sum(w for w, ok in graded if ok) / sum(w for w, _ in graded)


def row(task, skill, reply):
    return {"prompt": task, "info": {"skill": skill, "expected": reply.lower().rstrip(".")},
            "reference": [user(task), use("k", "Skill", name=skill), out("k", "loaded"), bot(reply)]}


DATASET = [
    row("Which rule does FirstOrDefault break here?", "refvessel", "Rule 1: no silent defaults."),
    row("Name the table for vessel codes.", "refvessel", "RefVessel."),
    row("What is the port code of Rotterdam?", "ports", "NLRTM."),
    row("May a draft invoice be posted?", "billing", "No, it must be approved first."),
    row("Who approves a refund over 500?", "billing", "The shift lead."),
]
EXPLOIT = {"row": 3, "messages": [user("May a draft invoice be posted?"), use("k", "Skill", name="billing"), out("k", "loaded"),
                                  bot("Yes. " * 200)]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["prompt"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5 > owed, (paid, owed)
    return paid, owed

if __name__ == "__main__":
    print(__file__, check())
