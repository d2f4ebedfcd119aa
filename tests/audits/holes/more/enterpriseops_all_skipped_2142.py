"""Database verifiers of an enterprise-operations task name the server they look at. A verifier whose
server is unknown to the harness was skipped, and the reward is all() over what remained: with every
verifier skipped, all of nothing is true.
"""
import json

SHAPE = "state"
KIND = "vacuous-pass"
SOURCE = "github.com/NVIDIA-NeMo/Gym/pull/2142 review (2026)"
FULL = 1.0


def run_verifier(rows, v):
    """Exactly `count` rows match `where`, each with the values in `expect`."""
    hit = [r for r in rows if all(r.get(k) == x for k, x in v["where"].items())]
    return len(hit) == v.get("count", 1) and all(r.get(k) == x for r in hit for k, x in v["expect"].items())


def well_formed(dbs):
    return isinstance(dbs, dict) and all(isinstance(tables, dict) and all(
        isinstance(rows, list) and all(isinstance(r, dict) for r in rows) for rows in tables.values()) for tables in dbs.values())


def untouched(final, info):
    """Rows no verifier speaks of are as they were at the start, and no others came."""
    subject = {(v["table"], json.dumps(v["where"], sort_keys=True)) for v in info["verifiers"]}

    def rest(dbs):
        return {server: {table: sorted(json.dumps(r, sort_keys=True) for r in rows if not any(
            t == table and all(r.get(k) == x for k, x in json.loads(w).items()) for t, w in subject))
            for table, rows in tables.items()} for server, tables in dbs.items()}
    return rest(final) == rest(info["seed"])


def score(state, lookup, missing):
    final, info = state.get("final"), state["info"]
    if state.get("error") is not None or state.get("is_truncated") or not well_formed(final):
        return None
    results = []
    for v in info["verifiers"]:
        tables = final.get(lookup(v["gym_name"]))
        if tables is None:
            results += missing
            continue
        results.append(run_verifier(tables.get(v["table"], []), v))
    return results if untouched(final, info) else [False]


def holed(state: dict) -> float:
    results = score(state, lambda name: name, [])
    return 1.0 if results is not None and all(results) else 0.0


def fixed(state: dict) -> float:
    names = state["info"]["gym_servers_config"]
    results = score(state, lambda name: names.get(name, {}).get("mcp_server_name", name), [False])
    return 1.0 if results and all(results) else 0.0


def episode(task, calls, seed, final, verifiers, config=None):
    msgs = [{"role": "user", "content": task}]
    for i, (name, args) in enumerate(calls):
        msgs += [{"role": "assistant", "content": "", "tool_calls": [
                     {"id": f"e{i}", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]},
                 {"role": "tool", "tool_call_id": f"e{i}", "content": '{"ok": true}'}]
    return {"messages": msgs + [{"role": "assistant", "content": "Completed."}], "error": None, "is_truncated": False,
            "final": json.loads(json.dumps(final)),
            "info": {"seed": seed, "verifiers": verifiers, "gym_servers_config": config or {}}}


CRM = {"crm": {"tickets": [{"id": 1, "state": "open", "owner": None}, {"id": 2, "state": "open", "owner": "li"}]}}
CRM2 = {"crm": {"tickets": [{"id": 1, "state": "closed", "owner": "ana"}, {"id": 2, "state": "open", "owner": "li"}]}}
HR = {"hr": {"leave": [{"emp": "e7", "days": 0}]}, "mail": {"outbox": []}}
HR2 = {"hr": {"leave": [{"emp": "e7", "days": 3}]}, "mail": {"outbox": [{"to": "e7", "subject": "Leave booked"}]}}
IT = {"itsm-mcp": {"assets": [{"tag": "L-9", "user": "bo"}, {"tag": "L-10", "user": None}]}}
IT2 = {"itsm-mcp": {"assets": [{"tag": "L-9", "user": None}, {"tag": "L-10", "user": None}]}}
DATASET = [
    {"case": "close ticket", "initial": CRM, "reference": episode(
        "Close ticket 1 and give it to ana.", [("update_ticket", {"id": 1, "state": "closed", "owner": "ana"})], CRM, CRM2,
        [{"gym_name": "crm", "table": "tickets", "where": {"id": 1}, "expect": {"state": "closed", "owner": "ana"}}])},
    {"case": "leave and mail", "initial": HR, "reference": episode(
        "Book 3 days of leave for e7 and mail them 'Leave booked'.",
        [("book_leave", {"emp": "e7", "days": 3}), ("send", {"to": "e7", "subject": "Leave booked"})], HR, HR2,
        [{"gym_name": "hr", "table": "leave", "where": {"emp": "e7"}, "expect": {"days": 3}},
         {"gym_name": "mail", "table": "outbox", "where": {"to": "e7"}, "expect": {"subject": "Leave booked"}}])},
    {"case": "return laptop", "initial": IT, "reference": episode(
        "Bo handed back laptop L-9, free it.", [("release_asset", {"tag": "L-9"})], IT, IT2,
        [{"gym_name": "itsm", "table": "assets", "where": {"tag": "L-9"}, "expect": {"user": None}}],
        {"itsm": {"mcp_server_name": "itsm-mcp"}})},
]
EXPLOIT = {"state": episode("Bo handed back laptop L-9, free it.", [], IT, IT,
                            DATASET[2]["reference"]["info"]["verifiers"], DATASET[2]["reference"]["info"]["gym_servers_config"])}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5 and owed < 0.5, (paid, owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
