"""The changes that a mutant can carry, aimed at what rewards are made of.

Every module of this folder registers its operators as it is imported.
"""

from audits.mutants.operators import (  # noqa: F401 - imported for what they register
    arithmetic,
    calls,
    collections,
    conditions,
    constants,
    statements,
)
from audits.mutants.operators.operator import OPERATORS, Operator, Spot

__all__ = ["OPERATORS", "Operator", "Spot"]
