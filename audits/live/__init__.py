"""A live model at a desk of ours: planned, played, kept on disk as it goes, and read again.

The engine knows no model and no file; the store knows no model. Whatever fails at an endpoint is a
classified failure in a rollout, and what the infrastructure spoilt is played again next time.
"""

from audits.live.engine import GAVE_UP, Crew, Job, Outage, jobs
from audits.live.settings import Settings
from audits.live.store import Store

__all__ = ["GAVE_UP", "Crew", "Job", "Outage", "Settings", "Store", "jobs"]
