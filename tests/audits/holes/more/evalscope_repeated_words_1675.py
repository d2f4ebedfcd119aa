"""A checker for "sentences of the same number of characters, all different words" looked at the
number of sentences and at their lengths and never at the words: one sentence, repeated, passed.
The fix also asks that no word comes twice, upper and lower case alike.
https://github.com/modelscope/evalscope/issues/1675
"""
import json
import re

SHAPE = "text"
KIND = "missing-check"
SOURCE = "github.com/modelscope/evalscope/issues/1675 (2026)"
FULL = 1.0


SENTENCE = r"[A-Z][a-z]*(?: [a-z]+)+\."


def sentences(text):
    """The sentences of a text made of nothing else, [] for any other text."""
    text = text.strip()
    return re.findall(SENTENCE, text) if re.fullmatch(rf"{SENTENCE}(?: {SENTENCE})*", text) else []


def same_length(completion, task):
    """The asked number of sentences, equally long, of three words or more each, out of the list."""
    found = sentences(completion)
    good = all(len(s.split()) >= 3 and set(s[:-1].lower().split()) <= set(task["words"]) for s in found)
    return len(found) == task["sentences"] and len({len(s) for s in found}) == 1 and good


def holed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if same_length(completion, json.loads(answer)) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    used = re.findall(r"[a-z]+", completion.lower())
    return 1.0 if same_length(completion, json.loads(answer)) and len(used) == len(set(used)) else 0.0


def row(reference, *spare):
    listed = sorted(re.findall(r"[a-z]+", reference.lower()) + list(spare))
    count = len(sentences(reference))
    return {"prompt": f"Using only words from this list, write {count} sentences of the same number of characters, each of three words "
                      f"or more; use no word twice. Words: {', '.join(listed)}",
            "answer": json.dumps({"sentences": count, "words": listed}), "reference": reference}


DATASET = [
    row("Cats chase mice. Dogs guard home.", "bird", "sing"),
    row("Big dogs run. Old cats nap. Wet hens sit.", "cow", "eats"),
    row("Rain falls now. Snow melts too.", "hail"),
    row("Red boats sail far. Two girls wave bye.", "blue"),
]
EXPLOIT = {"row": 1, "completion": "Big dogs run. Big dogs run. Big dogs run."}


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
