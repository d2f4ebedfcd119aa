"""IFEval-style strict score: every constraint of the prompt is a regular expression or a count that
must hold for the whole reply. A kind nobody knows raises.
"""
import json
import re

SHAPE = "text"
KIND = "healthy"
FULL = 1.0


def paragraphs(text):
    return [p for p in re.split(r"\n\s*\n", text.strip()) if p.strip()]


def sentences(text):
    return [s for s in re.split(r"(?<=[.!?])\s+", text.strip()) if re.search(r"\w", s)]


CHECKS = {
    "match": lambda t, arg: re.search(arg, t, re.M) is not None,
    "no_match": lambda t, arg: re.search(arg, t, re.M | re.I) is None,
    "whole": lambda t, arg: re.fullmatch(arg, t.strip(), re.S) is not None,
    "paragraphs": lambda t, arg: len(paragraphs(t)) == arg,
    "sentences": lambda t, arg: len(sentences(t)) == arg,
    "max_words": lambda t, arg: len(t.split()) <= arg,
    "min_words": lambda t, arg: len(t.split()) >= arg,
}


def load(answer):
    constraints = json.loads(answer)
    unknown = [kind for kind, _ in constraints if kind not in CHECKS]
    if unknown or not constraints:
        raise ValueError(f"bad constraints: {unknown}")
    return constraints


def fixed(prompt: str, completion: str, answer: str) -> float:
    constraints = load(answer)
    if not re.search(r"\w", completion):
        return 0.0
    return 1.0 if all(CHECKS[kind](completion, arg) for kind, arg in constraints) else 0.0


GASES = "helium|neon|argon|krypton|xenon|radon|oganesson"
DATASET = [
    {"prompt": "Explain rust (the iron oxide) in two paragraphs, 20 to 80 words, mentioning iron, oxygen and water, without the letters 'ph' in sequence.",
     "answer": json.dumps([["paragraphs", 2], ["min_words", 20], ["max_words", 80], ["match", r"(?i)\biron\b"], ["match", r"(?i)\boxygen\b"],
                           ["match", r"(?i)\bwater\b"], ["no_match", "ph"]]),
     "reference": "Rust forms when iron meets oxygen and water; the metal gives up electrons and flakes away.\n\nPaint keeps water out and so slows the decay down."},
    {"prompt": "Reply with one haiku about snow: three lines, the word snow in the first, 9 to 17 words, none of .,;:!? in it.",
     "answer": json.dumps([["whole", r"[^\n]*\b[Ss]now\b[^\n]*\n[^\n]+\n[^\n]+"], ["no_match", r"[.,;:!?]"], ["min_words", 9], ["max_words", 17]]),
     "reference": "Snow on the old roof\na cat leaves a line of prints\nand the smoke stands still"},
    {"prompt": "In exactly 3 sentences, recommend a museum in Cairo. Name Cairo. Start with 'Dear visitor'.",
     "answer": json.dumps([["sentences", 3], ["match", r"\ADear visitor\b"], ["match", r"\bCairo\b"], ["match", r"(?i)\bmuseum\b"]]),
     "reference": "Dear visitor, go to the Egyptian Museum in Cairo. It holds the mask of Tutankhamun. Come early."},
    {"prompt": "Give exactly four different noble gases on lines like '1. name', nothing else.",
     "answer": json.dumps([["whole", rf"(?i)1\. ({GASES}) *\n2\. (?!\1\b)({GASES}) *\n3\. (?!\1\b|\2\b)({GASES}) *\n4\. (?!\1\b|\2\b|\3\b)({GASES})"]]),
     "reference": "1. helium\n2. neon\n3. argon\n4. krypton"},
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
