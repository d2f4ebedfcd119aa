"""A word game: make the longest word you can of the given letters. A shorter real word earns the square of
its share of the best length; what is no word of the list, or needs other letters, earns nothing.
"""
from collections import Counter

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


WORDS = set("""star stare tears rat rate treat ear eat tea sea seat steal least slate stale tales art tar sat late tale
garden danger gander ranged range anger grade dare dear read near earn den end red rag rage gear age
planet platen plane plant panel penal plate pleat petal leaf lean lane plan pale nap tan ten net pet pen
silent listen tinsel enlist inlets inlet tile line lines lens tin nil sit list tie lie""".split())


def makeable(word, letters):
    return not Counter(word) - Counter(letters)


def fixed(prompt: str, completion: str, answer: str) -> float:
    letters, word = prompt.rsplit(":", 1)[1].strip(" .").lower(), completion.strip().lower()
    if word not in WORDS or not makeable(word, letters):
        return 0.0
    best = max(len(w) for w in WORDS if makeable(w, letters))
    return (len(word) / best) ** 2


DATASET = [
    {"prompt": "Make the longest word you can of the letters: gdnerax", "answer": "garden", "reference": "danger"},
    {"prompt": "Make the longest word you can of the letters: tnealpx", "answer": "planet", "reference": "planet"},
    {"prompt": "Make the longest word you can of the letters: lietnsx", "answer": "listen", "reference": "Silent"},
    {"prompt": "Make the longest word you can of the letters: tlasezq", "answer": "steal", "reference": "slate"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
