"""Mail sorting with partial credit for what the agent changed: the share of wrongly filed mail
that is right afterwards, less what it took out of the right folder; mail must not vanish.
"""
import json

SHAPE = "state"
KIND = "sound"
SOURCE = "common practice: improvement over the start"
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


def alive(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def folders(world, names):
    """{mail: folder} of a world, {} unless it holds exactly these mails."""
    mail = world.get("mail") if isinstance(world, dict) else None
    return mail if isinstance(mail, dict) and set(mail) == names else {}


def fixed(state: dict) -> float:
    right, before = state["info"]["folder_of"], state["info"]["before"]
    after = folders(final_of(state), set(right))
    if not alive(state) or not after:
        return 0.0
    wrong = [m for m in right if before[m] != right[m]]
    spoilt = sum(before[m] == right[m] != after[m] for m in right)
    return max(0.0, (sum(after[m] == right[m] for m in wrong) - spoilt) / len(wrong)) if wrong else 0.0


def sort(right, before):
    out = [ask("Sort my inbox.")]
    for i, (mail, folder) in enumerate(right.items()):
        if before[mail] != folder:
            out += [call(f"c{i}", "move", mail=mail, to=folder), tool(f"c{i}", "ok")]
    return st(out + [say("Sorted.")], {"mail": right}, {"folder_of": right, "before": before})


DATASET = [
    {"case": "all in the inbox", "reference": sort({"m1": "bills", "m2": "family", "m3": "bills"}, dict.fromkeys(["m1", "m2", "m3"], "inbox"))},
    {"case": "one already right", "reference": sort({"m1": "work", "m2": "inbox", "m3": "trash", "m4": "work"},
                                                    {"m1": "inbox", "m2": "inbox", "m3": "inbox", "m4": "work"})},
    {"case": "misfiled", "reference": sort({"m1": "travel", "m2": "work"}, {"m1": "work", "m2": "travel"})},
    {"case": "five", "reference": sort({"m1": "a", "m2": "b", "m3": "a", "m4": "c", "m5": "b"},
                                       dict.fromkeys(["m1", "m2", "m3", "m4", "m5"], "inbox"))},
]
for row in DATASET:  # the mail as it lies before the agent acts
    row["initial"] = {"mail": dict(row["reference"]["info"]["before"])}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)


if __name__ == "__main__":
    print(__file__, check())
