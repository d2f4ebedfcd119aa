"""Our desks and their rewards inside other people's frameworks, one module for each framework.

A framework brings the model and keeps its own log. The world stays here: each rollout has a case
open that the framework's model never sees, its tools are bound to it, and what is scored is the log
that the world wrote. So a rollout earns in every framework what it earns with `clawback`.

A module takes the desk as a value (`Export`) and names none but at its end, where it offers each.
It needs the extra of its name, and is imported by nothing but its framework.
"""
