"""SQL agent: may look around with run_sql, hands in one query with submit_sql. The submitted query is
executed on a fresh copy of the data and its rows are compared with the gold query's, in order
where the question asks for an order.
"""
import json
import re
import sqlite3
from collections import Counter

SHAPE = "trajectory"
FULL = 1.0

DATA = """
CREATE TABLE trip(id INTEGER PRIMARY KEY, rider TEXT, km REAL, day TEXT);
INSERT INTO trip VALUES (1,'ada',3.5,'2026-03-01'),(2,'ben',12.0,'2026-03-01'),(3,'ada',7.25,'2026-03-02'),(4,'cleo',1.0,'2026-03-02'),
 (5,'ben',2.0,'2026-03-03'),(6,'ada',3.5,'2026-03-04'),(7,'dan',20.5,'2026-03-04'),(8,'dan',1.5,'2026-03-05'),(9,'dan',4.0,'2026-03-05');
"""


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


def rows(sql):
    """Result of one read-only query on a fresh data base, None if it is not one, fails, or takes too long."""
    if not isinstance(sql, str) or not re.match(r"(?i)\s*(select|with)\b", sql):
        return None
    con = sqlite3.connect(":memory:")
    try:
        con.executescript(DATA)
        con.execute("PRAGMA query_only = ON")
        con.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 100_000)
        left = [100]
        con.set_progress_handler(lambda: left.append(left.pop() - 1) or left[0] < 0, 10_000)
        return con.execute(sql).fetchmany(500)
    except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError):
        return None
    finally:
        con.close()


def fixed(messages: list[dict], info: dict) -> float:
    handed = [(a or {}).get("query") for n, a, res in steps(messages) if n == "submit_sql" and res == "accepted"]
    got = rows(handed[0]) if len(handed) == 1 else None
    if got is None:
        return 0.0
    gold = rows(info["gold"])
    return 1.0 if (got == gold if info["ordered"] else Counter(got) == Counter(gold)) else 0.0


def row(question, gold, ordered=False, sent=None):
    return {"prompt": question, "info": {"gold": gold, "ordered": ordered}, "reference": [
        user(question), use("q", "run_sql", query="SELECT * FROM trip LIMIT 2"), out("q", [[1, "ada", 3.5, "2026-03-01"], [2, "ben", 12.0, "2026-03-01"]]),
        use("s", "submit_sql", query=sent or gold), out("s", "accepted")]}


DATASET = [
    row("How many kilometres did each rider ride?", "SELECT rider, SUM(km) FROM trip GROUP BY rider"),
    row("Riders by number of trips, most first, ties by name.", "SELECT rider FROM trip GROUP BY rider ORDER BY COUNT(*) DESC, rider", True),
    row("Which days saw more than one trip?", "SELECT day FROM trip GROUP BY day HAVING COUNT(*) > 1",
        sent="WITH c AS (SELECT day, COUNT(*) AS n FROM trip GROUP BY day) SELECT day FROM c WHERE n > 1"),
    row("The three longest trips, longest first (id, km).", "SELECT id, km FROM trip ORDER BY km DESC LIMIT 3", True),
    row("Which riders never rode more than 10 km at once?", "SELECT rider FROM trip GROUP BY rider HAVING MAX(km) <= 10"),
]
WRONG = [(0, [user("q"), use("s", "submit_sql", query="SELECT rider, km FROM trip"), out("s", "accepted")]),
         (1, [user("q"), use("s", "submit_sql", query="SELECT rider FROM trip GROUP BY rider"), out("s", "accepted")]),
         (2, [user("q"), use("s", "run_sql", query=DATASET[2]["info"]["gold"]), out("s", "[]"), bot("2026-03-01, -02, -04 and -05")]),
         (3, [user("q"), use("s", "submit_sql", query="DROP TABLE trip"), out("s", "accepted")]),
         (4, DATASET[4]["reference"][:-2])]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    low = [fixed(messages, DATASET[i]["info"]) for i, messages in WRONG]
    low += [fixed([user(r["prompt"])], r["info"]) for r in DATASET]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
