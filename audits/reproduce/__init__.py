"""Every published figure beside the one measured here."""

from audits.reproduce.figures import Figure, ReproduceReport
from audits.reproduce.refund import reproduce_refund

__all__ = ["Figure", "ReproduceReport", "reproduce_refund"]
