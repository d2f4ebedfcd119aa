"""A search for behaviour that is paid, from nothing: no cheat is known to it, and no scorer.

General: `explore` (reward and novelty guide it), `Archive`, `shrink`. Of the refund desk: `Sketch`,
the space it is drawn from, and how a sketch becomes calls and a rollout. The reward comes in as a
callable.
"""

from attackers.search.archive import Archive, Trial
from attackers.search.explore import Space, explore, never
from attackers.search.moves import CRASH, LOG_MOVES, MoveSet, signatures, stage
from attackers.search.shrink import shrink
from attackers.search.sketch import Sketch, Step, size, written
from attackers.search.space import SketchSpace

__all__ = [
    "CRASH",
    "LOG_MOVES",
    "Archive",
    "MoveSet",
    "Sketch",
    "SketchSpace",
    "Space",
    "Step",
    "Trial",
    "explore",
    "never",
    "shrink",
    "signatures",
    "size",
    "stage",
    "written",
]
