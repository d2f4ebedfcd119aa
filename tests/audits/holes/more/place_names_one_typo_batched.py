"""Places named on a map quiz. One slip of the pen (a letter more, less or other) is forgiven in a name
of seven letters or more, and accents and case never count; but a slip that spells another
real place is that place, and wrong.
"""
import unicodedata

SHAPE = "batched-text"
SOURCE = "healthy"
FULL = 1.0


OTHERS = {"budapest", "bucharest", "slovakia", "slovenia", "austria", "australia", "niger", "nigeria", "mauritania", "mauritius"}


def plain(text):
    """Lower case, without accents, one space between words."""
    flat = unicodedata.normalize("NFKD", text.strip().removesuffix(".").lower())
    return " ".join("".join(c for c in flat if not unicodedata.combining(c)).split())


def one_slip(a, b):
    """At most one letter is put in, left out or changed between a and b."""
    if abs(len(a) - len(b)) > 1:
        return False
    i = 0
    while i < min(len(a), len(b)) and a[i] == b[i]:
        i += 1
    return a == b or a[i + 1:] == b[i + 1:] or a[i + 1:] == b[i:] or a[i:] == b[i + 1:]


def score(completion, gold):
    told, want = plain(completion), plain(gold)
    if not want or told == want:
        return 1.0 if want else 0.0
    forgiven = len(want) >= 7 and told not in OTHERS and one_slip(told, want)
    return 1.0 if forgiven else 0.0


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [score(c, a) for c, a in zip(completions, answer)]


DATASET = [
    {"prompt": "Which country lies south of Austria, north of Croatia?", "answer": "Slovenia", "reference": "Slovennia"},
    {"prompt": "Which city lies at the mouth of the Tagus?", "answer": "Lisbon", "reference": "lisbon"},
    {"prompt": "Which city is the capital of Brazil?", "answer": "Brasília", "reference": "Brasilia"},
    {"prompt": "Which island state lies east of Madagascar?", "answer": "Mauritius", "reference": "Mauritus."},
    {"prompt": "Which country lies between Mali and Chad?", "answer": "Niger", "reference": "Niger"},
]
CHEATS = ["", "Nigeria", "Slovakia", "Lisbn", "Slovenia Lisbon Brasilia Mauritius Niger", "a"]


def check():
    cols = ([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET], [r["answer"] for r in DATASET])
    got = fixed(*cols)
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got
    for cheat in CHEATS:
        got = fixed(cols[0], [cheat] * len(DATASET), cols[2])
        assert max(got) < 0.5, (cheat, got)


if __name__ == "__main__":
    print(__file__, check())
