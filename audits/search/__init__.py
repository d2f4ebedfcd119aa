"""Exploit search: what is paid although it is wrong, found from nothing."""

from audits.search.audit import search
from audits.search.plan import DEFAULT_STEPS, SearchPlan

__all__ = ["DEFAULT_STEPS", "SearchPlan", "search"]
