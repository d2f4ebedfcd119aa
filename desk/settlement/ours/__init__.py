"""Worlds of ours beside the paper's: the same desk, with one thing more in each.

Not the paper's: nothing here is compared with a published figure.
"""
