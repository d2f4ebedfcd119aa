"""The last word on a proposal: what is right to a fair reader is not proposed as wrong."""

from __future__ import annotations

from collections.abc import Iterator
from functools import wraps

from attackers.completions.form import answer_of
from attackers.completions.lenient import says, text_of
from attackers.rows import Attack, Proof, Proposal, Row, Scene


def fair(attack: Attack) -> Attack:
    """Hold an attack to its word: of what it calls wrong, leave out what may be read as right."""

    @wraps(attack)
    def kept(scene: Scene) -> Iterator[Proposal]:
        golds = _golds(scene.row)
        for proposal in attack(scene):
            called_wrong = proposal.proof is Proof.WRONG
            if not (called_wrong and any(says(str(proposal.answer), gold) for gold in golds)):
                yield proposal

    return kept


def _golds(row: Row) -> list[str]:
    return [answer_of(row), *([text_of(row.gold)] if row.gold is not None else [])]
