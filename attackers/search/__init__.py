"""A search for behaviour that is paid, from nothing: no cheat is known to it, and no scorer.

General: `explore` (reward and novelty guide it), `Archive`, `shrink`, and the space of sketches. Of
each desk (`FIELDS`): its moves, where their arguments come from, and how a program is played. The
reward comes in as a callable.
"""

from attackers.search.archive import Archive, Trial
from attackers.search.explore import Space, explore, never
from attackers.search.field import FIELDS, Field
from attackers.search.moves import CRASH, LOG_MOVES, MoveSet, signatures, stage
from attackers.search.shrink import shrink
from attackers.search.sketch import Sketch, Step, size, written
from attackers.search.space import SketchSpace

__all__ = [
    "CRASH",
    "FIELDS",
    "LOG_MOVES",
    "Archive",
    "Field",
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
