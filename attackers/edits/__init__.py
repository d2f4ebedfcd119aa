"""Edits of behaviour: what the reference did, with one change, really done again.

Each edit is a function in one of the modules here: its name names it, its docstring says in one
sentence what is done instead. A new one belongs where its like are, and nowhere else is touched.
"""

from __future__ import annotations

from functools import cache

from attackers.edits import (
    additions,
    amounts,
    escalations,
    keys,
    log,
    reads,
    recipients,
    steps,
    wording,
)
from attackers.edits.behaviour import Behaviour, behaviour_of
from attackers.edits.edit import Edit, Means

_MODULES = (
    amounts,
    recipients,
    additions,
    escalations,
    log,
    steps,
    reads,
    keys,
    wording,
)


@cache
def edits() -> dict[str, Edit]:
    """Return every edit of the refund desk by name, what moves money first."""
    found = (made for module in _MODULES for made in vars(module).values())
    return {made.name: made for made in found if isinstance(made, Edit)}


__all__ = ["Behaviour", "Edit", "Means", "behaviour_of", "edits"]
