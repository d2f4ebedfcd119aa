"""What holds for every test: the same examples on every machine, no clock, and Ctrl-C."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "clawback",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=False,
)
settings.load_profile("clawback")

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    # A shell that runs the tests in the background, or nohup, has them ignore some; so would, then,
    # every command that they start and interrupt.
    if signal.getsignal(number) is signal.SIG_IGN:
        handler = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        signal.signal(number, handler)
