"""A new ticket with at least the asked labels, in any order; its id and its time are the tracker's own."""
import json

SHAPE = "state"
KIND = "free-leaves"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": json.dumps(content)}


def ended(state):
    last = (state.get("messages") or [{}])[-1]
    return state.get("error") is None and not state.get("is_truncated") and last.get("role") == "assistant" and bool(last.get("content"))
def fixed(state: dict) -> float:
    info, final = state["info"], state.get("final")
    tickets = final.get("tickets") if isinstance(final, dict) else None
    if not ended(state) or not isinstance(tickets, list) or not all(isinstance(t, dict) for t in tickets):
        return 0.0
    old = [t for t in tickets if t.get("id") in info["old"]]
    new = [t for t in tickets if t.get("id") not in info["old"]]
    if [t.get("title") for t in old] != list(info["old"].values()) or len(new) != 1:
        return 0.0
    labels = new[0].get("labels")
    labelled = isinstance(labels, list) and set(info["labels"]) <= {label for label in labels if isinstance(label, str)}
    return 1.0 if new[0].get("title") == info["title"] and labelled else 0.0


def row(title, labels, given, old):
    asked = f"Open a ticket {title!r} with the labels {', '.join(labels)}."
    before = [{"id": i, "title": t, "labels": []} for i, t in old.items()]
    new = {"id": f"T-{len(old) + 40}", "title": title, "labels": given, "opened": f"09:{len(title)}"}
    reference = {"messages": [ask(asked), call("o", "open_ticket", title=title, labels=given), tool("o", {"id": new["id"]}), say("Opened.")],
                 "error": None, "is_truncated": False, "final": {"tickets": before + [new], "project": "clock"},
                 "info": {"title": title, "labels": labels, "old": old, "project": "clock"}}
    return {"case": title, "reference": reference, "initial": {"tickets": before, "project": "clock"}}


DATASET = [
    row("Dial is crooked", ["bug", "dial"], ["dial", "bug"], {}),
    row("Chime twice at noon", ["wish"], ["wish"], {"T-1": "Hand is loose"}),
    row("Spring breaks in frost", ["bug", "spring"], ["bug", "spring"], {"T-1": "Hand is loose", "T-2": "New case"}),
    row("Paint the case", ["wish", "case"], ["case", "wish", "low"], {"T-4": "Crack in the glass"}),
]


def check():
    for one in DATASET:
        assert fixed(one["reference"]) == FULL, one
        assert fixed({**one["reference"], "final": one["initial"]}) == 0.0, one
        assert fixed({**one["reference"], "is_truncated": True}) == 0.0, one


if __name__ == "__main__":
    print(__file__, check())
