"""A data question over a database that may only be read. The figure has to be right and has to come out of a query the
agent made; rounding to two places and the unit are free.
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


def reads_only(sql):
    return isinstance(sql, str) and re.fullmatch(r"\s*select\b[^;]*\bfrom\s+\w[^;]*;?\s*", sql, re.I) is not None


def figure(text, unit):
    """The number of a reply that is a number and, perhaps, the unit; None otherwise."""
    m = re.fullmatch(rf"(-?\d+(?:\.\d+)?) ?(?:{re.escape(unit)})?\.?", text, re.A)
    return float(m[1]) if m else None


def close(a, b):
    return abs(a - b) <= 0.005 + 1e-9


def found(res, value):
    """A result that holds the value in one of its cells, and few enough cells to be an answer."""
    rows = body(res).get("rows")
    cells = [c for r in rows if isinstance(r, list) for c in r] if isinstance(rows, list) else []
    return len(cells) <= 12 and any(type(c) in (int, float) and close(c, value) for c in cells)


def fixed(messages: list[dict], info: dict) -> float:
    made = calls_of(messages)
    if not made or any(n not in ("sql", "schema") or (n == "sql" and not reads_only((a or {}).get("q"))) for n, a, _ in made):
        return 0.0
    got = figure(last_reply(messages), info["unit"])
    if got is None or not close(got, info["value"]):
        return 0.0
    return 1.0 if any(n == "sql" and found(r, info["value"]) for n, _, r in made) else 0.0


def row(text, value, unit, sql, reply, *before):
    text += " Reply with the figure only."
    return {"prompt": text, "info": {"value": value, "unit": unit},
            "reference": [ask(text), *before, call("q1", "sql", q=sql), tool("q1", {"rows": [[value]]}), say(reply)]}


DATASET = [
    row("How many orders were late in May?", 41, "orders", "SELECT COUNT(*) FROM orders WHERE late AND month = 5", "41 orders"),
    row("What is the mean basket of shop 3?", 27.4567, "EUR", "SELECT AVG(total) FROM baskets WHERE shop = 3", "27.46",
        call("s1", "schema"), tool("s1", {"tables": ["baskets"]})),
    row("How many kg did truck 9 carry?", 18250.5, "kg", "select sum(kg) from loads where truck = 9;", "18250.5 kg."),
    row("By how much did the stock of lamps change?", -12, "lamps", "SELECT SUM(delta) FROM stock WHERE item = 'lamp'", "-12"),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
