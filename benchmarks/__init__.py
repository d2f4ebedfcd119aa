"""How fast, measured here and now: `python -m benchmarks [NAME...]`. Judged by nobody.

A benchmark is a module of this package with `measure(rounds) -> Iterator[Figure]`; the first line
of its docstring is its title. Writing one is all it takes to have it run.
"""
