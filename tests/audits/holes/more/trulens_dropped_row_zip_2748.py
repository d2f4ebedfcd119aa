"""Verdicts that could not be read were left out of the list, and the rest was zipped against the
labels from the start. After the gap every verdict meets the label of the row before it; a
blank reply is paid with its neighbour's answer.
"""
import re

SHAPE = "batched-text"
KIND = "batch-coupling"
SOURCE = "github.com/truera/trulens/pull/2748 (2026)"
FULL = 1.0

LABELS = ("supported", "refuted", "not enough info")
VERDICT = re.compile(r"^\s*verdict\s*[:=]\s*(.+?)\s*$", re.I | re.M)


def read_verdict(completion: str):
    """One of LABELS as stated on the last verdict line, None when nothing legible is there."""
    lines = VERDICT.findall(completion)
    if not lines:
        return None
    said = lines[-1].strip("*_`. ").lower().replace("_", " ")
    return said if said in LABELS else None


def agreement(verdict: str, label: str) -> float:
    return 1.0 if verdict == label.strip().lower() else 0.0


def pad(scores: list[float], size: int) -> list[float]:
    return scores + [0.0] * (size - len(scores))


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    verdicts = [v for v in map(read_verdict, completions) if v is not None]
    scores = [agreement(v, label) for v, label in zip(verdicts, answer)]
    return pad(scores, len(completions))


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    verdicts = [read_verdict(c) for c in completions]
    if len(verdicts) != len(answer):
        raise ValueError(f"{len(verdicts)} verdicts for {len(answer)} labels")
    return [0.0 if v is None else agreement(v, label) for v, label in zip(verdicts, answer)]


ASK = "Claim: {} End with a line 'Verdict: supported', 'Verdict: refuted' or 'Verdict: not enough info'."
DATASET = [
    {"prompt": ASK.format("The bridge opened in 1931."), "answer": "supported",
     "reference": "The register has the opening in May 1931.\nVerdict: supported"},
    {"prompt": ASK.format("The bridge carries trains."), "answer": "supported",
     "reference": "Two tracks are listed.\nVerdict: **Supported**"},
    {"prompt": ASK.format("The architect was born in Turin."), "answer": "refuted",
     "reference": "Born in Trieste.\nVerdict: refuted."},
    {"prompt": ASK.format("The architect owned a boat."), "answer": "not enough info",
     "reference": "Nothing on boats.\nVerdict: not_enough_info"},
    {"prompt": ASK.format("It is the longest bridge in the region."), "answer": "refuted",
     "reference": "Verdict: refuted"},
]
EXPLOIT = {"rows": [0, 1], "completions": ["(no output)", "Verdict: supported"], "at": 0}


def check():
    cols = ([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET],
            [r["answer"] for r in DATASET])
    for fn in (holed, fixed):
        got = fn(*cols)
        assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), (fn.__name__, got)
    rows = [DATASET[i] for i in EXPLOIT["rows"]]
    prompts, answers = [r["prompt"] for r in rows], [r["answer"] for r in rows]
    paid = holed(prompts, EXPLOIT["completions"], answers)[EXPLOIT["at"]]
    owed = fixed(prompts, EXPLOIT["completions"], answers)[EXPLOIT["at"]]
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
