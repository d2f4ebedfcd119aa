"""A trigger test for skills caught every crash, timeout and API error of a query's run and
recorded False, which is also what 'the skill was not used' records. For queries that should
not trigger the skill, a run that died is a pass.
"""
# source: github.com/anthropics/skills/issues/1478 (2026), cf. omni-skill#37; fix as proposed: a run that gave nothing is no observation
import json

SHAPE = "trajectory"
KIND = "dead-rollout-pays"
SOURCE = "github.com/anthropics/skills#1478 (2026)"
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


def triggered(messages, skill):
    """The skill was loaded: a Skill call naming it, answered by the host."""
    return any(name == "Skill" and (args or {}).get("skill") == skill and res and res.startswith("Launching skill")
               for name, args, res in steps(messages))


def observe(messages, skill):
    """True / False as the run triggered the skill or not; raises when the run came to nothing."""
    if not closing(messages):
        raise RuntimeError("run ended without a reply")
    return triggered(messages, skill)


def holed(messages: list[dict], info: dict) -> float:
    try:
        seen = observe(messages, info["skill"])
    except RuntimeError:
        seen = False
    return 1.0 if seen == info["should_trigger"] else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    try:
        seen = observe(messages, info["skill"])
    except RuntimeError:
        return 0.0   # errored, not "did not trigger"
    return 1.0 if seen == info["should_trigger"] else 0.0


def yes(query, skill, reply):
    return {"prompt": query, "info": {"skill": skill, "should_trigger": True},
            "reference": [user(query), use("s1", "Skill", skill=skill), out("s1", f"Launching skill: {skill}"), bot(reply)]}


def no(query, skill, reply):
    return {"prompt": query, "info": {"skill": skill, "should_trigger": False}, "reference": [user(query), bot(reply)]}


DATASET = [
    yes("Fill in the tax form f1040.pdf with these figures", "pdf-forms", "The form is filled in."),
    yes("Put the signature field at the bottom of lease.pdf", "pdf-forms", "The field is in place."),
    no("What does PDF stand for?", "pdf-forms", "Portable Document Format."),
    no("Rename report.pdf to q3.pdf", "pdf-forms", "Use: mv report.pdf q3.pdf"),
    yes("Make slides out of notes.md", "pptx", "Twelve slides are ready."),
    no("Who invented slide rules?", "pptx", "William Oughtred, about 1622."),
]
EXPLOIT = {"row": 2, "messages": [user("What does PDF stand for?")]}


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
