"""Twins: who is right on a case only because it is never asked about the case's twin.

`play` makes the pairs' rollouts, `rows` adds them up, `judge` says what is wrong with them, and
`engine` puts the audit together.
"""

from audits.twins.engine import TwinsPlan, twins
from audits.twins.rows import AgentRow, Reading, measures

__all__ = ["AgentRow", "Reading", "TwinsPlan", "measures", "twins"]
