"""A file-search environment asks for the position of one file among a few and looked for the
gold digit anywhere in the final answer. An answer that lists every position, or a longer
number that merely holds the digit, is right.
"""
SHAPE = "text"
KIND = "substring-match"
SOURCE = "github.com/PrimeIntellect-ai/verifiers/pull/763 review (2026)"
FULL = 1.0


def holed(prompt: str, completion: str, answer: str) -> float:
    final_answer = str(completion)
    if answer and answer in final_answer:
        return 1.0
    return 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    final_answer = str(completion).strip()
    if answer and final_answer == answer.strip():
        return 1.0
    return 0.0


DATASET = [
    {"prompt": "Files 1 to 4 each hold a code word. Which one holds 'lantern'? Reply with its number.", "answer": "3",
     "reference": "3"},
    {"prompt": "Files 1 to 4 each hold a code word. Which one holds 'mosaic'? Reply with its number.", "answer": "1",
     "reference": "1"},
    {"prompt": "Files 1 to 4 each hold a code word. Which one holds 'thimble'? Reply with its number.", "answer": "4",
     "reference": "4"},
    {"prompt": "Files 1 to 4 each hold a code word. Which one holds 'walnut'? Reply with its number.", "answer": "2",
     "reference": "2"},
]
EXPLOIT = {"row": 0, "completion": "One of 1, 2, 3 and 4."}


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
