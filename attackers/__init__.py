"""Who tries to be paid without doing the work. Knows the worlds, never a scorer."""

from attackers.agent import Agent, Needs, Role

__all__ = ["Agent", "Needs", "Role"]
