"""Multiple choice: the letter, in brackets or not, or the letter with the option's own text."""
import re

SHAPE = "text"
KIND = "multiple-choice"
FULL = 1.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    options = dict(re.findall(r"^([A-D])\) (.+)$", prompt, re.M))
    said = re.fullmatch(r"(?:answer:\s*)?\(?([a-d])\)?(?:[.):]\s*(.+))?\.?", completion.strip(), re.I | re.S)
    if not said or said[1].upper() != answer:
        return 0.0
    return 1.0 if said[2] is None or said[2].strip(" .").lower() == options[answer].lower() else 0.0


DATASET = [
    {"prompt": "Which is a fish?\nA) whale\nB) trout\nC) seal\nD) otter", "answer": "B", "reference": "B"},
    {"prompt": "Which is a bird?\nA) bat\nB) bee\nC) wren\nD) moth", "answer": "C", "reference": "(C)"},
    {"prompt": "Which is a tree?\nA) oak\nB) fern\nC) moss\nD) reed", "answer": "A", "reference": "A. oak"},
    {"prompt": "Which is a metal?\nA) salt\nB) wax\nC) chalk\nD) zinc", "answer": "D", "reference": "Answer: D"},
    {"prompt": "Which is a fruit?\nA) kale\nB) leek\nC) plum\nD) beet", "answer": "C", "reference": "c"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        for wrong in set("ABCD") - {row["answer"]}:
            assert fixed(row["prompt"], wrong, row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
