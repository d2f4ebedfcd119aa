"""An F-score over factual claims worked out recall with the formula of precision (hits over hits
plus false claims), so gold claims that were left out cost nothing. One safe claim out of five
earned a perfect score.
"""

SHAPE = "text"
KIND = "wrong-formula"
SOURCE = "github.com/vibrantlabsai/ragas/pull/1650 (2024)"
FULL = 1.0


def claims(text):
    """The claims of a text: its lines that begin with a dash, without case, closing stop or repeats."""
    return {" ".join(line.strip()[1:].lower().split()).rstrip(".") for line in text.splitlines() if line.strip().startswith("-")} - {""}


def f_score(precision, recall):
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def counts(completion, answer):
    """Right claims, wrong claims, gold claims that were left out."""
    said, gold = claims(completion), claims(answer)
    return len(said & gold), len(said - gold), len(gold - said)


def holed(prompt: str, completion: str, answer: str) -> float:
    tp, fp, fn = counts(completion, answer)
    if not tp:
        return 0.0
    return f_score(tp / (tp + fp), tp / (tp + fp))


def fixed(prompt: str, completion: str, answer: str) -> float:
    tp, fp, fn = counts(completion, answer)
    if not tp:
        return 0.0
    return f_score(tp / (tp + fp), tp / (tp + fn))


def row(topic, *facts):
    return {"prompt": f"List every fact the note gives, one a line, each after a dash.\nNote: {' '.join(facts)}",
            "answer": "\n".join("- " + f for f in facts),
            "reference": f"Facts about {topic}:\n" + "\n".join("- " + f for f in reversed(facts))}


DATASET = [
    row("the bridge", "The bridge opened in 1931.", "It spans 503 metres.", "It carries eight lanes.",
        "It is painted grey.", "It took eight years to build."),
    row("the bird", "The bird nests in May.", "It lays four eggs.", "It winters in Spain."),
    row("the firm", "The firm was founded in Lyon.", "It makes brakes.", "It employs 900 people.", "It was sold in 2019."),
    row("the lake", "The lake is 40 metres deep.", "It freezes in January.", "Two rivers feed it.", "It holds trout."),
]
EXPLOIT = {"row": 0, "completion": "- It is painted grey."}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["prompt"], got)
    row = DATASET[EXPLOIT["row"]]
    paid = holed(row["prompt"], EXPLOIT["completion"], row["answer"])
    owed = fixed(row["prompt"], EXPLOIT["completion"], row["answer"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
