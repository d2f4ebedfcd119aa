"""N queens: the reply's last line lists the column of the queen in each row. Every layout in which
no two queens attack each other earns the same; the queens that are given must stay.
"""
import re

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def columns(text):
    """The columns on the last line, row by row; [] if the line is anything else."""
    lines = text.strip().splitlines()
    last = lines[-1].strip() if lines else ""
    return [int(v) for v in last.split()] if re.fullmatch(r"\d(?: \d)*", last) else []


def fixed(prompt: str, completion: str, answer: str) -> float:
    size, first = (int(v) for v in answer.split())
    got = columns(completion)
    if len(got) != size or any(not 1 <= c <= size for c in got) or got[0] != first:
        return 0.0
    rows = range(size)
    safe = all(got[a] != got[b] and abs(got[a] - got[b]) != b - a for a in rows for b in rows if a < b)
    return 1.0 if safe else 0.0


def row(size, first, reference):
    return {"prompt": f"Place {size} queens on a {size} by {size} board so that none attacks another; the first row's queen stands in "
                      f"column {first}. Close with the column of each row's queen, in order, with blanks between.",
            "answer": f"{size} {first}", "reference": reference}


DATASET = [
    row(4, 2, "2 4 1 3"),
    row(5, 1, "Knight's moves work here.\n1 3 5 2 4"),
    row(6, 3, "3 6 2 5 1 4"),
    row(8, 1, "1 5 8 6 3 7 2 4"),
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
