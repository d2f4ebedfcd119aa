"""What a rollout earned, recomputed from what the world recorded; what was said earns nothing."""

from scorer.evidence import Evidence, read_refund
from scorer.published import REVERTS, published
from scorer.refund import hardened
from scorer.term import Death, Guard, Score, Scorer, Term

__all__ = [
    "REVERTS",
    "Death",
    "Evidence",
    "Guard",
    "Score",
    "Scorer",
    "Term",
    "hardened",
    "published",
    "read_refund",
]
