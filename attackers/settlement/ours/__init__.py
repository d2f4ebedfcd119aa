"""Policies for the worlds of ours; none of them is the paper's."""
