"""The basic match template of an eval library accepts an output as soon as it begins with the ideal
answer. For sums, identifiers and code tokens that pays for another answer: where 42 is right, 420 and
"42 extra" are right too. The strict template that was added compares the complete output.
https://github.com/openai/evals/pull/1736
"""
SHAPE = "text"
KIND = "prefix"
SOURCE = "github.com/openai/evals/pull/1736 (2026)"
FULL = 1.0


def holed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if completion.strip().startswith(answer) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if completion.strip() == answer else 0.0


DATASET = [
    {"prompt": "What is 6 * 7? Reply with the number alone.", "answer": "42", "reference": "42"},
    {"prompt": "What is 1000 - 997? Reply with the number alone.", "answer": "3", "reference": "3"},
    {"prompt": "Which HTTP status code means 'not found'? Reply with the code alone.", "answer": "404", "reference": "404\n"},
    {"prompt": "Which Python keyword leaves a loop at once? Reply with the keyword alone.", "answer": "break", "reference": "break"},
    {"prompt": "Write 255 in hexadecimal, in the form 0x.. in lower case, alone.", "answer": "0xff", "reference": "0xff"},
    {"prompt": "Reverse the string 'stressed'. Reply with the result alone.", "answer": "desserts", "reference": "desserts"},
]
EXPLOIT = {"row": 0, "completion": "4200"}


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
