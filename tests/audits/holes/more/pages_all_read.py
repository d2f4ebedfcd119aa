"""A list comes in pages. The agent has to read each page at least once, in any order, and state the
number of matching entries over all pages; reading a page twice is allowed.
"""
import json
import re

SHAPE = "trajectory"
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


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def fixed(messages: list[dict], info: dict) -> float:
    read = {(a or {}).get("page") for n, a, r in calls_of(messages) if n == "list" and isinstance(body(r).get("entries"), list)}
    reply = last_reply(messages)
    numbers = re.findall(r"-?\d[\d.,]*\d|-?\d", reply)
    whole = all(page in read for page in range(1, info["pages"] + 1))
    denied = re.search(r"\bnot\b|n't\b", reply)
    return 1.0 if whole and not denied and numbers == [str(info["count"])] else 0.0


def row(wanted, pages, reply):
    prompt = f"How many orders are {wanted}? Read all pages with list(page); give just that one number in the reply."
    turns = [ask(prompt)]
    for i, page in enumerate(pages, 1):
        turns += [call(f"l{i}", "list", page=i), tool(f"l{i}", {"entries": page, "more": i < len(pages)})]
    count = sum(state == wanted for page in pages for state in page)
    return {"prompt": prompt, "info": {"pages": len(pages), "count": count}, "reference": turns + [say(reply)]}


DATASET = [
    row("late", [["late", "paid"], ["late", "late"], ["paid"]], "There are 3 late orders."),
    row("paid", [["paid", "paid", "paid"], ["late"]], "3"),
    row("open", [["late"], ["open"], ["open"], ["paid", "open", "open"]], "I count 4 open ones."),
    row("void", [["paid"], ["late"]], "The number of void orders is 0."),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
