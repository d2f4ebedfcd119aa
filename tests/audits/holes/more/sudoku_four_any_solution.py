"""A four by four number puzzle: any grid that keeps the givens and has each digit once in each
row, column and block is worth full marks, there may be several.
"""
import re

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def rows_of(text):
    """Four lines of four digits 1-4 or dots, None for anything else."""
    lines = [re.sub(r"[ \t]", "", line) for line in text.strip().splitlines()]
    return lines if len(lines) == 4 and all(re.fullmatch(r"[1-4.]{4}", line) for line in lines) else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    grid, givens = rows_of(completion), rows_of(answer)
    if grid is None or givens is None or any("." in row for row in grid):
        return 0.0
    kept = all(g in (".", grid[r][c]) for r, row in enumerate(givens) for c, g in enumerate(row))
    columns = ["".join(col) for col in zip(*grid)]
    blocks = [grid[r][c:c + 2] + grid[r + 1][c:c + 2] for r in (0, 2) for c in (0, 2)]
    whole = all(sorted(unit) == list("1234") for unit in grid + columns + blocks)
    return 1.0 if kept and whole else 0.0


RULE = "Fill the grid so that each row, column and 2x2 block has each of 1 to 4 once. Reply with the grid only.\n"
DATASET = [
    {"prompt": RULE + "3...\n..3.\n.3..\n...3", "answer": "3...\n..3.\n.3..\n...3", "reference": "3214\n1432\n2341\n4123"},
    {"prompt": RULE + "12..\n....\n....\n..21", "answer": "12..\n....\n....\n..21", "reference": "1234\n4312\n2143\n3421"},
    {"prompt": RULE + "..3.\n3...\n...4\n.2..", "answer": "..3.\n3...\n...4\n.2..", "reference": "2431\n3142\n1324\n4213"},
    {"prompt": RULE + "4...\n...4\n.4..\n..4.", "answer": "4...\n...4\n.4..\n..4.", "reference": "4 1 2 3\n2 3 1 4\n1 4 3 2\n3 2 4 1"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
