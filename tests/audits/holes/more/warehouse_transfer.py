"""Warehouse: stock is to be moved between sites. Nothing may appear or vanish; beyond that the reward is how
far the stock has come to where it should be, in pieces, and nothing for standing still.
"""
import json

SHAPE = "state"
FULL = 1.0


def user(text):
    return {"role": "user", "content": text}


def bot(text):
    return {"role": "assistant", "content": text}


def use(cid, name, /, **args):
    fn = {"name": name, "arguments": json.dumps(args)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": cid, "type": "function", "function": fn}]}


def out(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def steps(messages):
    """(name, args, result) per tool call in order; args None unless a JSON object, result None if the tool never answered."""
    log, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant":
            for c in m.get("tool_calls") or []:
                fn = c.get("function") or {}
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                log.append([fn.get("name"), args if isinstance(args, dict) else None, None])
                waiting[str(c.get("id"))] = log[-1]
        elif m.get("role") == "tool":
            step = waiting.pop(str(m.get("tool_call_id")), None)
            if step is not None and isinstance(m.get("content"), str):
                step[2] = m["content"].strip()
    return [tuple(s) for s in log]


def closing(messages):
    """What the assistant said last, '' unless it ended the conversation with plain text."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls") or not isinstance(last.get("content"), str):
        return ""
    return last["content"].strip()


def run(messages, final, info, error=None, truncated=False):
    return json.loads(json.dumps({"messages": messages, "error": error, "is_truncated": truncated,
                                  "final": final, "info": info}))


def alive(state):
    """No error, not cut off, and the agent closed the conversation itself."""
    return state.get("error") is None and not state.get("is_truncated") and bool(closing(state.get("messages") or []))


def world(state):
    return state["final"] if isinstance(state.get("final"), dict) else {}


def stock_of(value):
    """{site: {sku: pieces}} with whole, non-negative numbers, None if it is anything else."""
    if not isinstance(value, dict):
        return None
    for bins in value.values():
        if not isinstance(bins, dict) or not all(type(n) is int and n >= 0 for n in bins.values()):
            return None
    return value


def totals(stock):
    out = {}
    for bins in stock.values():
        for sku, n in bins.items():
            out[sku] = out.get(sku, 0) + n
    return {sku: n for sku, n in out.items() if n}


def apart(a, b):
    """Pieces that stand elsewhere in a than in b."""
    cells = {(site, sku) for s in (a, b) for site, bins in s.items() for sku in bins}
    return sum(abs(a.get(site, {}).get(sku, 0) - b.get(site, {}).get(sku, 0)) for site, sku in cells)


def fixed(state: dict) -> float:
    info, now = state["info"], stock_of(world(state).get("stock"))
    if not alive(state) or now is None or set(now) != set(info["before"]) or totals(now) != totals(info["before"]):
        return 0.0
    if not any(name == "transfer" and res == "booked" for name, _, res in steps(state["messages"])):
        return 0.0
    return max(0.0, 1.0 - apart(now, info["target"]) / apart(info["before"], info["target"]))


def case(name, ask, before, *moves):
    target = json.loads(json.dumps(before))
    made = []
    for i, (sku, n, src, dst) in enumerate(moves):
        target[src][sku] -= n
        target[dst][sku] = target[dst].get(sku, 0) + n
        made += [use(f"t{i}", "transfer", sku=sku, count=n, src=src, dst=dst), out(f"t{i}", "booked")]
    return {"case": name, "initial": {"stock": before},
            "reference": run([user(ask)] + made + [bot("Booked.")], {"stock": target}, {"before": before, "target": target})}


DATASET = [
    case("one move", "Send 10 bolts from north to south", {"north": {"bolt": 40, "nut": 5}, "south": {"bolt": 2}}, ("bolt", 10, "north", "south")),
    case("two articles", "Move all nuts and 4 bolts to south", {"north": {"bolt": 9, "nut": 5}, "south": {}},
         ("nut", 5, "north", "south"), ("bolt", 4, "north", "south")),
    case("three sites", "6 lamps from depot to each shop", {"depot": {"lamp": 20}, "shop-a": {"lamp": 1}, "shop-b": {}},
         ("lamp", 6, "depot", "shop-a"), ("lamp", 6, "depot", "shop-b")),
    case("back again", "Return the 3 broken saws to the depot", {"depot": {"saw": 0}, "shop": {"saw": 8, "axe": 2}}, ("saw", 3, "shop", "depot")),
]
good = DATASET[0]["reference"]
WRONG = [dict(good, final={"stock": {"north": {"bolt": 40, "nut": 5}, "south": {"bolt": 12}}}), dict(good, final=None), dict(good, is_truncated=True),
         dict(good, final={"stock": {"north": {"bolt": 0, "nut": 5}, "south": {"bolt": 42}}})]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    low = [fixed(state) for state in WRONG]
    low += [fixed(dict(r["reference"], final=r["initial"])) for r in DATASET]
    low += [fixed(dict(r["reference"], error="RuntimeError: connection lost")) for r in DATASET]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
