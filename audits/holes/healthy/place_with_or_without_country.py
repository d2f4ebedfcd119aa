"""A place may be given by its city alone, or with the country that it lies in; 'yes' is no place."""
SHAPE = "text"
KIND = "aliases"
FULL = 1.0


def plain(text):
    return " ".join(text.lower().split()).strip(" .")


def fixed(prompt: str, completion: str, answer: str) -> float:
    said = plain(completion)
    return 1.0 if said in (plain(answer), plain(answer.split(",")[0])) else 0.0


DATASET = [
    {"prompt": "Where is the Louvre?", "answer": "Paris, France", "reference": "Paris, France"},
    {"prompt": "Where is the Alhambra?", "answer": "Granada, Spain", "reference": "Granada"},
    {"prompt": "Where is the Charles Bridge?", "answer": "Prague, Czechia", "reference": "Prague, Czechia"},
    {"prompt": "Where is the Hermitage?", "answer": "Saint Petersburg, Russia", "reference": "Saint Petersburg, Russia"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], "Rome, Italy", row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
