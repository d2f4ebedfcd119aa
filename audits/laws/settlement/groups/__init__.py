"""The laws of the settlement desk and its scorer, in groups that each end in a table."""

from audits.laws.settlement.groups import blind, desk, fortune, grade, harm, scores, work

GROUPS = (desk, scores, work, harm, blind, fortune, grade)
