"""Table extraction: the reply is a CSV table with a key column. The reward is the F1 of its cells
against the gold's cells, each named by key and column, so order does not matter and made-up
rows cost.
"""
import csv
import io

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def cells(text):
    """{(key column, key, column): value} of a CSV table; {} when it is ragged, has no header, or repeats a key or a column."""
    try:
        lines = [[v.strip() for v in row] for row in csv.reader(io.StringIO(text.strip()), strict=True) if row]
    except csv.Error:
        return {}
    if len(lines) < 2 or any(len(row) != len(lines[0]) for row in lines) or len(lines[0]) < 2:
        return {}
    head, keys = [h.lower() for h in lines[0]], [row[0].lower() for row in lines[1:]]
    if len(set(head)) < len(head) or len(set(keys)) < len(keys):
        return {}
    return {(head[0], key, col): value.lower() for key, row in zip(keys, lines[1:]) for col, value in zip(head[1:], row[1:])}


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = cells(completion), cells(answer)
    hits = sum(1 for name, value in got.items() if gold.get(name) == value)
    return 2 * hits / (len(got) + len(gold)) if hits else 0.0


DATASET = [
    {"prompt": "As CSV with columns item,qty,price: two lamps at 14.50 each and one rug at 80.",
     "answer": "item,qty,price\nlamp,2,14.50\nrug,1,80", "reference": "item,qty,price\nlamp,2,14.50\nrug,1,80"},
    {"prompt": "As CSV with columns name,room: Ada sits in 4.02, Bo in 4.11, Cy in 3.07.",
     "answer": "name,room\nAda,4.02\nBo,4.11\nCy,3.07", "reference": "name,room\nCy,3.07\nAda,4.02\nBo,4.11"},
    {"prompt": "As CSV with columns train,leaves,platform: the R5 leaves at 09:12 from 3, the R7 at 09:40 from 1.",
     "answer": "train,leaves,platform\nR5,09:12,3\nR7,09:40,1", "reference": "train,platform,leaves\nR5,3,09:12\nR7,1,09:40"},
    {"prompt": "As CSV with columns city,note: Oslo is 'cold, dry', Rome is 'mild'.",
     "answer": 'city,note\nOslo,"cold, dry"\nRome,mild', "reference": 'City,Note\nOslo,"cold, dry"\nRome,mild'},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
