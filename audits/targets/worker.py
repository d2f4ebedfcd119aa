"""Runs somebody's reward, in a process of its own. Standard library only; run by path:

    <the user's python> worker.py <request fd> <reply fd>

Three generations of processes. The keeper starts and imports nothing of the target's: when it is
told to stop, or the next one is gone, it kills whatever is left below it. The server imports the
target once and forks. A child of its makes the calls, so that whatever a call does (hang, crash,
exit, eat memory, patch builtins) ends with that child.

Requests and replies are JSON behind a four-byte length. Replies come strictly in order, and each
repeats its request's token, so that what a target writes to the pipe by itself is not taken for
one. What the target could replace is taken by name, or copied, before it is imported.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # what `signal` wraps, in builtins one may patch
import asyncio
import builtins
import dis
import importlib
import importlib.machinery
import importlib.util
import inspect
import json
import math
import os
import platform
import re
import resource
import signal
import struct
import sys
import threading
import time
import traceback
import types
from contextlib import suppress
from typing import Any

try:
    import ctypes
except ImportError:  # some builds of Python have none; what it serves is a second net
    ctypes = None  # type: ignore[assignment]

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others
_loads, _write, _read, _exit, _pack = json.loads, os.write, os.read, os._exit, struct.pack
_isfinite, _perf, _setitimer = math.isfinite, time.perf_counter, signal.setitimer
_on_signal, _sigmask, _usage = _signal.signal, _signal.pthread_sigmask, resource.getrusage
_CHILD, _DEFAULT = int(signal.SIGCHLD), int(signal.SIG_DFL)
_ALARM, _UNBLOCK, _REAL = int(signal.SIGALRM), int(signal.SIG_UNBLOCK), int(signal.ITIMER_REAL)
_encoder: Any = vars(json.encoder)["c_make_encoder"]
_chunks = _encoder(None, str, json.encoder.encode_basestring, None, ":", ",", False, False, True)

FLUSH_SECONDS = 0.02
FLUSH_CALLS = 64
DETAIL = 300
OWN_ROWS = 500
"""How many rows a data set that scores its own rows is asked for."""

SCORED_WITH = ("score_answer", "measure", "score_rollout", "score")
"""Methods by which an object that cannot be called is scored with."""

OUT_OF_MEMORY = ["lost", "out of memory"]


class Hung(BaseException):
    """The soft clock rang during a call."""


# ---------------------------------------------------------------- what it depends on


MOST_FILES = 20_000
"""How many files a target may read before it is said to read too many to be told."""

_READ_FILES: dict[str, None] = {}
_abspath, _write_flags = os.path.abspath, os.O_WRONLY | os.O_RDWR
_fsdecode = os.fsdecode


def note_reads() -> None:
    """Take note of every file that is read from now on, imported modules among them."""
    sys.addaudithook(_note)


def _note(event: str, args: tuple[Any, ...]) -> None:
    if event == "open":
        path = args[0] if not (args[2] or 0) & _write_flags else None
    elif event == "import":  # of an extension module: others are opened
        path = args[1]
    else:
        return
    if isinstance(path, (str, bytes)) and len(_READ_FILES) <= MOST_FILES:
        with suppress(OSError, ValueError):
            _READ_FILES[_abspath(_fsdecode(path))] = None


def files_since(count: int) -> list[str]:
    """Name the files that were read after the first `count`, and how many there are."""
    return list(_READ_FILES)[count:]


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
        count -= len(part)
    return b"".join(parts)


def reply(fd: int, message: dict[str, Any]) -> None:
    """Write one reply. Half a surrogate pair, which no UTF-8 holds, becomes a question mark."""
    body = "".join(_chunks(message, 0)).encode("utf-8", "replace")
    data = _pack(">I", len(body)) + body
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
        module_name = _dotted(module_name)
        _stub_parents(module_name)
    module = _module(module_name)
    scope = _scope(module, expression)
    _check_name(expression, scope)
    # The user's own words: an attribute, or a factory's call.
    target = within(eval(expression, scope))
    if not callable(target) and not _method(target):
        raise TypeError(
            f"{request['target']} is {type(target).__name__}, expected a function, or an object "
            f"with one of {', '.join(SCORED_WITH)}"
        )
    if inspect.isclass(target) and _scores(target):
        return target(), target
    return target, lambda: within(eval(expression, scope))


def within(target: Any) -> Any:
    """Return what scores in a framework's own environment, task or set of tasks; else the target.

    An OpenEnv environment, or a class of them, has a rubric, and so has one of verifiers 0.1; an
    Inspect task has scorers; a taskset of verifiers 0.4 has a class of tasks.
    """
    if inspect.isclass(target):
        tasks = getattr(target, "task_type", None)
        if callable(tasks) and callable(getattr(target, "load", None)):
            return tasks()
        if not all(callable(getattr(target, name, None)) for name in ("reset", "step")):
            return target
        return _rubric(target()) or target
    if callable(target) or _method(target):
        return target
    return _rubric(target) or _scorer(target) or target


def _rubric(target: Any) -> Any:
    found = getattr(target, "rubric", None)
    return found if callable(found) or (found is not None and _method(found)) else None


def _scorer(target: Any) -> Any:
    """Return the one scorer of an Inspect task; which of several is meant, its user has to say."""
    found = getattr(target, "scorer", None)
    if not hasattr(target, "dataset") or not isinstance(found, list):
        return None
    if len(found) != 1:
        raise TypeError(f"the task has {len(found)} scorers; name one of them: TARGET.scorer[0]")
    return found[0]


def _check_name(expression: str, scope: dict[str, Any]) -> None:
    """Raise `NameError` for a name that is not there, with those that are."""
    if expression.isidentifier() and expression not in {*scope, *vars(builtins)}:
        known = [name for name, value in scope.items() if callable(value) and name[:1] != "_"]
        there = ", ".join(known) or "no function"
        missing = NameError(f"there is no {expression!r} in it, but {there}")
        missing.name = expression  # which an older Python does not know
        raise missing


def _is_absent(error: BaseException, target: str) -> bool:
    """Tell whether the target's own module, or the name in it, is not there at all."""
    module, expression = split(target)
    name = getattr(error, "name", None) or ""
    if isinstance(error, ModuleNotFoundError):
        return bool(name) and f"{module}.".startswith(f"{name}.")
    parts = expression.split(".")
    dotted = all(map(str.isidentifier, parts))
    return isinstance(error, (NameError, AttributeError)) and dotted and name in parts


def _scope(module: types.ModuleType, expression: str) -> dict[str, Any]:
    """Give an expression the module's names, those that it makes on demand too."""
    scope = dict(vars(module))
    for name in compile(expression, "TARGET", "eval").co_names:
        if name not in scope and not hasattr(builtins, name):
            with suppress(AttributeError):
                scope[name] = getattr(module, name)
    return scope


def _method(target: Any) -> str:
    """Name the method that scores with an object which cannot be called, or nothing."""
    return next((name for name in SCORED_WITH if callable(getattr(target, name, None))), "")


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
    try:
        spec.loader.exec_module(module)
    except ImportError as error:
        if "relative import" not in str(error) or not os.path.exists(_beside(name, "__init__.py")):
            raise
        return _in_its_package(name)
    return module


def _beside(path: str, name: str) -> str:
    return os.path.join(os.path.dirname(os.path.abspath(path)), name)


def _in_its_package(path: str) -> types.ModuleType:
    """Import a file as the module that it is of the package around it."""
    return importlib.import_module(_dotted(path))


def _dotted(path: str) -> str:
    """Name the module that a file is of the package around it, which can be imported then.

    What is no file of a package is returned as it came.
    """
    if not path.endswith(".py") or not os.path.exists(_beside(path, "__init__.py")):
        return path
    parts, place = [os.path.basename(path)[: -len(".py")]], os.path.abspath(path)
    while os.path.exists(_beside(place, "__init__.py")):
        place = os.path.dirname(place)
        parts.insert(0, os.path.basename(place))
    sys.path.insert(0, os.path.dirname(place))
    return ".".join(parts)


def _stub_parents(name: str) -> None:
    """Stand in for heavy parent packages: an empty module with the right path for each.

    A file in no package has none.
    """
    parts = [] if name.endswith(".py") else name.split(".")[:-1]
    for count in range(1, len(parts) + 1):
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
    entry = getattr(target, method) if method else target
    kind = target if inspect.isclass(target) else type(target)
    function = _function(entry)
    return {
        "parameters": _parameters(entry),
        "method": method,
        "made": made,
        "classes": [f"{base.__module__}.{base.__qualname__}" for base in kind.__mro__],
        "has_rows": method == "score_answer" and hasattr(target, "__getitem__"),
        "async": inspect.iscoroutinefunction(function),
        "file": getattr(getattr(function, "__code__", None), "co_filename", None),
        "line": getattr(getattr(function, "__code__", None), "co_firstlineno", None),
        "kind": f"{type(target).__module__}.{type(target).__qualname__}",
        "mined": mine(function),
        "unread": _unread(function),
        "threads": _threads(),
    }


def _function(target: Any) -> Any:
    """The code behind a target: itself, what it wraps, or its class's __call__."""
    target = inspect.unwrap(target)
    if hasattr(target, "__code__") or inspect.ismethod(target):
        return target
    inner = inspect.getattr_static(type(target), "__call__", None)
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
    code = getattr(function, "__code__", None)
    if code is None:
        return []
    read = {
        i.argval
        for i in dis.get_instructions(code)
        if i.opname.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE"))
        or i.opname == "MAKE_CELL"
    }
    flat = {name for item in read for name in (item if isinstance(item, tuple) else (item,))}
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [name for name in names if name not in flat]


def _threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))
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
        if isinstance(value, str):
            self.texts.append(value)
        elif isinstance(value, re.Pattern):
            self.patterns.append(str(value.pattern))
        elif isinstance(value, (tuple, list, set, frozenset)):
            self._take_all(list(value)[:50])
        elif isinstance(value, dict):
            self._take_all([*value.keys(), *value.values()][:100])

    def _take_all(self, values: list[Any]) -> None:
        for value in values:
            if isinstance(value, (str, re.Pattern)):
                self.take(value)

    def walk(self, code: types.CodeType, names: dict[str, Any]) -> None:
        """Go through a code object's constants and the names it uses."""
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self.walk(constant, names)
            else:
                self.take(constant)
        for name in code.co_names:
            self.visit(names.get(name), names)

    def visit(self, value: Any, names: dict[str, Any]) -> None:
        """Go into a function of the same module, once; keep anything else."""
        value = getattr(value, "__func__", value)
        if not isinstance(value, types.FunctionType):
            self.take(value)
        elif value not in self.seen and value.__globals__ is names and len(self.seen) < 100:
            self.seen.add(value)
            self.docs.add(value.__doc__)
            self.walk(value.__code__, names)


def mine(function: Any) -> dict[str, list[str]]:
    """Say what a target's own code gives away, documentation left out."""
    miner = Miner()
    inner = getattr(function, "__func__", function)
    if isinstance(inner, types.FunctionType):
        miner.visit(inner, inner.__globals__)
        for cell in inner.__closure__ or ():
            with suppress(ValueError):
                miner.visit(cell.cell_contents, inner.__globals__)
    texts = [t for t in dict.fromkeys(miner.texts) if t not in miner.docs and len(t) <= 400]
    patterns = miner.patterns + [t for t in texts if re.search(r"[\\\[\](){}*+?|]", t)]
    return {"literals": texts[:400], "patterns": list(dict.fromkeys(patterns))[:100]}


# ---------------------------------------------------------------- one call


def outcome_of(value: Any) -> list[Any]:
    """Say what came back. None, masked, not finite and invalid stay apart from 0."""
    if value is None:
        return ["none"]
    if isinstance(value, (bool, int, float)):
        number = float(value)
        return ["value", number] if _isfinite(number) else ["not_finite", repr(number)]
    if isinstance(value, dict):
        return _of_fields(value.get, value)
    if isinstance(value, (list, tuple)):
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
        return ["none", repr(get("error"))[:DETAIL]]
    known = ("score", "reward", "value", "result", "passed", "pass", "pass_")
    if isinstance(whole, dict) and any(name in whole for name in known):
        return ["none"]
    return ["invalid", f"no score in {type(whole).__name__}"]


def _of_object(value: Any) -> list[Any]:
    text = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
    if isinstance(value, str):
        return ["value", text[value]] if value in text else ["invalid", f"text {value[:40]!r}"]
    try:
        number = float(value)
    except (TypeError, ValueError, RuntimeError):
        return _of_fields(lambda name: getattr(value, name, None), value)
    return ["value", number] if _isfinite(number) else ["not_finite", repr(number)]


def make(target: Any, call: dict[str, Any], soft: float) -> list[list[Any]]:
    """Make one call under the soft clock; one outcome per sample."""
    count = call["samples"]
    before = _written(call) if call.get("watch") else {}
    _CLOCK["rang"] = False
    try:
        try:
            _setitimer(_REAL, soft)
            if call.get("trace"):
                return [["at", _line_of(target, call)]] * count
            value = target(*call.get("args", ()), **call.get("kwargs", {}))
            if hasattr(type(value), "__await__"):
                value = asyncio.run(_await(value))
        finally:
            _setitimer(_REAL, 0)
            _on_signal(_ALARM, _ring)  # a target may have an alarm of its own
            _sigmask(_UNBLOCK, {_ALARM})
        outcomes = _spread(value, count, call.get("batched", False))
        if changed := _changed(before, call):
            outcomes = [["changed", changed]] * count
    except MemoryError:
        return [OUT_OF_MEMORY] * count
    except BaseException as error:
        outcomes = [["raised", told(error)]] * count
    if _CLOCK["rang"]:  # whatever it came back with after that, or in place of it
        return [["lost", f"no answer within {soft:g} s"]] * count
    return outcomes


_ENTRY: list[Any] = []
"""The code of the function that is the target."""


def _line_of(target: Any, call: dict[str, Any]) -> str:
    """Call the target, and name the line on which its own function last came back; or nothing."""
    lines = [""]

    def inside(frame: Any, event: str, arg: Any) -> Any:
        if event == "return" and arg is not None:
            lines[0] = str(frame.f_lineno)
        return inside

    def at_call(frame: Any, _event: str, _arg: Any) -> Any:
        return inside if frame.f_code in _ENTRY else None

    sys.settrace(at_call)
    try:
        _waited(target(*call.get("args", ()), **call.get("kwargs", {})))
    finally:
        sys.settrace(None)
    return lines[0]


def _written(call: dict[str, Any]) -> dict[str, str]:
    return {name: _text_of(value) for name, value in call["kwargs"].items()}


def _text_of(value: Any) -> str:
    try:
        return "".join(_chunks(value, 0))
    except (TypeError, ValueError):  # something is in there now that JSON has no word for
        return ""


def _changed(before: dict[str, str], call: dict[str, Any]) -> str:
    """Name the arguments that are no longer what they were when the target was called."""
    now = _written(call)
    return ", ".join(name for name, text in before.items() if now.get(name) != text)


_CLOCK = {"rang": False}


def _ring(_signal: int, _frame: Any) -> None:
    _CLOCK["rang"] = True
    raise Hung


async def _await(value: Any) -> Any:
    return await value


def told(error: BaseException, most: int = DETAIL) -> str:
    """Write an exception in a line; one may be unable to say what it is."""
    name = type(error).__name__
    try:
        return f"{name}: {error}"[:most]
    except BaseException:
        return name


def _spread(value: Any, count: int, batched: bool) -> list[list[Any]]:
    if not batched:
        return [_safe(value)]
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, (list, tuple)) or len(value) != count:
        size = len(value) if isinstance(value, (list, tuple)) else type(value).__name__
        return [["invalid", f"expected a list of {count} rewards, got {size}"]] * count
    return [_safe(one) for one in value]


def _safe(value: Any) -> list[Any]:
    try:
        return outcome_of(value)
    except BaseException as error:
        return ["invalid", told(error)]


# ---------------------------------------------------------------- the process


def shut_in(memory: int) -> None:
    """Take the terminal away, and bound what a process and its children may take."""
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
    _control(38, 1)  # PR_SET_NO_NEW_PRIVS


def tie(signal_number: int) -> None:
    """Have this process told when its parent dies, and orphans below it handed to it."""
    _control(1, signal_number)  # PR_SET_PDEATHSIG
    _control(36, 1)  # PR_SET_CHILD_SUBREAPER


def _control(what: int, value: int) -> None:
    with suppress(OSError, AttributeError, TypeError):
        _LIBC.prctl(what, value, 0, 0, 0)


_LIBC = ctypes and ctypes.CDLL(None)


def run_calls(target: Any, request: dict[str, Any], fd: int, fresh: bool) -> None:
    """Make the calls of a request; if it asks for a mutant, with that one in force."""
    if "mutant" not in request:
        make_calls(target, request, fd, fresh)
        return
    with _WORKSHOP[0].in_force(request["mutant"]):
        make_calls(_remade(request), request, fd, fresh)
    _ADAPTED.clear()


def _remade(request: dict[str, Any]) -> Any:
    """Make the target anew, so that what it is built of is built with the mutant in force."""
    _ADAPTED.clear()
    remake = _REMAKE[0]
    try:
        called = adapted(remake(), remake, request.get("adapter", ""))
        if "model" in request:
            return _WORKSHOP_MODULE[0].paying(called, request["model"], _waited)
    except BaseException as error:
        return _raising(told(error))
    return called


def _waited(value: Any) -> Any:
    return asyncio.run(_await(value)) if hasattr(type(value), "__await__") else value


def make_calls(target: Any, request: dict[str, Any], fd: int, fresh: bool) -> None:
    """Make the calls of a request, in order, with replies flushed as they gather.

    A call that was cut short may leave locks held, and a leak may have eaten the memory: then the
    rest is left for another child, if this one is `fresh` for these calls.
    """
    _on_signal(_ALARM, _ring)
    _sigmask(_UNBLOCK, {_ALARM})
    known = len(_READ_FILES)
    most, roof = request["flush"], _peak() + request["roof"]
    ready: list[list[list[Any]]] = []
    since = _perf()
    for at, call in enumerate(request["calls"]):
        made = make(target, call, request["soft"])
        if at and fresh and made[0] is OUT_OF_MEMORY:
            break
        ready.append(made)
        cut = made[0][0] == "lost"
        if cut or len(ready) >= most or _perf() - since > FLUSH_SECONDS:
            reply(fd, {"token": request["token"], "out": ready})
            ready, since = [], _perf()
            if fresh and (cut or _peak() > roof):
                break
    last = {"token": request["token"], "out": ready, "done": True}
    reply(fd, {**last, "files": files} if (files := files_since(known)) else last)


def _peak() -> int:
    """Return the most memory that this process has held, in bytes."""
    most: int = _usage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10


def _rows(loader: Any) -> dict[str, Any]:
    """Call a loader of rows, or read a data set's own; an error is told, not raised."""
    try:
        rows = _listed(loader() if callable(loader) else _own_rows(loader))
        return {"rows": [_jsonable(dict(row)) for row in rows]}
    except BaseException as error:
        return {"error": told(error, 2000) + _place(error)}


def _listed(rows: Any) -> list[Any]:
    """Check that a loader gave rows; raise `TypeError` with what it gave instead."""
    wanted = "expected a list of rows, each a dict of columns"
    if not hasattr(rows, "__iter__") or isinstance(rows, (str, bytes, dict)):
        raise TypeError(f"the loader gave {type(rows).__name__}; {wanted}")
    listed = list(rows)
    for number, row in enumerate(listed):
        if not hasattr(row, "keys"):
            raise TypeError(f"row {number} of the loader is {type(row).__name__}; {wanted}")
    return listed


def _own_rows(data_set: Any) -> list[Any]:
    size = len(data_set) if hasattr(data_set, "__len__") else OWN_ROWS
    return [data_set[at] for at in range(min(size, OWN_ROWS))]


def _jsonable(value: Any) -> Any:
    """Write what JSON has no word for as text; a number that JSON knows stays one."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if _isfinite(value) else repr(value)
    if isinstance(value, dict):
        return {str(name): _jsonable(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_jsonable(inner) for inner in value]
    return _jsonable(value.tolist()) if hasattr(value, "tolist") else str(value)


_WORKSHOP: list[Any] = []
"""The mutants of the target, once somebody asks for them."""

_WORKSHOP_MODULE: list[Any] = []
_REMAKE: list[Any] = []


def _workshop(target: Any, remake: Any) -> Any:
    """Make the mutants of the target, the first time they are asked for."""
    if not _WORKSHOP:
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        module = _by_path("clawback_mutants", os.path.join(here, "mutants", "inside.py"))
        entry = _function(target if callable(target) else getattr(target, _method(target)))
        file = getattr(getattr(entry, "__code__", None), "co_filename", "")
        _WORKSHOP.append(module.Workshop(target, entry, file))
        _WORKSHOP_MODULE.append(module)
        _REMAKE.append(remake)
    return _WORKSHOP[0]


def _by_path(name: str, path: str) -> Any:
    """Load a file of ours that stands beside this one."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _asked(target: Any, remake: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Answer a question about the target's mutants; an error is told, not raised."""
    try:
        workshop = _workshop(target, remake)
        return {"answer": getattr(workshop, request["ask"])(*request.get("with", ()))}
    except BaseException as error:
        plain = type(error).__name__ == "CannotMutateError"
        return {"error": str(error) if plain else told(error, 2000)}


def adapted(target: Any, remake: Any, name: str) -> Any:
    """Return what is called in the target's place: itself, or an adapter of a framework's."""
    if not name:
        return target if callable(target) else getattr(target, _method(target))
    if name not in _ADAPTED:
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frameworks.py")
        module = _by_path("clawback_frameworks", path)
        try:
            _ADAPTED[name] = module.ADAPTERS[name](target, remake)
        except BaseException as error:
            _ADAPTED[name] = _raising(f"{name}: {told(error)}")
    return _ADAPTED[name]


_ADAPTED: dict[str, Any] = {}


def _raising(why: str) -> Any:
    def cannot(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError(why)

    return cannot


def in_a_child(target: Any, request: dict[str, Any], fd: int) -> int:
    """Fork, run the calls there, and return how the child ended."""
    spared = _children()
    _on_signal(_CHILD, _DEFAULT)  # a target that ignores its children's ends would hide this one
    child = os.fork()
    if child == 0:
        code = 70
        try:
            tie(signal.SIGKILL)
            os.setsid()
            run_calls(target, request, fd, fresh=True)
            code = 0
        finally:
            _exit(code)
    _CALLING.append(child)
    _, status = os.waitpid(child, 0)
    _CALLING.clear()
    sweep(spared)
    return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


_CALLING: list[int] = []
"""The child that makes calls just now."""


def _cut_short(_signal: int, _frame: Any) -> None:
    """Kill the child whose call does not come back."""
    for child in _CALLING:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def sweep(spared: list[int]) -> None:
    """Kill and reap all children but some, and what is handed to us of theirs, until none is."""
    while left := [pid for pid in _children() if pid not in spared]:
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        for pid in left:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children() -> list[int]:
    """Name our children, dead ones that nobody has reaped included."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and _is_ours(name)]
    except (ChildProcessError, FileNotFoundError, AttributeError):  # none, or not on Linux
        return []


def _is_ours(pid: str) -> bool:
    try:
        with open(f"/proc/{pid}/stat", "rb") as handle:
            return int(handle.read().rpartition(b")")[2].split()[1]) == os.getpid()
    except (OSError, ValueError, IndexError):
        return False


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
        entry = target if callable(target) else getattr(target, _method(target))
        _ENTRY[:] = [getattr(_function(entry), "__code__", None)]
    except BaseException as error:
        absent = _is_absent(error, first["target"])
        why = told(error, 2000) + _place(error)
        reply(replies, {"token": first["token"], "error": why, "absent": absent})
        return
    reply(replies, {"token": first["token"], **answer})
    while (request := receive(requests)) is not None:
        if request.get("rows"):
            reply(replies, {"token": request["token"], "rows": _rows(target)})
            continue
        if request.get("files"):
            reply(replies, {"token": request["token"], "files": files_since(0)})
            continue
        if "ask" in request:
            reply(replies, {"token": request["token"], **_asked(target, remake, request)})
            continue
        if "mutant" in request:
            _workshop(target, remake)
        called = adapted(target, remake, request.get("adapter", ""))
        code = 0
        if _threads() == 1:
            code = in_a_child(called, request, replies)
        else:  # a fork could hang on a lock that one of the threads holds
            run_calls(called, request, replies, fresh=False)
        reply(replies, {"token": request["token"], "ended": code})


_IMPORTLIB: str = importlib.__file__


def _place(error: BaseException) -> str:
    """Say where in the target's files an exception comes from."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename != __file__]
    frames = [f for f in frames if not f.filename.startswith(("<", os.path.dirname(_IMPORTLIB)))]
    return f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""


class Stopped(BaseException):
    """The keeper was told to stop."""


def keep(requests: int, replies: int) -> None:
    """Fork the server and wait for its end, or for the word; then let nothing outlive it."""

    def stop(_signal: int, _frame: Any) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Stopped

    server = 0
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGUSR1, lambda *_: os.kill(server, signal.SIGUSR1) if server else None)
    with suppress(Stopped):
        server = os.fork()
        if server == 0:
            _serve_alone(requests, replies)
        os.close(requests)  # the other pipe stays open: its end says that all is over
        while os.waitpid(-1, 0)[0] != server:
            pass
    sweep([])


def _serve_alone(requests: int, replies: int) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, _cut_short)
    tie(signal.SIGKILL)
    os.setsid()
    try:
        serve(requests, replies)
    finally:
        _exit(0)


def main() -> None:
    """Say hello, and keep a server."""
    sys.dont_write_bytecode = True  # a target mended within a second is not to be read from a cache
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != here]
    for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(threads, "1")  # a target without threads can be forked
    requests, replies = int(sys.argv[1]), int(sys.argv[2])
    tie(signal.SIGTERM)
    reply(replies, {"python": platform.python_version()})
    keep(requests, replies)


if __name__ == "__main__":
    main()
