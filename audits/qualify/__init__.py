"""Qualification: may a frozen policy go on to the next measurement?

Seven metrics over repeated attempts at a versioned set of scenarios, as exact fractions, and a gate
on them. Passing authorises the next measurement and forecasts nothing. An episode that the
infrastructure spoilt is never an unsuccessful attempt; zero is a measurement, and what has no
denominator is undefined, which is not zero.
"""

from audits.qualify.account import Account, Key, account
from audits.qualify.gate import GATE, Item, gate
from audits.qualify.metrics import Groups, Metrics, Ratio, metrics
from audits.qualify.qualification import Qualification, qualify
from audits.qualify.read import planned_of, read_plan, read_records
from audits.qualify.record import Planned, Record

__all__ = [
    "GATE",
    "Account",
    "Groups",
    "Item",
    "Key",
    "Metrics",
    "Planned",
    "Qualification",
    "Ratio",
    "Record",
    "account",
    "gate",
    "metrics",
    "planned_of",
    "qualify",
    "read_plan",
    "read_records",
]
