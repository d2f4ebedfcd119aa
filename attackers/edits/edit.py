"""What an edit is: one change to the reference's behaviour, with a name and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from attackers.edits.behaviour import Behaviour

Make: TypeAlias = Callable[[Behaviour], Behaviour | Iterable[Behaviour]]
"""Makes one change, or the same change at each place in turn; the unchanged one where it cannot."""


class Means(StrEnum):
    """What an edit was made to be. Whether it is that on a case, the end state says."""

    WRONG = "wrong"
    """Wrong wherever it changes anything."""
    HARMLESS = "harmless"
    """Harmless wherever it changes anything."""
    EITHER = "either"
    """It depends on the case. Less than the reference did is clearly wrong where it is wrong; where
    the end is right all the same, it is not clearly harmless."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit of behaviour."""

    name: str
    sentence: str
    """What is done instead, as a clause without its full stop."""
    means: Means
    make: Make
    doubt: str = ""
    """Why people of sense may differ on whether it is what it means to be; empty if they cannot."""

    def variants(self, reference: Behaviour) -> Iterator[Behaviour]:
        """Yield each behaviour that this edit makes of the reference's, unchanged ones left out."""
        made = self.make(reference)
        several = made if isinstance(made, Iterable) else (made,)
        yield from (one for one in several if one != reference)


def edit(means: Means, doubt: str = "") -> Callable[[Make], Edit]:
    """Make an edit of a function: its name is the function's, its sentence the docstring."""

    def build(make: Make) -> Edit:
        name = make.__name__.replace("_", "-")
        sentence = " ".join((make.__doc__ or "").split()).removesuffix(".")
        return Edit(name, sentence, means, make, doubt)

    return build
