"""A failed model call was handed on as an ordinary output string, '[ERROR] ...', and graded like an
answer. The error was kept in the record, but where the expected pattern happened to match the
error's own words the case was booked as passed.
"""
import json
import re

SHAPE = "state"
KIND = "error-as-answer"
SOURCE = "github.com/diegosouzapw/OmniRoute/pull/13201, issue 13137 (2026)"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated,
             "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def closed(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def named(state):
    """Which of the candidate parts the recorded output names; none where it says what it is not."""
    output = final_of(state).get("output")
    words = set(re.findall(r"[a-z']+", output.lower() if isinstance(output, str) else ""))
    if words & {"not", "isn't", "never"}:
        return []
    return [c for c in state["info"]["candidates"] if c in words]


def holed(state: dict) -> float:
    return 1.0 if named(state) == [state["info"]["part"]] else 0.0


def fixed(state: dict) -> float:
    # a run that never got an answer has nothing to grade
    if not closed(state):
        return 0.0
    return 1.0 if named(state) == [state["info"]["part"]] else 0.0


PARTS = ["provider", "queue", "cache", "router"]


def told(log, part, reply, error=None):
    return st([ask(f"Which part of the service fails? Name one of {', '.join(PARTS)}.\n{log}"), say(reply)], {"output": reply},
              {"part": part, "candidates": PARTS}, error)


DATASET = [
    {"case": "provider", "reference": told("lookup of model x: upstream 502", "provider", "The provider is down.")},
    {"case": "queue", "reference": told("depth 9000, no consumer", "queue", "It is the queue that fails.")},
    {"case": "cache", "reference": told("evictions 100%, hit rate 0", "cache", "Cache.")},
    {"case": "router", "reference": told("no route for /v1/chat", "router", "The router has no route for it.")},
]
for row in DATASET:  # no output is recorded yet
    row["initial"] = {"output": None}

LOST = "Unable to determine provider for model 'codex'. Add the model as a combo entry."
EXPLOIT = {"state": told("lookup of model x: upstream 502", "provider", "[ERROR] " + LOST, error=LOST)}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
