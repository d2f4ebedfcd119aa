"""A bill in foreign money is paid once, from the rate that the rate tool gave, to within one
cent of the exact amount. Looking the rate up again and trying again after a failed payment
are free; a second payment that goes through is not.
"""
import json

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


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def fixed(messages: list[dict], info: dict) -> float:
    made = calls_of(messages)
    paid = [(i, a) for i, (n, a, res) in enumerate(made) if n == "pay" and body(res).get("status") == "paid"]
    if len(paid) != 1 or not last_reply(messages) or any(n not in ("rate", "pay") for n, _, _ in made):
        return 0.0
    at, args = paid[0][0], paid[0][1] or {}
    rates = [body(res).get("rate") for n, a, res in made[:at] if n == "rate" and a == {"from": info["money"], "to": "EUR"}]
    amount = args.get("eur")
    if not rates or set(args) != {"to", "eur"} or args["to"] != info["payee"] or type(amount) not in (int, float):
        return 0.0
    return 1.0 if rates[-1] == info["rate"] and abs(amount - info["amount"] * info["rate"]) <= 0.01 else 0.0


def bill(payee, amount, money, rate, eur, busy=False, twice=False):
    task = f"Pay {payee} the {amount} {money} we owe, in euros"
    msgs = [ask(task)]
    for i in range(2 if twice else 1):
        msgs += [call(f"r{i}", "rate", **{"from": money, "to": "EUR"}), tool(f"r{i}", {"rate": rate})]
    if busy:
        msgs += [call("p0", "pay", to=payee, eur=eur), tool("p0", {"status": "busy, nothing was moved"})]
    msgs += [call("p1", "pay", to=payee, eur=eur), tool("p1", {"status": "paid"}), say(f"Paid {eur} EUR.")]
    return {"prompt": task, "info": {"payee": payee, "amount": amount, "money": money, "rate": rate}, "reference": msgs}


DATASET = [bill("Osaka Paper", 12000, "JPY", 0.0061, 73.2), bill("Lind AB", 830, "SEK", 0.0873, 72.46, busy=True),
           bill("Fenway Inc", 99.5, "USD", 0.9137, 90.91, twice=True), bill("Brno s.r.o.", 2500, "CZK", 0.0398, 99.5, busy=True, twice=True)]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
