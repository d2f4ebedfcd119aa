"""The settlement desk's part of the faults audit: the runs that are struck, and the strikes.

Here a fault is raised where the agent stands, as the loop would have classified it; sockets and
processes that really die are the refund desk's.
"""

from audits.dead.settlement.runs import honest_failures, runs
from audits.dead.settlement.ways import FAULTS

__all__ = ["FAULTS", "honest_failures", "runs"]
