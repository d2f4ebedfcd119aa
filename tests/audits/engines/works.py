"""Work for the engines' tests; a worker imports it by name."""

from __future__ import annotations

import os
import signal
from pathlib import Path


def square(number: int) -> bytes:
    return b"%d" % (number * number)


def square_unless_killed(task: tuple[int, str, str]) -> bytes:
    """Square; the 5 has its worker killed, `once` or `always`."""
    number, how, folder = task
    mark = Path(folder, "killed")
    if number == 5 and (how == "always" or not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    with Path(folder, str(number)).open("a") as times:
        times.write("x")
    return square(number)
