"""Dead rollouts: every way to die, at every step, and what a scorer pays for it.

`ways` holds the faults, `registry` names them, `strikes` puts them to work; `judge` says which of
the laws a score breaks and knows no desk; `control` is broken on purpose and must be caught;
`engine` puts the audit together.
"""

from audits.dead.engine import FaultsPlan, faults
from audits.dead.fate import Fate
from audits.dead.fault import Fault, ScorerFault
from audits.dead.matrix import Row
from audits.dead.registry import FAULTS

__all__ = ["FAULTS", "Fate", "Fault", "FaultsPlan", "Row", "ScorerFault", "faults"]
