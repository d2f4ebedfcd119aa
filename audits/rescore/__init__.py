"""Saved rollouts scored again: ours, chat transcripts, Inspect logs, verifiers results.

A reader tells what was said (`Told`); the desk plays the calls again, so that what is scored is
evidence of the desk's and nothing that a transcript claims. What the infrastructure spoilt is left
out of every mean and counted beside it. Files are read in `pieces`, and a piece is scored by itself
(`run`), so that the memory that it takes does not go with their length.
"""

from audits.rescore.read import read_rollouts
from audits.rescore.run import Wanted, rescored
from audits.rescore.scorers import scores
from audits.rescore.stats import interval, pass_k
from audits.rescore.summary import Row, Table, report_of, summary

__all__ = [
    "Row",
    "Table",
    "Wanted",
    "interval",
    "pass_k",
    "read_rollouts",
    "report_of",
    "rescored",
    "scores",
    "summary",
]
