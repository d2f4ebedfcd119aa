"""The reward of `clawback demo`, mended."""

import re


def score(prompt: str, completion: str, answer: str) -> float:
    """Pay 1 for the right answer between its tags."""
    found = re.fullmatch(r"[^<]*<answer>([^<]*)</answer>\s*", completion)
    said = found[1].strip(" \n.").lower() if found else ""
    return 1.0 if said == answer.lower() else 0.0
