"""Multiple choice: the last 'Answer:' may hold the letter, the text of the option, or both if they
agree. Two letters, a letter with another option's text, or no label earn nothing.
"""
import re

SHAPE = "batched-text"
KIND = "healthy"
FULL = 1.0

OPTION = re.compile(r"^\(([A-J])\) (.+)$", re.M)
FINAL = re.compile(r"answer\s*(?:is|:)\s*(.+)", re.I)
LETTER_FIRST = re.compile(r"(?:option |choice )?\(?([A-J])\)?(?:[\s.):,-]+(.*))?", re.I | re.S)


def squash(text):
    return re.sub(r"[\W_]+", " ", text).strip().casefold()


def chosen(completion, options):
    found = FINAL.findall(completion)
    if not found:
        return None
    said = found[-1].replace("*", "").strip().rstrip(".").strip()
    by_text = [letter for letter, text in options.items() if squash(text) == squash(said)]
    if len(by_text) == 1:
        return by_text[0]
    m = LETTER_FIRST.fullmatch(said)
    if not m or m.group(1).upper() not in options:
        return None
    letter = m.group(1).upper()
    return letter if not m.group(2) or squash(m.group(2)) == squash(options[letter]) else None


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for prompt, completion, gold in zip(prompts, completions, answer, strict=True):
        options = dict(OPTION.findall(prompt))
        rewards.append(1.0 if gold in options and chosen(completion, options) == gold else 0.0)
    return rewards


def ask(stem, *options):
    return "\n".join([stem, *(f"({chr(65 + i)}) {o}" for i, o in enumerate(options)), "Finish with 'Answer: ...'."])


DATASET = [
    {"prompt": ask("Which vitamin does the skin make in sunlight?", "Vitamin A", "Vitamin B12", "Vitamin C", "Vitamin D"), "answer": "D",
     "reference": "Cholesterol in the skin turns into it.\nAnswer: D"},
    {"prompt": ask("Which contract term is implied by custom?", "An express term", "A trade usage", "A penalty", "A warranty disclaimer"),
     "answer": "B", "reference": "Answer: (B) A trade usage"},
    {"prompt": ask("Which number is prime?", "29", "21", "27"), "answer": "A", "reference": "21 = 3 * 7 and 27 = 3 * 9, so C is out too. The answer is 29."},
    {"prompt": ask("First-line drug for anaphylaxis?", "Cetirizine", "Prednisone", "Adrenaline", "Salbutamol"), "answer": "C",
     "reference": "Airway and circulation come first.\nAnswer: **Adrenaline**"},
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
