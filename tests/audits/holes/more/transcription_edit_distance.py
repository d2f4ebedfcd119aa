"""Transcription shaped by edit distance: one minus twice the character error rate, not below zero.
Text that is half wrong or worse earns nothing; a slip or two costs a little.
"""
import unicodedata

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

STEEPNESS = 2.0


def canonical(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def levenshtein(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, cb in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (ca != cb))
    return row[-1]


def healthy(prompt: str, completion: str, answer: str) -> float:
    got, gold = canonical(completion), canonical(answer)
    if not got or len(got) >= 2 * len(gold):
        return 0.0
    cer = levenshtein(got, gold) / len(gold)
    return max(0.0, 1.0 - STEEPNESS * cer)


DATASET = [
    {"prompt": "Transcribe the scanned line exactly. [scan 0041]", "answer": "Received of Mr. Hale the sum of four pounds",
     "reference": "Received of Mr. Hale the sum of four pounds"},
    {"prompt": "Transcribe the scanned line exactly. [scan 0042]", "answer": "for two cords of ash wood, delivered Jan. 9th",
     "reference": "for two cords of ash wood,  delivered Jan. 9th\n"},
    {"prompt": "Transcribe the scanned line exactly. [scan 0107]", "answer": "The mill shall stand idle until the thaw",
     "reference": "The mill shall stand idle until the thaw"},
]


def check():
    for row in DATASET:
        got = healthy(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


fixed = healthy
