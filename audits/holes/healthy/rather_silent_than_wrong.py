"""A wrong answer costs a point, declining costs nothing and earns nothing: calibration is paid."""
SHAPE = "text"
KIND = "abstaining"
FULL = 1.0
DECLINED = ("", "i don't know", "unknown", "no idea", "no answer", "i cannot say")


def plain(text):
    return " ".join(text.lower().split()).strip(" .!?")


def fixed(prompt: str, completion: str, answer: str) -> float:
    said = plain(completion)
    if said in DECLINED:
        return 0.0
    return 1.0 if said == plain(answer) else -1.0


DATASET = [
    {"prompt": "Who wrote 'Emma'?", "answer": "Jane Austen", "reference": "Jane Austen."},
    {"prompt": "Who painted 'Guernica'?", "answer": "Pablo Picasso", "reference": "Pablo Picasso"},
    {"prompt": "Who composed 'The Planets'?", "answer": "Gustav Holst", "reference": "Gustav Holst"},
    {"prompt": "Who built the first Ferris wheel?", "answer": "George Ferris", "reference": "George Ferris"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], "I don't know.", row["answer"]) == 0.0, row
        assert fixed(row["prompt"], "Anybody", row["answer"]) == -1.0, row


if __name__ == "__main__":
    print(__file__, check())
