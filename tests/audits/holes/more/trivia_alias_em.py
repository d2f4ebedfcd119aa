"""TriviaQA-style exact match against a list of aliases. The reply ends in a labelled line; the
last label counts. Abstaining earns nothing, and so does naming several candidates.
"""
import json
import re
import string

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

LABEL = re.compile(r"^\s*(?:final )?answer\s*:\s*(.*?)\s*$", re.I | re.M)
ABSTAIN = {"", "unknown", "i dont know", "not sure", "na", "none"}


def normalize_answer(text):
    text = text.casefold().replace("\u2019", "'")
    text = "".join(ch if ch not in string.punctuation else ("" if ch in "'." else " ") for ch in text)
    text = re.sub(r"\b(a|an|the)\b", " ", text)
    return " ".join(text.split())


def fixed(prompt: str, completion: str, answer: str) -> float:
    labelled = LABEL.findall(completion)
    if not labelled:
        return 0.0
    said = normalize_answer(labelled[-1].replace("**", ""))
    if said in ABSTAIN:
        return 0.0
    aliases = {normalize_answer(alias) for alias in json.loads(answer)} - ABSTAIN
    return 1.0 if said in aliases else 0.0


HOW = " Think aloud if you like, then write 'Answer: ...' on the last line (or 'Answer: unknown')."
DATASET = [
    {"prompt": "Which US president was known as FDR?" + HOW,
     "answer": json.dumps(["Franklin D. Roosevelt", "Franklin Delano Roosevelt", "Franklin Roosevelt", "FDR", "Roosevelt"]),
     "reference": "The initials stand for Franklin Delano Roosevelt.\nAnswer: Franklin D. Roosevelt"},
    {"prompt": "In which city is the Uffizi?" + HOW, "answer": json.dumps(["Florence", "Firenze", "Florence, Italy"]),
     "reference": "Answer: Florence"},
    {"prompt": "Which country was called Ceylon until 1972?" + HOW, "answer": json.dumps(["Sri Lanka", "Democratic Socialist Republic of Sri Lanka"]),
     "reference": "First guess: Answer: Burma\nNo, that was never Ceylon.\nFinal answer: Sri Lanka."},
    {"prompt": "Who composed The Four Seasons?" + HOW, "answer": json.dumps(["Antonio Vivaldi", "Vivaldi", "A. Vivaldi"]),
     "reference": "A Venetian priest.\nAnswer: **Vivaldi**"},
]


def check():
    if SHAPE == "text":
        got = [fixed(r["prompt"], r["reference"], r["answer"]) for r in DATASET]
    else:
        got = fixed([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET], [r["answer"] for r in DATASET])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got
    return got


if __name__ == "__main__":
    print(__file__, check())
