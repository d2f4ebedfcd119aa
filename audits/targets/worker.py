"""Runs somebody's reward, in a process of its own. Standard library only; run by path:

    <the user's python> -I worker.py <request fd> <reply fd>

It imports the target once and then forks: calls are made in a child, so that whatever a call does
(hang, crash, exit, eat memory, patch builtins) ends with that child. Requests and replies are JSON
behind a four-byte length. Replies come strictly in order, and each repeats the token of its request,
so that what a target writes to the pipe by itself is not taken for one.

What the target could replace is taken by name before it is imported.
"""

import asyncio
import builtins
import ctypes
import importlib
import importlib.util
import inspect
import json
import math
import os
import re
import resource
import signal
import struct
import sys
import time
import types

_dumps, _loads, _write, _read, _exit = json.dumps, json.loads, os.write, os.read, os._exit
_float, _isfinite, _perf, _setitimer = float, math.isfinite, time.perf_counter, signal.setitimer
_isinstance, _type, _repr, _getattr, _len = isinstance, type, repr, getattr, len
_BaseException = BaseException

FLUSH_SECONDS = 0.02
FLUSH_CALLS = 64
DETAIL = 300


class Hung(BaseException):
    """The soft clock rang during a call."""


# ---------------------------------------------------------------- the pipe


def receive(fd):
    """Read one request; None at the end of the pipe."""
    head = _exactly(fd, 4)
    return None if head is None else _loads(_exactly(fd, struct.unpack(">I", head)[0]))


def _exactly(fd, count):
    parts = []
    while count:
        part = _read(fd, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= _len(part)
    return b"".join(parts)


def reply(fd, message):
    """Write one reply."""
    body = _dumps(message).encode("utf-8", "surrogatepass")
    data = struct.pack(">I", _len(body)) + body
    while data:
        data = data[_write(fd, data) :]


# ---------------------------------------------------------------- loading


def load(request):
    """Import the target and say what it is."""
    sys.path[:0] = request.get("paths", [])
    module_name, expression = split(request["target"])
    if request.get("stub_parents"):
        _stub_parents(module_name)
    module = _module(module_name)
    scope = dict(vars(module))
    target = eval(expression, scope)  # the user's own words: an attribute, or a factory's call
    if not callable(target):
        raise TypeError(f"{request['target']} is {_type(target).__name__}, expected a function")
    return target


def split(target):
    """Split a target into its module or file, and the expression after the colon."""
    where, found, expression = target.partition(".py:")
    if found:
        return f"{where}.py", expression
    where, _, expression = target.partition(":")
    return where, expression


def _module(name):
    if not name.endswith(".py"):
        return importlib.import_module(name)
    sys.path.insert(1, os.path.dirname(os.path.abspath(name)))
    spec = importlib.util.spec_from_file_location("clawback_target", name)
    module = importlib.util.module_from_spec(spec)
    sys.modules["clawback_target"] = module
    spec.loader.exec_module(module)
    return module


def _stub_parents(name):
    """Stand in for heavy parent packages: an empty module with the right path for each."""
    parts = name.split(".")[:-1]
    for count in range(1, _len(parts) + 1):
        parent = ".".join(parts[:count])
        if parent in sys.modules:
            continue
        spec = importlib.machinery.PathFinder.find_spec(
            parts[count - 1],
            None if count == 1 else sys.modules[".".join(parts[: count - 1])].__path__,
        )
        if spec is None or spec.submodule_search_locations is None:
            raise ModuleNotFoundError(f"no package named {parent!r}")
        module = types.ModuleType(parent)
        module.__path__ = list(spec.submodule_search_locations)
        sys.modules[parent] = module


def describe(target):
    """Say what a client has to know to call the target, and what its code gives away."""
    function = _function(target)
    return {
        "parameters": _parameters(target),
        "async": inspect.iscoroutinefunction(function),
        "file": _getattr(_getattr(function, "__code__", None), "co_filename", None),
        "line": _getattr(_getattr(function, "__code__", None), "co_firstlineno", None),
        "kind": f"{_type(target).__module__}.{_type(target).__qualname__}",
        "mined": mine(function),
        "unread": _unread(function),
        "threads": _threads(),
    }


def _function(target):
    """The code behind a target: itself, what it wraps, or its class's __call__."""
    target = inspect.unwrap(target)
    if hasattr(target, "__code__") or inspect.ismethod(target):
        return target
    inner = _getattr(_type(target), "__call__", None)
    return inner if hasattr(inner, "__code__") else target


def _parameters(target):
    try:
        found = inspect.signature(target).parameters.values()
    except (TypeError, ValueError):
        return None
    return [
        {"name": p.name, "kind": p.kind.name, "required": p.default is inspect.Parameter.empty}
        for p in found
    ]


def _unread(function):
    """Parameters that the target's own code never reads."""
    code = _getattr(function, "__code__", None)
    if code is None:
        return []
    import dis

    read = {
        i.argval
        for i in dis.get_instructions(code)
        if i.opname.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE"))
        or i.opname == "MAKE_CELL"
    }
    flat = {name for item in read for name in (item if _isinstance(item, tuple) else (item,))}
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [name for name in names if name not in flat]


def _threads():
    try:
        return _len(os.listdir("/proc/self/task"))
    except OSError:
        import threading

        return threading.active_count()


def mine(function):
    """Collect texts and patterns out of the target and the functions of its module it calls."""
    literals, patterns, docs, seen = [], [], set(), set()

    def take(value):
        if _isinstance(value, str):
            literals.append(value)
        elif _isinstance(value, re.Pattern):
            patterns.append(str(value.pattern))
        elif _isinstance(value, (tuple, list, set, frozenset)):
            for item in list(value)[:50]:
                if _isinstance(item, (str, re.Pattern)):
                    take(item)
        elif _isinstance(value, dict):
            for item in [*value.keys(), *value.values()][:100]:
                if _isinstance(item, (str, re.Pattern)):
                    take(item)

    def walk(code, names):
        for constant in code.co_consts:
            if _isinstance(constant, types.CodeType):
                walk(constant, names)
            else:
                take(constant)
        for name in code.co_names:
            visit(names.get(name), names)

    def visit(value, names):
        value = _getattr(value, "__func__", value)
        if _isinstance(value, types.FunctionType):
            if value not in seen and value.__globals__ is names and _len(seen) < 100:
                seen.add(value)
                docs.add(value.__doc__)
                walk(value.__code__, names)
        else:
            take(value)

    inner = _getattr(function, "__func__", function)
    if _isinstance(inner, types.FunctionType):
        visit(inner, inner.__globals__)
        for cell in inner.__closure__ or ():
            try:
                visit(cell.cell_contents, inner.__globals__)
            except ValueError:
                pass
    texts = [text for text in dict.fromkeys(literals) if text not in docs and _len(text) <= 400]
    patterns += [text for text in texts if re.search(r"[\\\[\](){}*+?|]", text)]
    return {"literals": texts[:400], "patterns": list(dict.fromkeys(patterns))[:100]}


# ---------------------------------------------------------------- one call


def outcome_of(value):
    """Say what came back. None, masked, not finite and invalid stay apart from 0."""
    if value is None:
        return ["none"]
    if _isinstance(value, (bool, int, float)):
        number = _float(value)
        return ["value", number] if _isfinite(number) else ["not_finite", _repr(number)]
    if _isinstance(value, dict):
        return _of_fields(value.get, value)
    if _isinstance(value, (list, tuple)):
        return outcome_of(value[0]) if value else ["invalid", "an empty list"]
    return _of_object(value)


def _of_fields(get, whole):
    if get("is_score_valid") is False or get("mask_sample") is True:
        return ["none", "masked"]
    for name in ("score", "reward", "value", "result", "passed", "pass", "pass_"):
        found = get(name)
        if found is not None:
            return outcome_of(found)
    if get("error") is not None:
        return ["none", _repr(get("error"))[:DETAIL]]
    known = ("score", "reward", "value", "result", "passed", "pass", "pass_")
    if _isinstance(whole, dict) and any(name in whole for name in known):
        return ["none"]
    return ["invalid", f"no score in {_type(whole).__name__}"]


def _of_object(value):
    text = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
    if _isinstance(value, str):
        return ["value", text[value]] if value in text else ["invalid", f"text {value[:40]!r}"]
    try:
        number = _float(value)
    except (TypeError, ValueError, RuntimeError):
        return _of_fields(lambda name: _getattr(value, name, None), value)
    return ["value", number] if _isfinite(number) else ["not_finite", _repr(number)]


def make(target, call, soft):
    """Make one call under the soft clock; one outcome per sample."""
    count = call["samples"]
    try:
        _setitimer(signal.ITIMER_REAL, soft)
        try:
            value = target(*call.get("args", ()), **call.get("kwargs", {}))
            if inspect.isawaitable(value):
                value = asyncio.run(_await(value))
        finally:
            _setitimer(signal.ITIMER_REAL, 0)
    except Hung:
        return [["lost", f"no answer within {soft:g} s"]] * count
    except SystemExit as error:
        return [["raised", f"SystemExit: {error}"]] * count
    except _BaseException as error:
        return [["raised", f"{_type(error).__name__}: {error}"[:DETAIL]]] * count
    return _spread(value, count, call.get("batched", False))


async def _await(value):
    return await value


def _spread(value, count, batched):
    if not batched:
        return [_safe(value)]
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not _isinstance(value, (list, tuple)) or _len(value) != count:
        size = _len(value) if _isinstance(value, (list, tuple)) else _type(value).__name__
        return [["invalid", f"expected a list of {count} rewards, got {size}"]] * count
    return [_safe(one) for one in value]


def _safe(value):
    try:
        return outcome_of(value)
    except _BaseException as error:
        return ["invalid", f"{_type(error).__name__}: {error}"[:DETAIL]]


# ---------------------------------------------------------------- the process


def shut_in(memory):
    """Take the terminal away, bound what a process may take, and see that none outlives us."""
    void = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(void, stream)
    for what, limit in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 1 << 28),
    ):
        try:
            resource.setrlimit(what, (limit, limit))
        except (ValueError, OSError):
            pass
    try:
        libc = ctypes.CDLL(None)
        libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
        libc.prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
        libc.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    except (OSError, AttributeError):
        pass


def _ring(_signal, _frame):
    raise Hung


def run_calls(target, request, fd):
    """Make the calls of a request, in order, with replies flushed as they gather."""
    signal.signal(signal.SIGALRM, _ring)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
    ready, since = [], _perf()
    for call in request["calls"]:
        ready.append(make(target, call, request["soft"]))
        if _len(ready) >= request.get("flush", FLUSH_CALLS) or _perf() - since > FLUSH_SECONDS:
            reply(fd, {"token": request["token"], "out": ready})
            ready, since = [], _perf()
    reply(fd, {"token": request["token"], "out": ready, "done": True})


def _rows(loader):
    """Call a loader of rows; an error is told, not raised."""
    try:
        return {"rows": [dict(row) for row in loader()]}
    except _BaseException as error:
        return {"error": f"{_type(error).__name__}: {error}"[:2000]}


def in_a_child(target, request, fd):
    """Fork, run the calls there, and say how the child ended."""
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.setsid()
            run_calls(target, request, fd)
            code = 0
        finally:
            _exit(code)
    _, status = os.waitpid(child, 0)
    _sweep(child)
    code = os.waitstatus_to_exitcode(status)
    reply(fd, {"token": request["token"], "ended": code})


def _sweep(child):
    """Kill what the child left behind in its group, and reap what was handed to us."""
    try:
        os.killpg(child, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    for pid in _children():
        try:
            os.kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _children():
    try:
        with builtins.open(f"/proc/self/task/{os.getpid()}/children") as handle:
            return [int(pid) for pid in handle.read().split()]
    except (OSError, ValueError):
        return []


def main():
    """Serve requests until the pipe closes."""
    requests, replies = int(sys.argv[1]), int(sys.argv[2])
    first = receive(requests)
    shut_in(first["memory"])
    try:
        target = load(first)
        reply(replies, {"token": first["token"], "target": describe(target)})
    except _BaseException as error:
        told = f"{_type(error).__name__}: {error}"
        reply(replies, {"token": first["token"], "error": told[:2000]})
        return
    forks = _threads() == 1 and hasattr(os, "fork")
    while (request := receive(requests)) is not None:
        if request.get("rows"):
            reply(replies, {"token": request["token"], "rows": _rows(target)})
        elif forks:
            in_a_child(target, request, replies)
        else:
            run_calls(target, request, replies)
            reply(replies, {"token": request["token"], "ended": 0})


if __name__ == "__main__":
    main()
