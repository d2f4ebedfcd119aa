"""On a Ray cluster: the one that RAY_ADDRESS names, else one of this machine, started for the run.

Every machine needs the same folders and the same installation, as on a shared file system. Ray
knows whose worker died, so that nobody else's task is run again.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any

from audits.engines import TRIES, Answer, Tasks, Work, given_up
from audits.errors import CannotAuditError
from audits.extras import install
from audits.stopping import SIGNALS

ADDRESS = "RAY_ADDRESS"
"""The environment variable that names a cluster, as Ray itself reads it."""


OF_OUR_OWN = {"include_dashboard": False, "object_store_memory": 100 << 20}
"""How a cluster of this machine is started; the memory, in bytes, holds answers on their way."""


def require() -> None:
    """Raise `CannotAuditError` with the command that installs Ray."""
    if find_spec("ray") is None:
        raise CannotAuditError(f"--engine ray: it needs ray; install with: {install('ray')}")


def run(work: Work, tasks: Tasks, jobs: int) -> Iterator[Answer]:
    """Run the tasks, at most `jobs` at a time."""
    with _cluster(jobs) as ray:
        call = ray.remote(num_cpus=1, max_retries=0)(_by_value())
        waiting, tries = iter(tasks), Counter[str]()
        under_way: dict[Any, tuple[str, Any]] = {}

        def hand_out(key: str, task: Any) -> None:
            under_way[call.remote(sys.path, pickle.dumps((work, task)))] = key, task

        while True:
            for key, task in islice(waiting, jobs - len(under_way)):
                hand_out(key, task)
            if not under_way:
                return
            done, _ = ray.wait(list(under_way))
            key, task = under_way.pop(done[0])
            try:
                yield key, ray.get(done[0])
            except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError):
                tries[key] += 1
                if tries[key] < TRIES:
                    hand_out(key, task)
                else:
                    yield key, given_up(TRIES)


@contextmanager
def _cluster(jobs: int) -> Iterator[Any]:
    """Join the cluster, or start one with as many processors as there are jobs."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or it warns on any machine
    ray = import_module("ray")
    own = {} if os.environ.get(ADDRESS) else OF_OUR_OWN | {"num_cpus": jobs}
    try:
        with _same_signals():
            ray.init(log_to_driver=False, logging_level=logging.ERROR, **own)
    except (ConnectionError, ValueError, RuntimeError) as error:
        where = os.environ.get(ADDRESS, "this machine")
        raise CannotAuditError(f"--engine ray: no cluster at {where}: {error}") from None
    with redirect_stdout(sys.stderr):  # where Ray tells of workers that died, in the report's way
        try:
            yield ray
        finally:
            ray.shutdown()


@contextmanager
def _same_signals() -> Iterator[None]:
    """Have what asks us to stop mean what it meant: Ray takes SIGTERM for itself."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _by_value() -> Callable[..., bytes]:
    """Return what a worker calls; as an inner function it travels whole, before it can import us.

    Ray puts folders of the user's before ours, whose modules may have our names.
    """

    def call(path: list[str], packed: bytes) -> bytes:
        import pickle  # noqa: PLC0415 - in another process
        import sys  # noqa: PLC0415

        sys.path[:] = path
        work, task = pickle.loads(packed)  # only now, since it imports modules of ours
        answer: bytes = work(task)
        return answer

    return call
