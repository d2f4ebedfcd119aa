"""Judges a scorer: knows the worlds, the scorers and the attackers; nobody knows it."""
