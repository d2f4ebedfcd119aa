"""Text-to-SQL by execution: equal bags of rows on three random fillings of the schema, in order if
the gold query orders. Connections are read-only and limited in work.
"""
import random
import re
import sqlite3
from collections import Counter
from itertools import count

SHAPE = "batched-text"
KIND = "healthy"
FULL = 1.0

DDL = """CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, author TEXT, year INTEGER);
CREATE TABLE loans (book_id INTEGER, member TEXT, days INTEGER);"""
ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}


def library(seed):
    rng, db = random.Random(seed), sqlite3.connect(":memory:")
    db.executescript(DDL)
    db.executemany("INSERT INTO books VALUES (?, ?, ?, ?)",
                   [(i, f"Title {rng.randrange(100, 999)}{i}", rng.choice(["Okri", "Woolf", "Lem", "Atwood"]), y)
                    for i, y in enumerate([1990, 2000, 2001, *(rng.randrange(1950, 2020) for _ in range(11))], 1)])
    db.executemany("INSERT INTO loans VALUES (?, ?, ?)",
                   [(rng.randrange(1, 15), rng.choice(["Ada", "Ben", "Cy"]), rng.choice([7, 14, 21, 28])) for _ in range(20)])
    db.commit()
    steps = count()
    db.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY)
    db.set_progress_handler(lambda: next(steps) > 300, 1000)
    return db


def rows(db, sql):
    try:
        return db.execute(sql).fetchmany(1000)
    except (sqlite3.Error, sqlite3.Warning, ValueError):
        return None


def query_of(completion):
    fenced = re.findall(r"```(?:sql(?:ite)?)?\s*\n(.*?)```", completion, re.S | re.I)
    return (fenced[-1] if fenced else completion).strip().rstrip(";")


def matches(pred_sql, gold_sql):
    ordered = bool(re.search(r"\border by\b", gold_sql, re.I))
    for seed in (1, 2, 3):
        db = library(seed)
        pred, gold = rows(db, pred_sql), rows(db, gold_sql)
        db.close()
        if pred is None or gold is None:
            return False
        if pred != gold if ordered else Counter(pred) != Counter(gold):
            return False
    return True


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [1.0 if matches(query_of(c), gold) else 0.0 for c, gold in zip(completions, answer, strict=True)]


ASK = "SQLite tables books(id, title, author, year), loans(book_id, member, days). "
DATASET = [
    {"prompt": ASK + "Titles of books from after 2000.", "answer": "SELECT title FROM books WHERE year > 2000",
     "reference": "```sql\nSELECT b.title FROM books AS b WHERE b.year >= 2001;\n```"},
    {"prompt": ASK + "For each member with loans: the member and the number of loans, in this order.",
     "answer": "SELECT member, COUNT(*) FROM loans GROUP BY member", "reference": "SELECT member, COUNT(*) FROM loans GROUP BY member"},
    {"prompt": ASK + "All titles by Lem, oldest first, ties by id.", "answer": "SELECT title FROM books WHERE author = 'Lem' ORDER BY year, id",
     "reference": "SELECT title FROM books WHERE author = 'Lem' ORDER BY year ASC, id ASC"},
    {"prompt": ASK + "The ids of books that were never lent.", "answer": "SELECT id FROM books WHERE id NOT IN (SELECT book_id FROM loans)",
     "reference": "Left join and keep the misses.\n```sql\nSELECT id FROM books LEFT JOIN loans ON id = book_id WHERE book_id IS NULL\n```"},
]


def check():
    if SHAPE == "text":
        got = [fixed(r["prompt"], r["reference"], r["answer"]) for r in DATASET]
    else:
        got = fixed([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET], [r["answer"] for r in DATASET])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got
    return got


if __name__ == "__main__":
    print(__file__, check())
