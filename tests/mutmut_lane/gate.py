"""The gate of the mutmut lane: `python tests/mutmut_lane/gate.py [PATTERN...]` after `mutmut run`.

mutmut exits 0 with survivors, and its own summary leaves out mutants that were never checked. So
this reads what it wrote, `mutants/**/*.meta`, and fails on a survivor that nobody accepted, on a
mutant that no test reaches or that has no verdict, on an accepted one that is gone, and where there
is no mutant at all. Patterns choose mutants by name, as for `mutmut run`.

Exit codes: 0 all killed or accepted, 1 not so, 2 there was nothing to judge.
"""

from __future__ import annotations

import ast
import difflib
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

ACCEPTED = Path(__file__).with_name("accepted.toml")
RESULTS = Path("mutants")

KILLED, TYPED, TIMEOUT = "killed", "caught by type check", "timeout"
SURVIVED, UNTESTED, UNCHECKED = "survived", "no test reaches it", "not checked"
VERDICTS = {
    1: KILLED,
    3: KILLED,
    37: TYPED,
    0: SURVIVED,
    5: UNTESTED,
    33: UNTESTED,
    None: UNCHECKED,
    **dict.fromkeys((36, 24, -24, 152, 255), TIMEOUT),
}
"""What mutmut 3.8's exit codes mean; whatever is not here is no verdict."""

FINE = {KILLED, TYPED, TIMEOUT}
ACCEPTABLE = {SURVIVED, UNTESTED}


class Result(NamedTuple):
    """One mutant: its name, which has a number that may change; its lasting id; its verdict."""

    name: str
    id: str
    verdict: str


def results(folder: Path, patterns: Iterable[str] = ()) -> Iterator[Result]:
    """Read the verdict of each mutant whose name fits a pattern, or of all."""
    patterns = list(patterns)
    for meta in sorted(folder.rglob("*.meta")):
        codes: dict[str, int | None] = json.loads(meta.read_text())["exit_code_by_key"]
        wanted = {name for name in codes if _fits(name, patterns)}
        functions = {_function(name) for name in wanted}  # a repeated change is told by its order
        bodies = _bodies(meta.with_suffix("")) if wanted else {}
        times: Counter[str] = Counter()
        for name in (one for one in codes if _function(one) in functions):
            key = lasting_id(name, bodies)
            times[key] += 1
            if name in wanted:
                verdict = VERDICTS.get(codes[name], f"odd exit code {codes[name]}")
                yield Result(name, key if times[key] == 1 else f"{key}-{times[key]}", verdict)


def _fits(name: str, patterns: list[str]) -> bool:
    return not patterns or any(fnmatch(name, pattern) for pattern in patterns)


def _function(name: str) -> str:
    return name.rpartition("__mutmut_")[0]


def _bodies(source: Path) -> dict[str, str]:
    """Give the text of every function in a file that mutmut wrote, by its name."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name: ast.unparse(node) for node in ast.walk(tree) if isinstance(node, kinds)}


def lasting_id(name: str, bodies: dict[str, str]) -> str:
    """Name a mutant by its function and the lines that it changes, not by its number."""
    function, number = _function(name), name.rpartition("__mutmut_")[2]
    short = function.rpartition(".")[2]
    before, after = (
        bodies.get(f"{short}__mutmut_{which}", "").replace(f"{short}__mutmut_{which}", short)
        for which in ("orig", number)
    )
    changed = [
        line
        for line in difflib.ndiff(before.splitlines(), after.splitlines())
        if line.startswith(("+", "-"))
    ]
    return sha256("\n".join([function, *changed]).encode()).hexdigest()[:10]


def problems(found: list[Result], accepted: dict[str, str], whole: bool) -> Iterator[str]:
    """Say what fails: each mutant that is not fine, and each accepted id that fits none."""
    for one in found:
        if one.verdict not in FINE and not (one.verdict in ACCEPTABLE and one.id in accepted):
            yield f"{one.id} {one.name}: {one.verdict}"
    left = {one.id for one in found if one.verdict in ACCEPTABLE}
    for key, reason in accepted.items() if whole else ():
        if key not in left:
            yield f"{key} is accepted ({reason}) and survives no more; take it off the list"


def read_accepted(path: Path) -> dict[str, str]:
    """Read the reasons by id; each entry needs one."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("accepted", [])
    for entry in entries:
        if not entry.get("id") or not entry.get("reason"):
            raise SystemExit(f"{path}: expected id and reason; got {entry}")
    return {entry["id"]: entry["reason"] for entry in entries}


def main(patterns: list[str], folder: Path = RESULTS, accepted: Path = ACCEPTED) -> int:
    """Judge the results and print what there is to say."""
    found = list(results(folder, patterns))
    if not found:
        sys.stderr.write(f"{folder}: no mutant there; run mutmut first, and look at its output\n")
        return 2
    counts = Counter(one.verdict for one in found)
    wrong = list(problems(found, read_accepted(accepted), whole=not patterns))
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    told = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
    sys.stdout.write(f"{len(found)} mutants: {told}; {len(wrong)} to look at\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
