"""A report as one HTML page: sections are values (`blocks`), templates and charts draw them.

`page` lays out what the modules beside it make of a report: `scoreboard`, `matrices`, `mutants`,
`exploits`, `measured`, `settlement`. Nothing of a report is ever markup: Jinja2 escapes every
value, and what matplotlib draws is read as XML and written again.
"""
