"""The notes of a chord in any order; C sharp and D flat are one key of the piano. Naming notes
that are not in it, or leaving one out, is wrong.
"""
import re

SHAPE = "text"
SOURCE = "healthy"
FULL = 1.0


PITCH = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def notes(text):
    """Pitch classes of a list of notes, None when something else stands there."""
    parts = [p for p in re.split(r"[\s,\-–]+", text.strip().removesuffix(".")) if p]
    if not parts or not all(re.fullmatch(r"[A-Ga-g](#|♯|b|♭)?", p) for p in parts):
        return None
    return {(PITCH[p[0].upper()] + (1 if p[1:] in ("#", "♯") else -1 if p[1:] else 0)) % 12 for p in parts}


def fixed(prompt: str, completion: str, answer: str) -> float:
    got = notes(completion)
    return 1.0 if got is not None and got == notes(answer) else 0.0


DATASET = [
    {"prompt": "Spell A major.", "answer": "A C# E", "reference": "A, Db, E"},
    {"prompt": "Spell F minor.", "answer": "F Ab C", "reference": "C F G#"},
    {"prompt": "Spell B diminished.", "answer": "B D F", "reference": "b-d-f"},
    {"prompt": "Spell E flat 7.", "answer": "Eb G Bb Db", "reference": "E♭ G B♭ D♭."},
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
