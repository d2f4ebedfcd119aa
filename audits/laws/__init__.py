"""Laws: properties that every scorer of this kind, and its desk, must keep."""

from audits.laws.engine import laws
from audits.laws.law import AppliesTo, Broken, IncomparableError, Law, NotApplicableError, Subject
from audits.laws.plan import DEFAULT_EXAMPLES, LawsPlan
from audits.laws.registry import LAWS, describe, select
from audits.laws.trial import Run, Trial

__all__ = [
    "DEFAULT_EXAMPLES",
    "LAWS",
    "AppliesTo",
    "Broken",
    "IncomparableError",
    "Law",
    "LawsPlan",
    "NotApplicableError",
    "Run",
    "Subject",
    "Trial",
    "describe",
    "laws",
    "select",
]
