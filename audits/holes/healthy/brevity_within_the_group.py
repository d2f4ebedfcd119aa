"""In a group, right answers shorter than the group's mean get a tenth more, longer ones a tenth less.

So a row's reward depends on its neighbours by design; a wrong answer earns nothing in any company.
"""
SHAPE = "batched-text"
KIND = "group-relative"
FULL = 1.0


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    mean = sum(map(len, completions)) / len(completions)
    return [
        (1.0 if len(text) == mean else 1.1 if len(text) < mean else 0.9)
        if text.rsplit("Answer:", 1)[-1].strip().lower() == gold.lower() and text.count("Answer:") == 1
        else 0.0
        for text, gold in zip(completions, answer)
    ]


DATASET = [
    {"prompt": "Opposite of hot?", "answer": "cold", "reference": "Ice is it. Answer: cold"},
    {"prompt": "Opposite of up?", "answer": "down", "reference": "Answer: down"},
    {"prompt": "Opposite of wet?", "answer": "dry", "reference": "Deserts are it. Answer: Dry"},
    {"prompt": "Opposite of open?", "answer": "shut", "reference": "A door may be it. Answer: shut"},
    {"prompt": "Opposite of early?", "answer": "late", "reference": "Trains are it. Answer: late"},
]


def check():
    for row in DATASET:
        assert fixed([row["prompt"]], [row["reference"]], [row["answer"]]) == [FULL], row
        assert fixed([row["prompt"]], ["Answer: blue"], [row["answer"]]) == [0.0], row


if __name__ == "__main__":
    print(__file__, check())
