"""What the target could replace, taken by name before it is imported."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # what `signal` wraps, in builtins one may patch
import builtins
import json
import math
import os
import resource
import signal
import struct
import time
from typing import Any

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

loads, write, read, leave, pack = json.loads, os.write, os.read, os._exit, struct.pack
own_pid = os.getpid
isfinite, perf, setitimer = math.isfinite, time.perf_counter, signal.setitimer
on_signal, sigmask, usage = _signal.signal, _signal.pthread_sigmask, resource.getrusage
CHILD, DEFAULT = int(signal.SIGCHLD), int(signal.SIG_DFL)
ALARM, UNBLOCK, REAL = int(signal.SIGALRM), int(signal.SIG_UNBLOCK), int(signal.ITIMER_REAL)
_encoder: Any = vars(json.encoder)["c_make_encoder"]
chunks = _encoder(None, str, json.encoder.encode_basestring, None, ":", ",", False, False, True)
"""Writes a value as the parts of its JSON text."""
