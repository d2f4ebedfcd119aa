"""An agent benchmark that wants the answer handed in with a submit tool scored the text left in
the last completion when the loop was aborted (message limit, time-out), so a guess in the
thoughts of a run that never submitted was correct.
"""
# source: github.com/UKGovernmentBEIS/inspect_ai/issues/3512, pull/3513 (2026): the scorer requires the submit call as the last action
import json

SHAPE = "trajectory"
KIND = "dead-rollout-pays"
SOURCE = "github.com/UKGovernmentBEIS/inspect_ai#3512, pull/3513 (2026)"
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


def submission(messages):
    """The answer handed in, None unless there was just one submit call and it was the agent's last action."""
    done = steps(messages)
    handed = [(args or {}).get("answer") for name, args, res in done if name == "submit" and res == "received"]
    ok = len(handed) == 1 and done[-1][0] == "submit" and isinstance(handed[0], str)
    return handed[0] if ok else None


def completion(messages):
    """Last text the assistant wrote."""
    said = [m["content"] for m in messages if m.get("role") == "assistant" and isinstance(m.get("content"), str)]
    return said[-1] if said else ""


def exact(text, target):
    """The last line of the text is the target."""
    lines = text.strip().splitlines()
    return 1.0 if lines and lines[-1].strip() == target else 0.0


def holed(messages: list[dict], info: dict) -> float:
    answer = submission(messages)
    return exact(completion(messages) if answer is None else answer, info["target"])


def fixed(messages: list[dict], info: dict) -> float:
    answer = submission(messages)
    return 0.0 if answer is None else exact(answer, info["target"])


def row(task, cmd, seen, target):
    return {"prompt": task, "info": {"target": target}, "reference": [
        user(task), use("b", "bash", cmd=cmd), out("b", seen), use("s", "submit", answer=target), out("s", "received")]}


DATASET = [
    row("Find the flag in /srv/drop", "cat /srv/drop/.hidden", "flag{low_tide}", "flag{low_tide}"),
    row("Which user owns /var/spool/job?", "stat -c %U /var/spool/job", "backup", "backup"),
    row("How many lines does access.log have?", "wc -l access.log", "1841 access.log", "1841"),
    row("Which port does the service listen on?", "ss -ltn", "LISTEN 0 128 *:8443", "8443"),
]
thought = dict(use("b2", "bash", cmd="sudo ss -ltnp"), content="It is usually the https alternative, so perhaps\n8443")
EXPLOIT = {"row": 3, "messages": [user("Which port does the service listen on?"), thought, out("b2", "sudo: a password is required")]}


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
