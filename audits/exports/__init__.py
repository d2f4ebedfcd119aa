"""The refund desk and its rewards inside other people's frameworks, one module for each.

A framework brings the model and keeps its own log. The world stays here: each rollout has an
`Episode` that the framework's model never sees, its tools are bound to it, and what is scored is
the log that the world wrote. So a rollout earns in every framework what it earns with `clawback`.

Each module needs the extra of its name, and is imported by nothing but its framework.
"""
