"""The answer must be right, alone in the closing message, with the number of a page that was read in this
run and says so; how many pages were read besides, and in which order, does not matter.
"""
import json
import re

SHAPE = "trajectory"
KIND = "grounded"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result None when none came or it is no JSON."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"] for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            try:
                result = json.loads(came[0]) if came else None
            except (ValueError, RecursionError):
                result = None
            out.append((f["name"] if isinstance(f.get("name"), str) else "", args if isinstance(args, dict) else None, result))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def fixed(messages: list[dict], info: dict) -> float:
    found = re.fullmatch(r"(.+) \[(\d{1,6})\]", last_reply(messages))
    if not found or found.group(1).strip().lower() != info["answer"].lower():
        return 0.0
    read = [args.get("page") for n, args, r in calls_of(messages) if n == "read" and args is not None and isinstance(r, dict) and "text" in r]
    return 1.0 if int(found.group(2)) in info["supports"] and int(found.group(2)) in read else 0.0


def row(asked, answer, pages, supports, order):
    messages = [ask(f"{asked} Close with the answer and the page, as in: Rome [4]")]
    for i, page in enumerate(order):
        messages += [call(f"r{i}", "read", page=page), tool(f"r{i}", {"text": pages[page]})]
    return {"prompt": messages[0]["content"], "info": {"answer": answer, "supports": supports}, "reference": messages + [say(f"{answer} [{order[-1]}]")]}


DATASET = [
    row("Who built the old lock?", "Ida Holm", {1: "The lock is old.", 2: "Ida Holm built the old lock."}, [2], [1, 2]),
    row("In which year did the mill burn?", "1871", {3: "The mill burnt in 1871.", 5: "In 1871 fire took the mill."}, [3, 5], [5]),
    row("What was sold at the East Gate?", "salt", {1: "Salt was sold at the East Gate.", 2: "Fish at the West Gate."}, [1], [2, 1]),
    row("How many boats did the ferry firm own?", "seven", {8: "It had seven boats.", 9: "It sold bread."}, [8], [9, 8]),
]


def check():
    for row in DATASET:
        assert abs(fixed(row["reference"], row["info"]) - FULL) < 1e-9, (row, fixed(row["reference"], row["info"]))
        assert fixed([ask(row["prompt"])], row["info"]) == 0.0 and fixed([], row["info"]) == 0.0, row
        assert fixed([ask(row["prompt"]), say("Done.")], row["info"]) == 0.0, row
        assert fixed([ask(row["prompt"]), row["reference"][-1]], row["info"]) == 0.0, row
        assert fixed(row["reference"][:-1] + [say(row["info"]["answer"] + " [77]")], row["info"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
