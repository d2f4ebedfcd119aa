"""A plan is scored by the longest run of gold steps it has in the right order (other steps may lie
between), over the longer of the two plans, squared so that a plan half right earns a quarter. A
missing, misplaced, repeated or made-up step costs.
"""

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def steps(text):
    """The steps of a plan: its lines that begin with a dash, without case and closing stop."""
    return [" ".join(line.strip()[1:].lower().split()).rstrip(".") for line in text.splitlines() if line.strip().startswith("-")]


def in_order(a, b):
    """Length of the longest common subsequence."""
    row = [0] * (len(b) + 1)
    for x in a:
        last = row[:]
        for j, y in enumerate(b, 1):
            row[j] = last[j - 1] + 1 if x == y else max(last[j], row[j - 1])
    return row[-1]


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = steps(completion)[:200], steps(answer)
    return (in_order(got, gold) / max(len(got), len(gold))) ** 2


def row(goal, given, *gold):
    listed = "\n".join("- " + s for s in given)
    return {"prompt": f"Put the steps into the right order, one a line after a dash. Goal: {goal}\n{listed}",
            "answer": "\n".join("- " + s for s in gold), "reference": "Like this:\n" + "\n".join(f"- {s.capitalize()}." for s in gold)}


DATASET = [
    row("tea", ["drink", "pour the water", "add the leaves", "boil the water", "fill the kettle"],
        "fill the kettle", "boil the water", "add the leaves", "pour the water", "drink"),
    row("a letter", ["post it", "seal the envelope", "write it", "find a pen"], "find a pen", "write it", "seal the envelope", "post it"),
    row("a release", ["announce it", "tag it", "publish it", "run the tests", "merge the branch"],
        "merge the branch", "run the tests", "tag it", "publish it", "announce it"),
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
