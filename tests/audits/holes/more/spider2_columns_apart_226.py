"""The table comparison of a data-engineering benchmark took each gold column for itself and was content
if some delivered column held the same values, sorted where order is ignored. Whether the values of one
row still belong together was never asked: amounts that stand beside the wrong documents scored 1.
Fixed: rows are compared as rows, over the columns of the gold table, by name.
https://github.com/xlang-ai/Spider2/issues/226
"""
import json

SHAPE = "state"
KIND = "columns-compared-apart"
SOURCE = "github.com/xlang-ai/Spider2/issues/226 (2026)"
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


def table_of(state):
    """(columns, rows) of the task's table, None where it is missing or ragged or the run did not end well."""
    tables = final_of(state).get("tables")
    t = tables.get(state["info"]["table"]) if isinstance(tables, dict) and closed(state) else None
    if not isinstance(t, dict) or not isinstance(t.get("columns"), list) or not isinstance(t.get("rows"), list):
        return None
    good = all(isinstance(r, list) and len(r) == len(t["columns"]) for r in t["rows"]) and len({str(c) for c in t["columns"]}) == len(t["columns"])
    return (t["columns"], t["rows"]) if good else None


def values(rows):
    return sorted(json.dumps(r) for r in rows)


def holed(state: dict) -> float:
    table, gold = table_of(state), state["info"]["gold"]
    if table is None:
        return 0.0
    have = [values(r[i] for r in table[1]) for i in range(len(table[0]))]
    want = [values(r[i] for r in gold["rows"]) for i in range(len(gold["columns"]))]
    return 1.0 if all(w in have for w in want) else 0.0


def fixed(state: dict) -> float:
    table, gold = table_of(state), state["info"]["gold"]
    if table is None or not set(gold["columns"]) <= set(map(str, table[0])):
        return 0.0
    at = [list(map(str, table[0])).index(c) for c in gold["columns"]]
    return 1.0 if values([r[i] for i in at] for r in table[1]) == values(gold["rows"]) else 0.0


def row(table, columns, rows, delivered=None):
    gold = {"columns": columns, "rows": rows}
    asked = f"Build the table {table} with the columns {', '.join(columns)}; the order of the rows is free."
    return {"case": table, "initial": {"tables": {}},
            "reference": st([ask(asked), call("q", "sql", query=f"create table {table} as select ..."), tool("q", {"ok": True}), say("Built.")],
                            {"tables": {table: delivered or gold}}, {"table": table, "gold": gold})}


DATASET = [
    row("ap_ar_enhanced", ["document", "vendor", "amount"], [["INV-1", "Acme", 120.5], ["INV-2", "Bolt", 80.0], ["BILL-9", "Cobalt", 33.25]]),
    row("orders_per_customer", ["customer", "orders"], [["ann", 3], ["bo", 1], ["cy", 7]],
        {"columns": ["customer", "orders", "loaded_at"], "rows": [["cy", 7, "t2"], ["ann", 3, "t1"], ["bo", 1, "t1"]]}),
    row("first_touch", ["user_id", "channel", "day"], [[11, "mail", "2026-01-02"], [12, "web", "2026-01-05"], [13, "mail", "2026-01-09"]]),
    row("stock_left", ["sku", "left"], [["A4", 0], ["B5", 14], ["C6", 2], ["D7", 14]]),
]
GOLD = DATASET[0]["reference"]["info"]["gold"]
MIXED = {"columns": GOLD["columns"], "rows": [["INV-1", "Bolt", 33.25], ["INV-2", "Cobalt", 120.5], ["BILL-9", "Acme", 80.0]]}
EXPLOIT = {"state": {**DATASET[0]["reference"], "final": {"tables": {"ap_ar_enhanced": MIXED}}}}


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
