"""Runs somebody's reward, in a process of its own. Standard library only; run by path:

    <the user's python> -I worker.py <request fd> <reply fd>

It imports the target once and then forks: calls are made in a child, so that whatever a call does
(hang, crash, exit, eat memory, patch builtins) ends with that child. Requests and replies are JSON
behind a four-byte length. Replies come strictly in order, and each repeats its request's token, so
that what a target writes to the pipe by itself is not taken for one.

What the target could replace is taken by name before it is imported.
"""

import asyncio
import builtins
import ctypes
import dis
import importlib
import importlib.machinery
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
import threading
import time
import types
from contextlib import suppress
from typing import Any

_dumps, _loads, _write, _read, _exit = json.dumps, json.loads, os.write, os.read, os._exit
_float, _isfinite, _perf, _setitimer = float, math.isfinite, time.perf_counter, signal.setitimer
_isinstance, _type, _repr, _getattr, _len = isinstance, type, repr, getattr, len
_BaseException, _on_signal = BaseException, signal.signal

FLUSH_SECONDS = 0.02
FLUSH_CALLS = 64
DETAIL = 300
OWN_ROWS = 500
"""How many rows a data set that scores its own rows is asked for."""

SCORED_WITH = ("score_answer", "measure", "score_rollout", "score")
"""Methods by which an object that cannot be called is scored with."""


class Hung(BaseException):
    """The soft clock rang during a call."""


# ---------------------------------------------------------------- the pipe


def receive(fd: int) -> Any:
    """Read one request; None at the end of the pipe."""
    head = _exactly(fd, 4)
    body = None if head is None else _exactly(fd, struct.unpack(">I", head)[0])
    return None if body is None else _loads(body)


def _exactly(fd: int, count: int) -> bytes | None:
    parts = []
    while count:
        part = _read(fd, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= _len(part)
    return b"".join(parts)


def reply(fd: int, message: dict[str, Any]) -> None:
    """Write one reply."""
    body = _dumps(message).encode("utf-8", "surrogatepass")
    data = struct.pack(">I", _len(body)) + body
    while data:
        data = data[_write(fd, data) :]


# ---------------------------------------------------------------- loading


def load(request: dict[str, Any]) -> tuple[Any, Any]:
    """Import the target; return it, and what makes it anew.

    A class stands for its instances, if it can be made without arguments.
    """
    sys.path[:0] = request.get("paths", [])
    module_name, expression = split(request["target"])
    if request.get("stub_parents"):
        _stub_parents(module_name)
    module = _module(module_name)
    scope = _scope(module, expression)
    target = eval(expression, scope)  # the user's own words: an attribute, or a factory's call
    if not callable(target) and not _method(target):
        raise TypeError(
            f"{request['target']} is {_type(target).__name__}, expected a function, or an object "
            f"with one of {', '.join(SCORED_WITH)}"
        )
    if inspect.isclass(target) and _scores(target):
        return target(), target
    return target, lambda: eval(expression, scope)


def _scope(module: types.ModuleType, expression: str) -> dict[str, Any]:
    """Give an expression the module's names, those that it makes on demand too."""
    scope = dict(vars(module))
    for name in compile(expression, "TARGET", "eval").co_names:
        if name not in scope and not hasattr(builtins, name):
            with suppress(AttributeError):
                scope[name] = _getattr(module, name)
    return scope


def _method(target: Any) -> str:
    """Name the method that scores with an object which cannot be called, or nothing."""
    return next((name for name in SCORED_WITH if callable(_getattr(target, name, None))), "")


def _scores(kind: Any) -> bool:
    """Tell whether instances of a class can score, and need no arguments."""
    called = any("__call__" in vars(base) for base in kind.__mro__)
    try:
        inspect.signature(kind).bind()
    except (TypeError, ValueError):
        return False
    return called or bool(_method(kind))


def split(target: str) -> tuple[str, str]:
    """Split a target into its module or file, and the expression after the colon."""
    where, found, expression = target.partition(".py:")
    if found:
        return f"{where}.py", expression
    where, _, expression = target.partition(":")
    return where, expression


def _module(name: str) -> types.ModuleType:
    if not name.endswith(".py"):
        return importlib.import_module(name)
    sys.path.insert(1, os.path.dirname(os.path.abspath(name)))
    spec = importlib.util.spec_from_file_location("clawback_target", name)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["clawback_target"] = module
    spec.loader.exec_module(module)
    return module


def _stub_parents(name: str) -> None:
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


def describe(target: Any, made: bool = False) -> dict[str, Any]:
    """Say what a client has to know to call the target, and what its code gives away."""
    method = "" if callable(target) else _method(target)
    entry = _getattr(target, method) if method else target
    kind = target if inspect.isclass(target) else _type(target)
    function = _function(entry)
    return {
        "parameters": _parameters(entry),
        "method": method,
        "made": made,
        "classes": [f"{base.__module__}.{base.__qualname__}" for base in kind.__mro__],
        "has_rows": method == "score_answer" and hasattr(target, "__getitem__"),
        "async": inspect.iscoroutinefunction(function),
        "file": _getattr(_getattr(function, "__code__", None), "co_filename", None),
        "line": _getattr(_getattr(function, "__code__", None), "co_firstlineno", None),
        "kind": f"{_type(target).__module__}.{_type(target).__qualname__}",
        "mined": mine(function),
        "unread": _unread(function),
        "threads": _threads(),
    }


def _function(target: Any) -> Any:
    """The code behind a target: itself, what it wraps, or its class's __call__."""
    target = inspect.unwrap(target)
    if hasattr(target, "__code__") or inspect.ismethod(target):
        return target
    inner = _getattr(_type(target), "__call__", None)
    return inner if hasattr(inner, "__code__") else target


def _parameters(target: Any) -> list[dict[str, Any]] | None:
    try:
        found = inspect.signature(target).parameters.values()
    except (TypeError, ValueError):
        return None
    return [
        {
            "name": p.name,
            "kind": p.kind.name,
            "required": p.default is inspect.Parameter.empty,
            "annotation": "" if p.annotation is p.empty else str(p.annotation),
        }
        for p in found
    ]


def _unread(function: Any) -> list[str]:
    """Parameters that the target's own code never reads."""
    code = _getattr(function, "__code__", None)
    if code is None:
        return []
    read = {
        i.argval
        for i in dis.get_instructions(code)
        if i.opname.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE"))
        or i.opname == "MAKE_CELL"
    }
    flat = {name for item in read for name in (item if _isinstance(item, tuple) else (item,))}
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [name for name in names if name not in flat]


def _threads() -> int:
    try:
        return _len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


class Miner:
    """Collects texts and patterns out of a function and the functions of its module it calls."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.patterns: list[str] = []
        self.docs: set[Any] = set()
        self.seen: set[Any] = set()

    def take(self, value: Any) -> None:
        """Keep a text or pattern, and those in a collection."""
        if _isinstance(value, str):
            self.texts.append(value)
        elif _isinstance(value, re.Pattern):
            self.patterns.append(str(value.pattern))
        elif _isinstance(value, (tuple, list, set, frozenset)):
            self._take_all(list(value)[:50])
        elif _isinstance(value, dict):
            self._take_all([*value.keys(), *value.values()][:100])

    def _take_all(self, values: list[Any]) -> None:
        for value in values:
            if _isinstance(value, (str, re.Pattern)):
                self.take(value)

    def walk(self, code: types.CodeType, names: dict[str, Any]) -> None:
        """Go through a code object's constants and the names it uses."""
        for constant in code.co_consts:
            if _isinstance(constant, types.CodeType):
                self.walk(constant, names)
            else:
                self.take(constant)
        for name in code.co_names:
            self.visit(names.get(name), names)

    def visit(self, value: Any, names: dict[str, Any]) -> None:
        """Go into a function of the same module, once; keep anything else."""
        value = _getattr(value, "__func__", value)
        if not _isinstance(value, types.FunctionType):
            self.take(value)
        elif value not in self.seen and value.__globals__ is names and _len(self.seen) < 100:
            self.seen.add(value)
            self.docs.add(value.__doc__)
            self.walk(value.__code__, names)


def mine(function: Any) -> dict[str, list[str]]:
    """Say what a target's own code gives away, documentation left out."""
    miner = Miner()
    inner = _getattr(function, "__func__", function)
    if _isinstance(inner, types.FunctionType):
        miner.visit(inner, inner.__globals__)
        for cell in inner.__closure__ or ():
            with suppress(ValueError):
                miner.visit(cell.cell_contents, inner.__globals__)
    texts = [t for t in dict.fromkeys(miner.texts) if t not in miner.docs and _len(t) <= 400]
    patterns = miner.patterns + [t for t in texts if re.search(r"[\\\[\](){}*+?|]", t)]
    return {"literals": texts[:400], "patterns": list(dict.fromkeys(patterns))[:100]}


# ---------------------------------------------------------------- one call


def outcome_of(value: Any) -> list[Any]:
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


def _of_fields(get: Any, whole: Any) -> list[Any]:
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


def _of_object(value: Any) -> list[Any]:
    text = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
    if _isinstance(value, str):
        return ["value", text[value]] if value in text else ["invalid", f"text {value[:40]!r}"]
    try:
        number = _float(value)
    except (TypeError, ValueError, RuntimeError):
        return _of_fields(lambda name: _getattr(value, name, None), value)
    return ["value", number] if _isfinite(number) else ["not_finite", _repr(number)]


def make(target: Any, call: dict[str, Any], soft: float) -> list[list[Any]]:
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
            _on_signal(signal.SIGALRM, _ring)  # a target may have an alarm of its own
    except Hung:
        return [["lost", f"no answer within {soft:g} s"]] * count
    except SystemExit as error:
        return [["raised", f"SystemExit: {error}"]] * count
    except _BaseException as error:
        return [["raised", f"{_type(error).__name__}: {error}"[:DETAIL]]] * count
    return _spread(value, count, call.get("batched", False))


async def _await(value: Any) -> Any:
    return await value


def _spread(value: Any, count: int, batched: bool) -> list[list[Any]]:
    if not batched:
        return [_safe(value)]
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not _isinstance(value, (list, tuple)) or _len(value) != count:
        size = _len(value) if _isinstance(value, (list, tuple)) else _type(value).__name__
        return [["invalid", f"expected a list of {count} rewards, got {size}"]] * count
    return [_safe(one) for one in value]


def _safe(value: Any) -> list[Any]:
    try:
        return outcome_of(value)
    except _BaseException as error:
        return ["invalid", f"{_type(error).__name__}: {error}"[:DETAIL]]


# ---------------------------------------------------------------- the process


def shut_in(memory: int) -> None:
    """Take the terminal away, bound what a process may take, and see that none outlives us."""
    void = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(void, stream)
    for what, limit in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 1 << 28),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (limit, limit))
    try:
        libc = ctypes.CDLL(None)
        libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
        libc.prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
        libc.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    except (OSError, AttributeError):
        pass


def _ring(_signal: int, _frame: Any) -> None:
    raise Hung


def run_calls(target: Any, request: dict[str, Any], fd: int) -> None:
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


def _rows(loader: Any) -> dict[str, Any]:
    """Call a loader of rows, or read a data set's own; an error is told, not raised."""
    try:
        rows = loader() if callable(loader) else _own_rows(loader)
        return {"rows": [_jsonable(dict(row)) for row in rows]}
    except _BaseException as error:
        return {"error": f"{_type(error).__name__}: {error}"[:2000]}


def _own_rows(data_set: Any) -> list[Any]:
    size = _len(data_set) if hasattr(data_set, "__len__") else OWN_ROWS
    return [data_set[at] for at in range(min(size, OWN_ROWS))]


def _jsonable(value: Any) -> Any:
    """Write what JSON has no word for as text; a number that JSON knows stays one."""
    if value is None or _isinstance(value, (str, bool, int)):
        return value
    if _isinstance(value, float):
        return value if _isfinite(value) else _repr(value)
    if _isinstance(value, dict):
        return {str(name): _jsonable(inner) for name, inner in value.items()}
    if _isinstance(value, (list, tuple)):
        return [_jsonable(inner) for inner in value]
    return _jsonable(value.tolist()) if hasattr(value, "tolist") else str(value)


def adapted(target: Any, remake: Any, name: str) -> Any:
    """Return what is called in the target's place: itself, or an adapter of a framework's."""
    if not name:
        return target
    if name not in _ADAPTED:
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frameworks.py")
        spec = importlib.util.spec_from_file_location("clawback_frameworks", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        try:
            _ADAPTED[name] = module.ADAPTERS[name](target, remake)
        except _BaseException as error:
            _ADAPTED[name] = _raising(f"{name}: {_type(error).__name__}: {error}")
    return _ADAPTED[name]


_ADAPTED: dict[str, Any] = {}


def _raising(why: str) -> Any:
    def cannot(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError(why)

    return cannot


def in_a_child(target: Any, request: dict[str, Any], fd: int) -> None:
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


def _sweep(child: int) -> None:
    """Kill what the child left behind in its group, and reap what was handed to us."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    for pid in _children():
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _children() -> list[int]:
    try:
        with builtins.open(f"/proc/self/task/{os.getpid()}/children") as handle:
            return [int(pid) for pid in handle.read().split()]
    except (OSError, ValueError):
        return []


def main() -> None:
    """Serve requests until the pipe closes."""
    requests, replies = int(sys.argv[1]), int(sys.argv[2])
    first = receive(requests)
    shut_in(first["memory"])
    try:
        target, remake = load(first)
        reply(
            replies, {"token": first["token"], "target": describe(target, inspect.isclass(remake))}
        )
    except _BaseException as error:
        told = f"{_type(error).__name__}: {error}"
        reply(replies, {"token": first["token"], "error": told[:2000]})
        return
    forks = _threads() == 1 and hasattr(os, "fork")
    while (request := receive(requests)) is not None:
        if request.get("rows"):
            reply(replies, {"token": request["token"], "rows": _rows(target)})
            continue
        called = adapted(target, remake, request.get("adapter", ""))
        if forks:
            in_a_child(called, request, replies)
        else:
            run_calls(called, request, replies)
            reply(replies, {"token": request["token"], "ended": 0})


if __name__ == "__main__":
    main()
