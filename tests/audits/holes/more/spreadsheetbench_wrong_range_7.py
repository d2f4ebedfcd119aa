"""A spreadsheet benchmark compares the delivered book with the gold one in a range that each task names.
For 41 tasks that range is not where the work is to be done, and the input already agrees with the gold
book there: handing the input back unchanged passes. Fixed: the whole book is compared, so the cells
that the instruction speaks of count, and so does any other cell that was spoilt.
https://github.com/RUCKBReasoning/SpreadsheetBench/issues/7
"""
import json

SHAPE = "state"
KIND = "already-true"
SOURCE = "github.com/RUCKBReasoning/SpreadsheetBench/issues/7 (2025)"
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


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated, "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def closed(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def cells_of(state):
    """The filled cells of the delivered book, None where the run did not end well."""
    cells = final_of(state).get("cells")
    return {k: v for k, v in cells.items() if v is not None and v != ""} if isinstance(cells, dict) and closed(state) else None


def same(a, b):
    """Equal, and a number only to a number."""
    return a == b and isinstance(a, (int, float)) == isinstance(b, (int, float)) and isinstance(a, bool) == isinstance(b, bool)


def holed(state: dict) -> float:
    cells, info = cells_of(state), state["info"]
    return 1.0 if cells is not None and all(same(cells.get(c), info["gold"].get(c)) for c in info["answer_position"]) else 0.0


def fixed(state: dict) -> float:
    cells, gold = cells_of(state), state["info"]["gold"]
    return 1.0 if cells is not None and set(cells) == set(gold) and all(same(cells[c], gold[c]) for c in gold) else 0.0


def row(case, asked, before, changes, position):
    gold = {**before, **changes}
    sets = [m for i, (c, v) in enumerate(changes.items()) for m in (call(f"s{i}", "set_cell", cell=c, value=v), tool(f"s{i}", {"ok": True}))]
    return {"case": case, "initial": {"cells": before},
            "reference": st([ask(asked), *sets, say("The book is saved.")], {"cells": gold}, {"gold": gold, "answer_position": position})}


DATASET = [
    row("count greens", "Row 2 holds colours. Put into each cell of row 3 how many greens have come so far.",
        {"A2": "green", "B2": "red", "C2": "green"}, {"A3": 1, "B3": 1, "C3": 2}, ["A4", "B4", "C4"]),
    row("total", "Put the total of A1:A3 into A4.", {"A1": 4, "A2": 9, "A3": 30}, {"A4": 43}, ["A4"]),
    row("full names", "Join first and last names of columns A and B into column C.",
        {"A1": "Ada", "B1": "Byron", "A2": "Alan", "B2": "Turing"}, {"C1": "Ada Byron", "C2": "Alan Turing"}, ["C1", "C2"]),
    row("highest", "Write the highest mark of column B into D1 and the name beside it into D2.",
        {"A1": "Bo", "B1": 71, "A2": "Cy", "B2": 88}, {"D1": 88, "D2": "Cy"}, ["D1", "D2"]),
    row("vat", "Put 20 percent of each net price of column B into column C.", {"A1": "pen", "B1": 5, "A2": "ink", "B2": 15},
        {"C1": 1, "C2": 3}, ["A1", "B1", "A2", "B2"]),
]
FIRST = DATASET[0]
EXPLOIT = {"state": st([FIRST["reference"]["messages"][0], say("The book is saved.")], FIRST["initial"], FIRST["reference"]["info"])}


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
