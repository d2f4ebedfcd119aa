"""What runs somebody's reward, in a process of its own; `__main__` starts it.

Standard library only, for the oldest Python that is served.

Three generations of processes. The keeper starts and imports nothing of the target's: when it is
told to stop, or the next one is gone, it kills whatever is left below it. The server imports the
target once and forks. A child of its makes the calls, so that whatever a call does (hang, crash,
exit, eat memory, patch builtins) ends with that child.

Requests and replies are JSON behind a four-byte length. Replies come strictly in order, and each
repeats its request's token, so that what a target writes to the pipe by itself is not taken for
one. What the target could replace is taken by name, or copied, before it is imported.
"""
