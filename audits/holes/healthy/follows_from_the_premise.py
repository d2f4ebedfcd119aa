"""Three labels, one of them 'unknown', judged by the label in the one final tag."""
import re

SHAPE = "text"
KIND = "few-labels"
FULL = 1.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    said = re.findall(r"<label>\s*(\w+)\s*</label>", completion)
    return 1.0 if len(said) == 1 and said[0].lower() == answer and completion.rstrip().endswith("</label>") else 0.0


DATASET = [
    {"prompt": "All cats purr. Tom is a cat. Does Tom purr?", "answer": "yes", "reference": "Tom is one of them. <label>yes</label>"},
    {"prompt": "No cat barks. Tom is a cat. Does Tom bark?", "answer": "no", "reference": "None does. <label>no</label>"},
    {"prompt": "Some cats bite. Tom is a cat. Does Tom bite?", "answer": "unknown", "reference": "He may or may not. <label>unknown</label>"},
    {"prompt": "All dogs bark. Rex is a dog. Does Rex bark?", "answer": "yes", "reference": "<label>Yes</label>"},
    {"prompt": "No fish flies. Nemo is a fish. Does Nemo fly?", "answer": "no", "reference": "<label>no</label>"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        wrong = {"yes": "no", "no": "unknown", "unknown": "yes"}[row["answer"]]
        assert fixed(row["prompt"], f"<label>{wrong}</label>", row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
