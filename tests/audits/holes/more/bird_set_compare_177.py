"""Execution accuracy compared the rows of the predicted and of the gold query as sets, so a
query that forgets DISTINCT, or the ORDER BY the question asks for, was as good as the gold.
"""
# source: github.com/AlibabaResearch/DAMO-ConvAI/issues/177 (2024); repaired as in IBM/unitxt/pull/1672 (merged): rows in order where the gold orders them
import re
import sqlite3
from collections import Counter

SHAPE = "text"
KIND = "normalisation"
SOURCE = "github.com/AlibabaResearch/DAMO-ConvAI#177 (2024), cf. IBM/unitxt/pull/1672 (2025)"
FULL = 1.0

SCHEMA = """
CREATE TABLE shop(id INTEGER, city TEXT, fruit TEXT, price REAL, sold INTEGER);
INSERT INTO shop VALUES (1,'Oslo','apple',2.5,40),(2,'Oslo','pear',3.0,10),(3,'Bergen','apple',2.0,25),
 (4,'Bergen','plum',4.5,5),(5,'Moss','apple',2.2,60),(6,'Moss','pear',2.8,30),(7,'Oslo','plum',4.0,15);
"""


def query(completion):
    """The one SQL statement of the completion: what its code fence holds, or all of it."""
    fenced = re.findall(r"```(?:sql)?\s*(.*?)```", completion, re.S | re.I)
    text = fenced[0] if len(fenced) == 1 else completion if not fenced else ""
    return text.strip().rstrip(";").strip()


def execute(sql):
    """Rows of a query on a fresh data base; None if it is none, fails, or runs too long."""
    if not re.match(r"(?i)(select|with)\b", sql):
        return None
    con = sqlite3.connect(":memory:")
    try:
        con.executescript(SCHEMA)
        con.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 100_000)
        budget = iter(range(200))
        con.set_progress_handler(lambda: next(budget, None) is None, 10000)
        return con.execute(sql).fetchmany(1000)
    except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError):
        return None
    finally:
        con.close()


def holed(prompt: str, completion: str, answer: str) -> float:
    got, gold = execute(query(completion)), execute(answer)
    return 1.0 if got is not None and set(got) == set(gold) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = execute(query(completion)), execute(answer)
    if got is None:
        return 0.0
    if re.search(r"(?i)\border\s+by\b", answer):
        return 1.0 if got == gold else 0.0
    return 1.0 if Counter(got) == Counter(gold) else 0.0


def row(question, sql, ref=None):
    return {"prompt": f"{SCHEMA}\n{question}", "answer": sql, "reference": ref or f"```sql\n{sql};\n```"}


DATASET = [
    row("Which cities have a shop?", "SELECT DISTINCT city FROM shop"),
    row("List the fruits of Oslo, dearest first.", "SELECT fruit FROM shop WHERE city = 'Oslo' ORDER BY price DESC"),
    row("How many pieces were sold per fruit?", "SELECT fruit, SUM(sold) FROM shop GROUP BY fruit",
        "SELECT s.fruit, SUM(s.sold) FROM shop AS s GROUP BY s.fruit"),
    row("Rank the cities by pieces sold, most first.", "SELECT city FROM shop GROUP BY city ORDER BY SUM(sold) DESC"),
    row("Average price of plums?", "SELECT AVG(price) FROM shop WHERE fruit = 'plum'"),
    row("Every fruit sold in Moss.", "SELECT fruit FROM shop WHERE city = 'Moss'"),
]
EXPLOIT = {"row": 1, "completion": "```sql\nSELECT fruit FROM shop WHERE city = 'Oslo'\n```"}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    row = DATASET[EXPLOIT["row"]]
    paid, owed = (fn(row["prompt"], EXPLOIT["completion"], row["answer"]) for fn in (holed, fixed))
    assert paid >= 0.5 > owed, (paid, owed)
    return paid, owed

if __name__ == "__main__":
    print(__file__, check())
