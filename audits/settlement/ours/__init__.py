"""Worlds of ours beside the paper's: how each is played, and what is made of what was recorded.

Each world's module has `plan(seeds, arm)` and `report(planned, results)`.
"""

import attackers.settlement.ours
import attackers.settlement.ours.orders
import desk.settlement.ours
import scorer.settlement_ours
from audits.settlement.world import PAPER

SOURCES = (
    *PAPER.sources,
    desk.settlement.ours,
    attackers.settlement.ours,
    attackers.settlement.ours.orders,
    scorer.settlement_ours,
)
"""What decides an episode in a world of ours."""
