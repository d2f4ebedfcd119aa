"""Edits of behaviour: change the reference's work, and see whether the scorer notices."""

from audits.edits.engine import edits
from audits.edits.plan import EditsPlan
from audits.edits.rows import EditRow
from audits.edits.ruling import Ruling, Standing, rule_on

__all__ = ["EditRow", "EditsPlan", "Ruling", "Standing", "edits", "rule_on"]
