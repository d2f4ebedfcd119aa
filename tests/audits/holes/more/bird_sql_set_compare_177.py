"""Execution accuracy for text-to-SQL turned both result tables into sets before comparing them.
Repeated rows and row order vanish, so a query without the DISTINCT or the ORDER BY that
was asked for counts as correct. (Every query runs on three small databases.)
"""
import re
import sqlite3
from collections import Counter

SHAPE = "text"
KIND = "lossy-comparison"
SOURCE = "github.com/AlibabaResearch/DAMO-ConvAI#177 (2024)"
FULL = 1.0

SCHEMA = "CREATE TABLE orders (id INTEGER, customer TEXT, city TEXT, amount INTEGER)"
DATABASES = [
    [(1, "Ann", "Oslo", 50), (2, "Bo", "Bergen", 120), (3, "Ann", "Oslo", 51), (4, "Cy", "Oslo", 300),
     (5, "Di", "Tromso", 49), (6, "Bo", "Bergen", 7)],
    [(9, "Eve", "Bergen", 200), (8, "Ann", "Hamar", 50), (7, "Eve", "Oslo", 199), (3, "Flo", "Bergen", 50),
     (2, "Gus", "Hamar", 51), (1, "Gus", "Oslo", 1000)],
    [(4, "Hal", "Voss", 100), (5, "Hal", "Voss", 100), (6, "Ida", "Oslo", 52), (1, "Ida", "Alta", 0)],
]
ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}


def extract_sql(completion: str) -> str:
    """The query: the last fenced block, or else the whole text."""
    fenced = re.findall(r"```(?:sql)?\s*\n(.*?)```", completion, re.S | re.I)
    return (fenced[-1] if fenced else completion).strip().rstrip(";")


def run(sql: str, rows: list[tuple]):
    """Result table of a read-only query, None where it fails or takes too long."""
    db = sqlite3.connect(":memory:")
    try:
        db.execute(SCHEMA)
        db.executemany("INSERT INTO orders VALUES (?, ?, ?, ?)", rows)
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 100_000)
        db.set_authorizer(lambda what, *_: sqlite3.SQLITE_OK if what in ALLOWED else sqlite3.SQLITE_DENY)
        ticks = iter(range(200))
        db.set_progress_handler(lambda: next(ticks, None) is None, 1000)
        return db.execute(sql).fetchmany(500)
    except (sqlite3.Error, sqlite3.Warning, ValueError):
        return None
    finally:
        db.close()


def same_set(got: list, gold: list, gold_sql: str) -> bool:
    return set(got) == set(gold)


def same_table(got: list, gold: list, gold_sql: str) -> bool:
    """Equal row by row where an order was asked for, else equal with repetitions counted."""
    if re.search(r"\border\s+by\b", gold_sql, re.I):
        return got == gold
    return Counter(got) == Counter(gold)


def execution_accuracy(completion: str, gold_sql: str, same) -> float:
    sql = extract_sql(completion)
    for rows in DATABASES:
        got, gold = run(sql, rows), run(gold_sql, rows)
        if got is None or gold is None or not same(got, gold, gold_sql):
            return 0.0
    return 1.0


def holed(prompt: str, completion: str, answer: str) -> float:
    return execution_accuracy(completion, answer, same_set)


def fixed(prompt: str, completion: str, answer: str) -> float:
    return execution_accuracy(completion, answer, same_table)


ABOUT = "Table: orders(id INTEGER, customer TEXT, city TEXT, amount INTEGER). Write one SQLite query. "
DATASET = [
    {"prompt": ABOUT + "List the cities that appear, each once.", "answer": "SELECT DISTINCT city FROM orders",
     "reference": "```sql\nSELECT city FROM orders GROUP BY city\n```"},
    {"prompt": ABOUT + "Ids and amounts of orders above 50, largest amount first, equal amounts by id.",
     "answer": "SELECT id, amount FROM orders WHERE amount > 50 ORDER BY amount DESC, id",
     "reference": "SELECT id, amount FROM orders WHERE amount > 50 ORDER BY amount DESC, id ASC;"},
    {"prompt": ABOUT + "Total amount per customer: customer, total.",
     "answer": "SELECT customer, SUM(amount) FROM orders GROUP BY customer",
     "reference": "Summing per customer:\n```sql\nSELECT customer, sum(amount) AS total FROM orders GROUP BY customer;\n```"},
    {"prompt": ABOUT + "The customer of every order, one row per order.", "answer": "SELECT customer FROM orders",
     "reference": "SELECT o.customer FROM orders AS o"},
]
EXPLOIT = {"row": 0, "completion": "```sql\nSELECT city FROM orders\n```"}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    row = DATASET[EXPLOIT["row"]]
    paid = holed(row["prompt"], EXPLOIT["completion"], row["answer"])
    owed = fixed(row["prompt"], EXPLOIT["completion"], row["answer"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
