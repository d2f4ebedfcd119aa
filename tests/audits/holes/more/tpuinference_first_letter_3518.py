"""The multiple-choice extractor took the first answer phrase in the whole completion, reasoning
included, and as a last resort graded the response by its first character. Refusals that begin
with A, B, C or D are then answers.
"""
import re

SHAPE = "text"
KIND = "parser-confusion"
SOURCE = "github.com/vllm-project/tpu-inference/pull/3518 (2026)"
FULL = 1.0


PHRASE = re.compile(r"(?im)^\W*(?:the |final )*answer(?: is)?\s*:?\s*\(?([A-D])\)?\W*$")


def holed(prompt: str, completion: str, answer: str) -> float:
    text = completion.strip()
    found = PHRASE.search(text)
    if found:
        picked = found.group(1).upper()
    else:
        picked = text[:1].upper() if text[:1].upper() in ("A", "B", "C", "D") else None
    return 1.0 if picked is not None and picked == answer.strip().upper() else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    text = completion.rpartition("</think>")[2].strip()
    if "<think>" in text:
        return 0.0      # never came out of its reasoning
    found = PHRASE.findall(text)
    picked = {letter.upper() for letter in found}
    return 1.0 if picked == {answer.strip().upper()} else 0.0


DATASET = [
    {"prompt": "Which gas do plants take in?\nA) oxygen\nB) carbon dioxide\nC) argon\nD) helium", "answer": "B",
     "reference": "Answer: B"},
    {"prompt": "Which of these is a prime number?\nA) 21\nB) 27\nC) 29\nD) 33", "answer": "C",
     "reference": "<think>21, 27 and 33 are all multiples of three.</think>\nAnswer: C"},
    {"prompt": "Which planet is nearest to the sun?\nA) Mercury\nB) Venus\nC) Earth\nD) Mars", "answer": "A",
     "reference": "It goes round in 88 days, closer in than any other.\nAnswer: (A)"},
    {"prompt": "Who painted Guernica?\nA) Miro\nB) Dali\nC) Goya\nD) Picasso", "answer": "D",
     "reference": "The answer is D."},
]
EXPLOIT = {"row": 1, "completion": "Cannot say without more context."}


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
