"""A quasi-exact-match normaliser deleted punctuation before it turned numbers into a common
form. The decimal point and the sign were gone by the time float() looked, so 314 matched
3.14 and 40 matched -4.0. The repair reads a token as a number first.
"""
import re
import string

SHAPE = "text"
KIND = "normaliser-too-strong"
SOURCE = "github.com/huggingface/lighteval/pull/1273 (2026); cf. inspect_ai#4620"
FULL = 1.0

ARTICLES = re.compile(r"\b(?:a|an|the)\b", re.I)
NUMBER = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?")
EDGE = "\"'`.,;:!?()[]{}"
KEEP = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2019": "'"})


def remove_articles(text):
    return ARTICLES.sub(" ", text)


def remove_punc(text):
    return "".join(ch for ch in text if ch not in string.punctuation)


def homogenize_number(token):
    """"3" and "3.0" become the same string; words come back untouched."""
    try:
        return str(float(token))
    except ValueError:
        return token


def helm_normalizer(text):
    text = remove_punc(remove_articles(text.translate(KEEP).lower()))
    return " ".join(homogenize_number(tok) for tok in text.split())


def normalize_token(token):
    """A number keeps its sign and its point, a mixed token (3kg, 5%) stays as written, a word loses punctuation."""
    bare = token.rstrip(EDGE).lstrip(EDGE.replace(".", ""))
    if bare and any(ch.isdigit() for ch in bare):
        return str(float(bare.replace(",", ""))) if NUMBER.fullmatch(bare) else bare
    return remove_punc(bare)


def numbers_first_normalizer(text):
    tokens = [normalize_token(tok) for tok in remove_articles(text.translate(KEEP).lower()).split()]
    return " ".join(tok for tok in tokens if tok)


def quasi_exact_match(gold, pred, normalize):
    gold, pred = normalize(gold), normalize(pred)
    return 1.0 if gold and gold == pred else 0.0


def holed(prompt: str, completion: str, answer: str) -> float:
    return quasi_exact_match(answer, completion, helm_normalizer)


def fixed(prompt: str, completion: str, answer: str) -> float:
    return quasi_exact_match(answer, completion, numbers_first_normalizer)


TASK = "Reply with the answer only. "
DATASET = [
    {"prompt": TASK + "Pi to two decimals?", "answer": "3.14", "reference": "3.14"},
    {"prompt": TASK + "Which river runs through Vienna, Bratislava and Budapest?", "answer": "The Danube",
     "reference": "the Danube."},
    {"prompt": TASK + "What is 3 - 7?", "answer": "-4", "reference": "-4"},
    {"prompt": TASK + "How many metres are 1.25 kilometres?", "answer": "1,250", "reference": "1,250"},
    {"prompt": TASK + "Who wrote 'The Old Man and the Sea'?", "answer": "Ernest Hemingway", "reference": "Ernest Hemingway"},
]
EXPLOIT = {"row": 0, "completion": "314"}


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
