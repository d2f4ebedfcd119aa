"""Policies for orders of several captures, one file each; none of them is the paper's.

A policy's file has a docstring whose first line says what it does, and `act(desk, ticket)`; that of
`weighing` is made of what acts are worth.
"""
