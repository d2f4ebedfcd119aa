"""The server: it imports the target once, and answers requests until the pipe closes."""

from __future__ import annotations

import builtins
import inspect

from .adapted import adapted
from .batch import run_calls
from .calling import ENTRY
from .child import in_a_child
from .described import describe, function_of, threads
from .loading import is_absent, load, method_of
from .mutants import asked, workshop_of
from .outcomes import told
from .pipe import receive, reply
from .places import place_of
from .processes import shut_in
from .read_files import files_since, note_reads
from .rows import rows_of

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others


def serve(requests: int, replies: int) -> None:
    """Load the target, and serve requests until the pipe closes."""
    first = receive(requests)
    if first is None:
        return
    shut_in(first["memory"])
    if first.get("note_reads"):
        note_reads()
    try:
        target, remake = load(first)
        answer = {"target": describe(target, inspect.isclass(remake))}
        entry = target if callable(target) else getattr(target, method_of(target))
        ENTRY[:] = [getattr(function_of(entry), "__code__", None)]
    except BaseException as error:
        absent = is_absent(error, first["target"])
        why = told(error, 2000) + place_of(error)
        reply(replies, {"token": first["token"], "error": why, "absent": absent})
        return
    reply(replies, {"token": first["token"], **answer})
    while (request := receive(requests)) is not None:
        if request.get("rows"):
            reply(replies, {"token": request["token"], "rows": rows_of(target)})
            continue
        if request.get("files"):
            reply(replies, {"token": request["token"], "files": files_since(0)})
            continue
        if "ask" in request:
            reply(replies, {"token": request["token"], **asked(target, remake, request)})
            continue
        if "mutant" in request:
            workshop_of(target, remake)
        called = adapted(target, remake, request.get("adapter", ""))
        code = 0
        if threads() == 1:
            code = in_a_child(called, request, replies)
        else:  # a fork could hang on a lock that one of the threads holds
            run_calls(called, request, replies, fresh=False)
        reply(replies, {"token": request["token"], "ended": code})
