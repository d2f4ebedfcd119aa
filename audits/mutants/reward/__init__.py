"""Mutants of a user's reward: made and tried where it lives, judged by its rows' answers.

A verdict that changes is what its guards notice: a reference that is no longer paid in full, a
proven-wrong answer that is newly paid. Whatever else moves is seen, and noticed by nobody.
"""

from audits.mutants.reward.audit import listed_mutants, mutate_reward

__all__ = ["listed_mutants", "mutate_reward"]
