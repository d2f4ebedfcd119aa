"""A title read from a scan earns by its likeness to the right one, from nine tenths likeness on."""
import difflib

SHAPE = "text"
KIND = "fuzzy"
FULL = 1.0
FROM = 0.8


def fixed(prompt: str, completion: str, answer: str) -> float:
    one, other = " ".join(completion.lower().split()), " ".join(answer.lower().split())
    if len(one) > 2 * len(other):
        return 0.0
    alike = difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()
    return max(0.0, (alike - FROM) / (1.0 - FROM))


DATASET = [
    {"prompt": "Read the title of scan 1.", "answer": "A treatise on the motion of glaciers", "reference": "A treatise on the motion of glaciers"},
    {"prompt": "Read the title of scan 2.", "answer": "The keeping of bees in wooden hives", "reference": "The keeping of bees in wooden hives"},
    {"prompt": "Read the title of scan 3.", "answer": "Tables of the tides at Brest", "reference": "Tables of the tides at Brest"},
    {"prompt": "Read the title of scan 4.", "answer": "Remarks on the speech of starlings", "reference": "Remarks on the speech of starlings"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert 0.0 < fixed(row["prompt"], row["answer"][:-1], row["answer"]) < FULL, row
        assert fixed(row["prompt"], "Tales of the sea", row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
