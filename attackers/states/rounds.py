"""Counts that come round: a byte, a word, an exit status hold a number only to a modulus."""

from __future__ import annotations

from collections.abc import Iterator

from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.states.leaves import leaves_of, put, written
from attackers.states.made import ending, final_of, with_final

MODULI = (1 << 8, 1 << 16, 1 << 32)


def comes_round(scene: Scene) -> Iterator[Proposal]:
    """A whole number larger by a modulus: wrong where one more than the right one costs reward.

    And where one fewer than the larger one does: else it is a range, all of which is right.
    """
    row = scene.row
    for path, value in leaves_of(final_of(row)):
        for more in (1, *MODULI) if type(value) is int else ():
            fewer = with_final(row, put(final_of(row), path, value + more - 1))
            yield ending(
                row, "R303", f"a count that comes round ({written(path)})",
                put(final_of(row), path, value + more),
                f"{written(path)} is {value + more}, and the right one is {value}",
                proof=Proof.PARTLY if more > 1 else Proof.LEAD,
                base=fewer if more > 1 else None, bar=FULL_PAY,
            )  # fmt: skip
