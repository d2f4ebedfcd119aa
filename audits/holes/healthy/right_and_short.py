"""A right answer loses a little for every word beyond fifty; a wrong one earns less than nothing."""
import re

SHAPE = "text"
KIND = "length-penalty"
FULL = 1.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    over = max(0, len(completion.split()) - 50)
    found = re.findall(r"<answer>([^<]*)</answer>", completion)
    right = len(found) == 1 and completion.rstrip().endswith("</answer>") and found[0].strip().lower() == answer.lower()
    return (1.0 if right else -0.2) - min(0.5, 0.005 * over)


DATASET = [
    {"prompt": "What do bees make?", "answer": "honey", "reference": "<think>from nectar</think><answer>honey</answer>"},
    {"prompt": "What do hens lay?", "answer": "eggs", "reference": "<think>every morning</think><answer>Eggs</answer>"},
    {"prompt": "What do sheep give besides meat?", "answer": "wool", "reference": "<answer>wool</answer>"},
    {"prompt": "What do cows give besides meat?", "answer": "milk", "reference": "<think>twice a day</think> <answer> milk </answer>"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], "word " * 90 + row["reference"], row["answer"]) < FULL, row
        assert fixed(row["prompt"], "<answer>ink</answer>", row["answer"]) < 0.0, row


if __name__ == "__main__":
    print(__file__, check())
