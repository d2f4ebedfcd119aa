"""The exact-match metric of a text-to-SQL benchmark compared the parsed clauses without the
values in the conditions, and took the star in count(*) for a column of no particular table, so
queries about another country or another table are exact matches.
"""
import re

SHAPE = "text"
KIND = "weak-oracle"
SOURCE = "github.com/taoyds/spider#5 (2018)"
FULL = 1.0


QUERY = re.compile(r"select\s+(distinct\s+)?(.+?)\s+from\s+(\w+)(?:\s+where\s+(.+?))?\s*;?", re.I | re.S)
COND = re.compile(r"(\w+)\s*(<=|>=|!=|=|<|>)\s*('[^']*'|-?\d+(?:\.\d+)?)")


def parse(sql):
    """The clauses of a one-table query; None when it is not one."""
    m = QUERY.fullmatch(sql.strip())
    if not m:
        return None
    conds = [COND.fullmatch(c.strip()) for c in re.split(r"\s+and\s+", m.group(4), flags=re.I)] if m.group(4) else []
    if None in conds:
        return None
    return {"distinct": bool(m.group(1)), "table": m.group(3).lower(),
            "select": [re.sub(r"\s+", "", c).lower() for c in m.group(2).split(",")],
            "where": sorted((c.group(1).lower(), c.group(2), c.group(3)) for c in conds)}


def holed(prompt: str, completion: str, answer: str) -> float:
    got, gold = parse(completion), parse(answer)
    if got is None or gold is None:
        return 0.0
    same = got["select"] == gold["select"] and [w[:2] for w in got["where"]] == [w[:2] for w in gold["where"]]
    columns = gold["select"] != ["count(*)"]
    return 1.0 if same and (not columns or got["table"] == gold["table"]) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = parse(completion), parse(answer)
    return 1.0 if got is not None and got == gold else 0.0


DATASET = [
    {"prompt": "How old are the singers from France? singer(name, age, country)",
     "answer": "SELECT age FROM singer WHERE country = 'France'", "reference": "select age from singer where country = 'France'"},
    {"prompt": "How many singers are there? singer(name, age, country), stadium(name, seats)",
     "answer": "SELECT count(*) FROM singer", "reference": "SELECT COUNT(*) FROM singer;"},
    {"prompt": "Names of stadiums with over 5000 seats in Oslo? stadium(name, seats, city)",
     "answer": "SELECT name FROM stadium WHERE seats > 5000 AND city = 'Oslo'",
     "reference": "SELECT name FROM stadium WHERE city = 'Oslo' AND seats > 5000"},
    {"prompt": "Which countries do singers come from? singer(name, age, country)",
     "answer": "SELECT DISTINCT country FROM singer", "reference": "SELECT DISTINCT country FROM singer"},
]
EXPLOIT = {"row": 0, "completion": "SELECT age FROM singer WHERE country = 'terminal'"}


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
