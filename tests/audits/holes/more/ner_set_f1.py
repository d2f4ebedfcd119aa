"""Entity extraction scored by F1 over typed mentions. Repeats count once, spare mentions cost
precision, a mention under more types than it has is no hit, and an empty gold list is met by an empty list only.
"""
import re
from collections import Counter

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

LINE = re.compile(r"^\s*[-*]\s*([A-Z]{3})\s*:\s*(\S.*?)\s*$", re.M)


def mentions(text):
    """{(type, mention)}; a type outside the guideline stays and counts as a false positive."""
    return {(kind, " ".join(name.strip(" .\"'").casefold().split())) for kind, name in LINE.findall(text)}


def fixed(prompt: str, completion: str, answer: str) -> float:
    predicted, gold = mentions(completion), mentions(answer)
    gold_names = Counter(name for _, name in gold)
    if not gold:
        return 1.0 if completion.strip().strip(".").casefold() == "none" else 0.0
    names = Counter(name for _, name in predicted)
    hits = sum(names[name] <= max(1, gold_names[name]) for _, name in predicted & gold)
    if not hits:
        return 0.0
    precision, recall = hits / len(predicted), hits / len(gold)
    return 2 * precision * recall / (precision + recall)


HOW = "List the entities, one per line as '- TYPE: mention' with TYPE in PER, LOC, ORG, or write 'None'. Text: "
DATASET = [
    {"prompt": HOW + "Marie Curie moved from Warsaw to Paris.", "answer": "- PER: Marie Curie\n- LOC: Warsaw\n- LOC: Paris",
     "reference": "- PER: Marie Curie\n- LOC: Paris\n- LOC: Warsaw"},
    {"prompt": HOW + "It rained all day and nobody went out.", "answer": "None", "reference": "None"},
    {"prompt": HOW + "Siemens opened a plant near Leeds, said Joe Kaeser.", "answer": "- ORG: Siemens\n- LOC: Leeds\n- PER: Joe Kaeser",
     "reference": "* ORG: Siemens\n* LOC: Leeds\n* PER: Joe Kaeser"},
    {"prompt": HOW + "The Red Cross and UNICEF work in Malawi.", "answer": "- ORG: Red Cross\n- ORG: UNICEF\n- LOC: Malawi",
     "reference": "Entities:\n- ORG: Red Cross\n- ORG: UNICEF\n- LOC: Malawi"},
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
