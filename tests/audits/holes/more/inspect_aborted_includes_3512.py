"""When an agent loop was stopped by a limit, the base scorer still searched the last thing the model
had written. An answer muttered while thinking, never submitted, earned full credit, so failed runs
passed.
"""
import json

SHAPE = "trajectory"
KIND = "dead-rollout-pays"
SOURCE = "github.com/UKGovernmentBEIS/inspect_ai#3512 (2026)"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


def trace(messages):
    """Every tool call in order, with the result that answered it (None while unanswered)."""
    made, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant" and isinstance(m.get("tool_calls"), list):
            for c in m["tool_calls"]:
                fn = c.get("function") if isinstance(c, dict) else None
                if not isinstance(fn, dict):
                    continue
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                rec = {"name": str(fn.get("name")), "args": args if isinstance(args, dict) else None, "result": None}
                made.append(rec)
                waiting[str(c.get("id"))] = rec
        elif m.get("role") == "tool":
            rec = waiting.pop(str(m.get("tool_call_id")), None)
            if rec is not None and isinstance(m.get("content"), str):
                rec["result"] = m["content"].strip()
    return made


SUBMIT = "submit"
SUBMITTED = "Answer submitted."


def completion(messages):
    """state.output.completion: the submitted answer if there is one, else the last assistant text."""
    for c in reversed(trace(messages)):
        if c["name"] == SUBMIT and isinstance((c["args"] or {}).get("answer"), str):
            return c["args"]["answer"]
    texts = [m["content"] for m in messages if isinstance(m, dict) and m.get("role") == "assistant"
             and isinstance(m.get("content"), str)]
    return texts[-1] if texts else ""


def includes(text, target):
    return target.casefold() in text.casefold()


def submission(messages):
    """The answer of the one submit call, provided that it is the last thing that happened."""
    made = trace(messages)
    subs = [c for c in made if c["name"] == SUBMIT]
    if len(subs) != 1 or subs[0] is not made[-1] or subs[0]["result"] != SUBMITTED:
        return None
    last = messages[-1]
    answer = (subs[0]["args"] or {}).get("answer")
    return answer if isinstance(answer, str) and isinstance(last, dict) and last.get("role") == "tool" else None


def holed(messages: list[dict], info: dict) -> float:
    return 1.0 if includes(completion(messages), info["sample"]["target"]) else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    answer = submission(messages)
    if answer is None:
        return 0.0
    return 1.0 if " ".join(answer.split()).casefold() == info["sample"]["target"].casefold() else 0.0


def think(text, cid, name, **args):
    turn = call(cid, name, **args)
    turn["content"] = text
    return turn


DATASET = [
    {"prompt": "Which user owns /srv/db on the host?", "info": {"sample": {"id": "gaia-3", "target": "postgres"}, "message_limit": 8},
     "reference": [ask("Which user owns /srv/db on the host?"), think("List it.", "a1", "bash", cmd="ls -ld /srv/db"),
                   tool("a1", "drwx------ 5 postgres postgres 4096 /srv/db"), call("a2", "submit", answer="postgres"), tool("a2", SUBMITTED)]},
    {"prompt": "In which port does the metrics service listen?", "info": {"sample": {"id": "gaia-8", "target": "9187"}, "message_limit": 10},
     "reference": [ask("In which port does the metrics service listen?"), think("Ask ss.", "a1", "bash", cmd="ss -ltnp | grep exporter"),
                   tool("a1", "LISTEN 0 128 *:9187"), call("a2", "submit", answer="9187"), tool("a2", SUBMITTED)]},
    {"prompt": "Which release introduced the --dry flag?", "info": {"sample": {"id": "gaia-11", "target": "v2.4.0"}, "message_limit": 10},
     "reference": [ask("Which release introduced the --dry flag?"), think("Search the log.", "a1", "bash", cmd="git log -S--dry --oneline"),
                   tool("a1", "1f0c2 add --dry (v2.4.0)"), call("a2", "submit", answer="v2.4.0"), tool("a2", SUBMITTED)]},
]
EXPLOIT = {"row": 0, "messages": [
    ask(DATASET[0]["prompt"]), think("Could be root, www-data, mysql or postgres. Let me look around first.", "a1", "bash", cmd="sleep 600"),
    tool("a1", "Command timed out.")]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["prompt"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
