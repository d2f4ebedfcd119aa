"""A text-to-SQL score counted a prediction when either result was a subset of the other. An
empty result is a subset of everything, and so is everything of the whole table: a query that
returns nothing and a query without a WHERE both scored. The repair asks for the same bag of
rows, in order where the gold query orders them, on several fillings of the schema.
"""
import itertools
import random
import re
import sqlite3
from collections import Counter

SHAPE = "text"
KIND = "one-sided-comparison"
SOURCE = "github.com/IBM/unitxt/pull/1702 (2025); cf. unitxt/pull/1604"
FULL = 1.0

SCHEMA = """
CREATE TABLE departments (dept TEXT PRIMARY KEY, city TEXT NOT NULL);
CREATE TABLE employees (id INTEGER PRIMARY KEY, name TEXT NOT NULL, dept TEXT NOT NULL, salary INTEGER NOT NULL);
"""
DEPTS = ["Sales", "Legal", "Support", "Research"]
CITIES = ["Oslo", "Porto", "Lyon", "Graz", "Turku"]
NAMES = ["Ana", "Bo", "Cem", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou", "Mia", "Ned", "Ola", "Pia"]
SEEDS = (3, 11, 29)
MAX_STEPS = 200
READ_ONLY = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}


def fill(seed):
    rng = random.Random(seed)
    db = sqlite3.connect(":memory:")
    db.executescript(SCHEMA)
    db.executemany("INSERT INTO departments VALUES (?, ?)", [(d, rng.choice(CITIES)) for d in DEPTS])
    pay = rng.sample(range(3000, 9000, 250), len(NAMES))
    staff = [(i + 1, n, rng.choice(DEPTS), p) for i, (n, p) in enumerate(zip(rng.sample(NAMES, len(NAMES)), pay))]
    staff += [(90, "Quin", "Sales", 5000), (91, "Ria", "Sales", 5001), (92, "Sol", "Legal", 6000), (93, "Tea", "Support", 2999)]
    db.executemany("INSERT INTO employees VALUES (?, ?, ?, ?)", staff)
    db.commit()
    db.set_authorizer(lambda action, *rest: sqlite3.SQLITE_OK if action in READ_ONLY else sqlite3.SQLITE_DENY)
    ticks = itertools.count()
    db.set_progress_handler(lambda: next(ticks) > MAX_STEPS, 1000)
    return db


def run(db, sql):
    """The rows, or None if it is no single readable query."""
    try:
        return db.execute(sql).fetchmany(500)
    except (sqlite3.Error, sqlite3.Warning, ValueError):
        return None


def extract_sql(completion):
    blocks = re.findall(r"```(?:sql)?[ \t]*\n(.*?)```", completion, re.S | re.I)
    return (blocks[-1] if blocks else completion).strip().rstrip(";")


def contained(small, big):
    return set(small) <= set(big)


def same_rows(pred, gold, ordered):
    """Equal as bags (as lists if ordered), up to the order of the columns."""
    if len(pred) != len(gold):
        return False
    width = len(gold[0]) if gold else 0
    if gold and len(pred[0]) != width:
        return False
    for order in itertools.permutations(range(width)):
        moved = [tuple(row[i] for i in order) for row in pred]
        if moved == gold if ordered else Counter(moved) == Counter(gold):
            return True
    return False


def holed(prompt: str, completion: str, answer: str) -> float:
    for seed in SEEDS:
        db = fill(seed)
        pred, gold = run(db, extract_sql(completion)), run(db, answer)
        db.close()
        if pred is None or not (contained(pred, gold) or contained(gold, pred)):
            return 0.0
    return 1.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    ordered = re.search(r"\border\s+by\b", answer, re.I) is not None
    for seed in SEEDS:
        db = fill(seed)
        pred, gold = run(db, extract_sql(completion)), run(db, answer)
        db.close()
        if pred is None or gold is None or not same_rows(pred, gold, ordered):
            return 0.0
    return 1.0


ASK = "Tables: departments(dept, city), employees(id, name, dept, salary). Write one SQLite query. "
DATASET = [
    {"prompt": ASK + "Names of Sales employees who earn more than 5000.",
     "answer": "SELECT name FROM employees WHERE dept = 'Sales' AND salary > 5000",
     "reference": "```sql\nSELECT name FROM employees WHERE salary > 5000 AND dept = 'Sales';\n```"},
    {"prompt": ASK + "Each department that has staff, with how many.",
     "answer": "SELECT dept, COUNT(*) FROM employees GROUP BY dept",
     "reference": "SELECT dept, COUNT(id) FROM employees GROUP BY dept"},
    {"prompt": ASK + "The names of the three best paid employees, best paid first.",
     "answer": "SELECT name FROM employees ORDER BY salary DESC LIMIT 3",
     "reference": "The salaries decide:\n```sql\nSELECT name FROM employees ORDER BY salary DESC LIMIT 3\n```"},
    {"prompt": ASK + "Id and city of every employee who earns 6000 or more.",
     "answer": "SELECT e.id, d.city FROM employees e JOIN departments d ON e.dept = d.dept WHERE e.salary >= 6000",
     "reference": "SELECT id, city FROM employees JOIN departments USING (dept) WHERE salary >= 6000"},
]
EXPLOIT = {"row": 0, "completion": "SELECT name FROM employees WHERE 1 = 0"}


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
