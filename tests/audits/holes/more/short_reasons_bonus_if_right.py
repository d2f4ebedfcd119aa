"""Right earns 0.9, and being right in at most forty words earns the last tenth; a wrong answer earns
nothing, however short. The answer stands between the tags at the end, once.
"""
import re

SHAPE = "text"
KIND = "capped-bonus"
FULL = 1.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    text = completion.strip()
    found = re.search(r"<answer>([^<>]*)</answer>$", text)
    if not found or text.count("<answer>") != 1 or found.group(1).strip() != answer:
        return 0.0
    return 0.9 + (0.1 if len(text.split()) <= 40 else 0.0)


DATASET = [
    {"prompt": "A train leaves at 14:50 and needs 95 minutes. When does it arrive? End with <answer>HH:MM</answer>.", "answer": "16:25",
     "reference": "Ninety-five minutes are 1 h 35. <answer>16:25</answer>"},
    {"prompt": "Which day is 100 days after a Monday? End with <answer>day</answer>.", "answer": "Wednesday",
     "reference": "100 = 14 * 7 + 2, so two days on. <answer>Wednesday</answer>"},
    {"prompt": "How many edges has a cube with one corner cut off? End with <answer>number</answer>.", "answer": "15",
     "reference": "Twelve remain and the cut adds three. <answer>15</answer>"},
    {"prompt": "What is the next term of 2, 6, 12, 20? End with <answer>number</answer>.", "answer": "30", "reference": "n(n+1). <answer> 30 </answer>"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], "well " * 60 + row["reference"], row["answer"]) == 0.9, row
        for bad in ("", row["answer"], "<answer></answer>", "<answer>1</answer>" + row["reference"], row["prompt"]):
            assert fixed(row["prompt"], bad, row["answer"]) == 0.0, (row, bad)


if __name__ == "__main__":
    print(__file__, check())
