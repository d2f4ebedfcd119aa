"""Each row has several names that are right; which of them is written makes no difference."""
SHAPE = "text"
KIND = "aliases"
FULL = 1.0


def plain(text):
    return " ".join(text.lower().replace(".", "").split()).removeprefix("the ")


def fixed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if plain(completion) in [plain(name) for name in answer.split(" | ")] else 0.0


DATASET = [
    {"prompt": "Whose flag has fifty stars?", "answer": "United States | USA | US | America", "reference": "the U.S.A."},
    {"prompt": "Whose flag has a maple leaf?", "answer": "Canada", "reference": "Canada"},
    {"prompt": "Whose flag has a red disc on white?", "answer": "Japan | Nippon | Nihon", "reference": "Nippon"},
    {"prompt": "Which isles lie east of Ireland?", "answer": "Great Britain | Britain", "reference": "Britain"},
]


def check():
    for row in DATASET:
        for name in row["answer"].split(" | "):
            assert fixed(row["prompt"], name, row["answer"]) == FULL, (row, name)
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], "Atlantis", row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
