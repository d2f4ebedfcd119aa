"""A reward as people write it: right, and paid for saying the answer somewhere."""


def score(prompt: str, completion: str, answer: str) -> float:
    """Pay where the right answer stands in the completion."""
    return 1.0 if answer.lower() in completion.lower() else 0.0
