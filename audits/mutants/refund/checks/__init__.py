"""Checks of a refund scorer that no other audit makes: they are there to notice its mutants."""

from audits.mutants.refund.checks.contract import contract
from audits.mutants.refund.checks.forged import forged_payments
from audits.mutants.refund.checks.machinery import machinery
from audits.mutants.refund.checks.measures import measures
from audits.mutants.refund.checks.yardstick import yardstick

__all__ = ["contract", "forged_payments", "machinery", "measures", "yardstick"]
