"""Saved rollouts scored again: ours, chat transcripts, Inspect logs, verifiers results.

A reader tells what was said (`Told`); the desk plays the calls again, so that what is scored is
evidence of the desk's and nothing that a transcript claims. What the infrastructure spoilt is left
out of every mean and counted beside it.
"""

from audits.rescore.read import read_rollouts
from audits.rescore.scorers import SCORERS, scores
from audits.rescore.stats import interval, pass_k
from audits.rescore.summary import Row, Table, summary

__all__ = ["SCORERS", "Row", "Table", "interval", "pass_k", "read_rollouts", "scores", "summary"]
