"""A translation is right when each source term is rendered by one of its accepted terms and by
no rejected one, in the order of the source. Looking terms up is allowed and not needed: who
knows the terms may translate at once.
"""
import json
import re

SHAPE = "trajectory"
SOURCE = "healthy"
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


def fixed(messages: list[dict], info: dict) -> float:
    if any(n != "glossary" for n, _, _ in calls_of(messages)):
        return 0.0
    words = re.findall(r"[a-z]+", last_reply(messages).lower())
    frame = [re.findall(r"[a-z]+", part.lower()) for part in info["frame"].split("{}")]
    rest = list(words)
    for i, before in enumerate(frame):
        if rest[:len(before)] != before:
            return 0.0
        rest = rest[len(before):]
        if i < len(info["terms"]):
            if not rest or rest.pop(0) not in info["terms"][i]:
                return 0.0
    return 1.0 if not rest else 0.0


def row(source, frame, terms, closing, *looked):
    msgs = [ask(f"Translate: {source}")]
    for i, (term, found) in enumerate(looked):
        msgs += [call(f"g{i}", "glossary", term=term), tool(f"g{i}", found)]
    return {"prompt": f"Translate: {source}", "info": {"frame": frame, "terms": terms}, "reference": msgs + [say(closing)]}


DATASET = [
    row("Die Mutter auf den Bolzen drehen.", "Turn the {} onto the {}.", [["nut"], ["bolt", "stud"]], "Turn the nut onto the bolt.",
        ("Mutter", "nut (not: mother)"), ("Bolzen", "bolt, stud")),
    row("Den Hahn schliessen.", "Close the {}.", [["tap", "valve", "cock"]], "Close the valve."),
    row("Die Birne wechseln.", "Replace the {}.", [["bulb", "lamp"]], "Replace the bulb.", ("Birne", "no entry")),
    row("Das Schloss mit dem Bart pruefen.", "Check the {} with the {}.", [["lock"], ["bit", "key"]], "Check the lock with the bit.", ("Bart", "bit")),
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
