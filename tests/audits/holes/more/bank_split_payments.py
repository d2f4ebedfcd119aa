"""Payments graded on what each payee and account ends up with: one transfer or several, any order, any reference text, ids and
times as the bank gives them."""
import json
from collections import defaultdict
from decimal import Decimal

SHAPE = "state"
KIND = "healthy"
FULL = 1.0


def flows(transactions):
    """Booked total from account to payee; rejected and reversed transfers moved nothing."""
    net = defaultdict(Decimal)
    for t in transactions:
        if t["status"] == "booked":
            net[t["from"], t["to"]] += Decimal(str(t["amount"]))
    return {k: v for k, v in net.items() if v}


def fixed(state: dict) -> float:
    final, info = state.get("final"), state["info"]
    if state.get("error") is not None or not isinstance(final, dict):
        return 0.0
    want = {(p["from"], p["to"]): Decimal(p["amount"]) for p in info["payments"]}
    try:
        got = flows(final["transactions"][len(info["ledger_before"]):])
        kept = final["transactions"][:len(info["ledger_before"])] == info["ledger_before"]
    except (ArithmeticError, KeyError, TypeError):
        return 0.0
    return 1.0 if kept and got == want else 0.0


OLD = [{"id": "tx_001", "from": "giro", "to": "rent", "amount": 900, "status": "booked", "at": "2025-01-01T06:00"}]


def bank(task, new, payments):
    msgs, tx = [{"role": "user", "content": task}], [dict(t) for t in OLD]
    for i, (src, dst, amount, status, memo) in enumerate(new):
        msgs += [{"role": "assistant", "content": "", "tool_calls": [{"id": f"p{i}", "type": "function", "function": {
                     "name": "transfer", "arguments": json.dumps({"from": src, "to": dst, "amount": amount, "memo": memo})}}]},
                 {"role": "tool", "tool_call_id": f"p{i}", "content": status}]
        tx.append({"id": f"tx_{len(task) * 7 + i}", "from": src, "to": dst, "amount": amount, "status": status, "memo": memo, "at": f"2025-02-0{i + 1}T09:3{i}"})
    return {"messages": msgs + [{"role": "assistant", "content": "Paid."}], "error": None, "is_truncated": False,
            "final": {"transactions": tx}, "info": {"payments": payments, "ledger_before": OLD}}


DATASET = [
    {"case": "one payee", "reference": bank("Pay 120.50 to Kim from giro.", [("giro", "kim", 120.5, "booked", "thanks!")], [{"from": "giro", "to": "kim", "amount": "120.50"}])},
    {"case": "split by the daily limit", "reference": bank("Move 1500 from giro to savings.", [("giro", "savings", 1500, "rejected", ""), ("giro", "savings", 1000, "booked", "part 1"), ("giro", "savings", 500, "booked", "part 2")],
                                                           [{"from": "giro", "to": "savings", "amount": "1500"}])},
    {"case": "slip undone", "reference": bank("40 to Lee and 0.30 to Max, from joint.", [("giro", "lee", 40, "reversed", "wrong account"), ("joint", "max", 0.1, "booked", ""), ("joint", "lee", 40, "booked", ""), ("joint", "max", 0.2, "booked", "")],
                                              [{"from": "joint", "to": "lee", "amount": "40"}, {"from": "joint", "to": "max", "amount": "0.30"}])},
]
for row in DATASET:
    row["initial"] = {"transactions": [dict(t) for t in OLD]}

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"]) - FULL) < 1e-9, row["case"]
    print(__file__, "ok")
