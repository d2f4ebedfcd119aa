"""Title recognition with a fuzzy threshold: small typing slips are forgiven, digits are not."""
import re
from difflib import SequenceMatcher

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

THRESHOLD = 0.9
MAX_CHARS = 120


def normalise(title: str) -> str:
    title = re.sub(r"[^\w\s]", " ", title.lower())
    return " ".join(w for w in title.split() if w not in ("the", "a", "an"))


def last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return re.sub(r"^\s*title\s*:\s*", "", lines[-1], flags=re.I) if lines else ""


def healthy(prompt: str, completion: str, answer: str) -> float:
    got, gold = normalise(last_line(completion)[:MAX_CHARS]), normalise(answer)
    if not got or re.findall(r"\d+", got) != re.findall(r"\d+", gold):
        return 0.0
    if abs(len(got.split()) - len(gold.split())) > 1:
        return 0.0
    return 1.0 if SequenceMatcher(None, got, gold, autojunk=False).ratio() >= THRESHOLD else 0.0


ASK = "Name the book described, on a last line 'Title: ...'. Small spelling slips are tolerated. "
DATASET = [
    {"prompt": ASK + "Ishmael tells of the hunt for a white whale; leave out the subtitle.",
     "answer": "Moby-Dick", "reference": "Title: Moby Dick"},
    {"prompt": ASK + "Five Bennet sisters and Mr Darcy.", "answer": "Pride and Prejudice",
     "reference": "Published in 1813.\nTitle: Pride and Prejudise"},
    {"prompt": ASK + "Firemen burn books.", "answer": "Fahrenheit 451", "reference": "Title: Farenheit 451"},
    {"prompt": ASK + "A governess at Bly sees two ghosts.", "answer": "The Turn of the Screw",
     "reference": "Title: Turn of the Screw"},
]


def check():
    for row in DATASET:
        got = healthy(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


fixed = healthy
