"""Worlds of ours beside the paper's: how each is played, and what is made of what was recorded."""
