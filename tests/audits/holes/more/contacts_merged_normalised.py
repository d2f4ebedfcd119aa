"""Doubled contacts have to be merged into one each. Names are compared without case and extra blanks,
phone numbers by their digits alone; which of the doubled entries survives does not matter.
"""
import json
import re

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


def card(entry):
    """(name, phones) of a contact in plain form, None if it is none."""
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str) or not isinstance(entry.get("phones"), list):
        return None
    if not all(isinstance(p, str) for p in entry["phones"]):
        return None
    phones = tuple(sorted(re.sub(r"[ ()/-]", "", p) for p in entry["phones"]))
    return " ".join(entry["name"].lower().split()), phones


def cards(entries):
    found = [card(e) for e in entries] if isinstance(entries, list) else [None]
    return sorted(found) if None not in found else None


def fixed(state: dict) -> float:
    got = cards(final_of(state).get("contacts"))
    return 1.0 if closed(state) and got is not None and got == cards(state["info"]["want"]) else 0.0


def person(name, *phones):
    return {"name": name, "phones": list(phones)}


def merged(before, after, want):
    turns = [ask("Merge the doubled contacts: one entry for each name, with all its numbers, each number once."),
             call("l", "list"), tool("l", {"contacts": before}), call("w", "replace_all", contacts=after), tool("w", {"ok": True}),
             say("Merged.")]
    return st(turns, {"contacts": after}, {"before": before, "want": want})


DATASET = [
    {"case": "one pair", "reference": merged([person("Ann Ek", "555 01"), person("ann ek", "555-02"), person("Bo", "7")],
                                             [person("Bo", "7"), person("ann ek", "555-02", "55501")],
                                             [person("Ann Ek", "55501", "55502"), person("Bo", "7")])},
    {"case": "same number", "reference": merged([person("Cy", "(01) 23"), person("CY", "0123")], [person("CY", "0123")], [person("Cy", "0123")])},
    {"case": "three of one", "reference": merged([person("Di", "1"), person("Di ", "2"), person("di", "3")],
                                                 [person("Di", "1", "2", "3")], [person("Di", "1", "2", "3")])},
]
for row in DATASET:  # as they were
    row["initial"] = {"contacts": [dict(c) for c in row["reference"]["info"]["before"]]}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
