"""The space that sketches are drawn from: made up, changed a little, made simpler."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random

from attackers.search.sketch import Sketch, Step
from attackers.search.sources import SOURCES, Source

MOST_STEPS = 8
"""How many calls a sketch has at most."""

PLAIN = 0.5
"""How often an argument that is drawn is the plainest one, besides by chance."""


class SketchSpace:
    """The sketches that the given moves allow, and how one leads to another."""

    def __init__(
        self,
        names: Mapping[str, tuple[str, ...]],
        sources: Mapping[str, tuple[Source, ...]] = SOURCES,
        often: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        """Make the space of some moves; each is drawn as often as each phrase that is `often`.

        A phrase is moves that are put in together, one after the other.
        """
        self.names = names
        self._sources = sources
        self._phrases = (*((name,) for name in names), *often)

    def fresh(self, dice: Random) -> Sketch:
        """Make a short sketch up."""
        drawn = (self._phrase(dice) for _ in range(dice.randint(0, MOST_STEPS // 2)))
        return tuple(chain.from_iterable(drawn))[:MOST_STEPS]

    def mutated(self, dice: Random, parent: Sketch, mate: Sketch) -> Sketch:
        """Change a parent in one to three places."""
        child = list(parent)
        for _ in range(dice.randint(1, 3)):
            if not child:
                self._insert(dice, child, mate)
            else:
                change = dice.choice(_CHANGES)
                change(self, dice, child, mate)
        return tuple(child[:MOST_STEPS])

    def _insert(self, dice: Random, child: list[Step], _mate: Sketch) -> None:
        at = dice.randint(0, len(child))
        child[at:at] = self._phrase(dice)

    def _delete(self, dice: Random, child: list[Step], _mate: Sketch) -> None:
        del child[dice.randrange(len(child))]

    def _move(self, dice: Random, child: list[Step], _mate: Sketch) -> None:
        step = child.pop(dice.randrange(len(child)))
        child.insert(dice.randint(0, len(child)), step)

    def _repeat(self, dice: Random, child: list[Step], _mate: Sketch) -> None:
        child.append(dice.choice(child))

    def _cross(self, dice: Random, child: list[Step], mate: Sketch) -> None:
        child[dice.randrange(len(child)) :] = mate[dice.randint(0, len(mate)) :]

    def _bend(self, dice: Random, child: list[Step], _mate: Sketch) -> None:
        """Draw one argument of one step anew."""
        at = dice.randrange(len(child))
        if names := self.names[child[at].move]:
            name = dice.choice(names)
            child[at] = self._with(child[at], name, self._pick(dice, name))

    def _retarget(self, dice: Random, child: list[Step], _mate: Sketch) -> None:
        """Draw one argument anew, the same for every step that has it."""
        name = dice.choice(tuple(self._sources))
        pick = self._pick(dice, name)
        child[:] = [self._with(step, name, pick) for step in child]

    def _with(self, step: Step, name: str, pick: int) -> Step:
        picks = (pick if own == name else was for own, was in self._named(step))
        return Step(step.move, tuple(picks))

    def _named(self, step: Step) -> Iterator[tuple[str, int]]:
        return zip(self.names[step.move], step.picks, strict=True)

    def _phrase(self, dice: Random) -> list[Step]:
        return [self._step(dice, move) for move in dice.choice(self._phrases)]

    def _step(self, dice: Random, move: str) -> Step:
        return Step(move, tuple(self._pick(dice, name) for name in self.names[move]))

    def _pick(self, dice: Random, name: str) -> int:
        return 0 if dice.random() < PLAIN else dice.randrange(len(self._sources[name]))

    def parts(self, sketch: Sketch, length: int = 1) -> Iterator[Sketch]:
        """Yield the sketch without each `length` of its steps."""
        for at in range(len(sketch) - length + 1):
            yield sketch[:at] + sketch[at + length :]

    def simpler(self, sketch: Sketch) -> Iterator[Sketch]:
        """Yield every simpler sketch that is one change away, those with the fewest steps first."""
        for length in range(len(sketch), 0, -1):
            yield from self.parts(sketch, length)
        yield from self._retargeted(sketch)
        for at, step in enumerate(sketch):
            for picks in _plainer(step.picks):
                yield (*sketch[:at], Step(step.move, picks), *sketch[at + 1 :])

    def _retargeted(self, sketch: Sketch) -> Iterator[Sketch]:
        """Make one argument plainer in every step that has it."""
        for name in self._sources:
            now = [pick for step in sketch for own, pick in self._named(step) if own == name]
            for plainer in range(min(now, default=0)):
                yield tuple(self._with(step, name, plainer) for step in sketch)


def _plainer(picks: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for at, pick in enumerate(picks):
        for plainer in range(pick):
            yield (*picks[:at], plainer, *picks[at + 1 :])


_CHANGES = (
    *(SketchSpace._insert,) * 2,
    SketchSpace._delete,
    SketchSpace._move,
    SketchSpace._repeat,
    SketchSpace._cross,
    *(SketchSpace._bend,) * 5,
    SketchSpace._retarget,
)
"""What a mutation may do, each as often as it stands here: most holes are in the arguments."""
