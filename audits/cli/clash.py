"""What a run writes must be nothing that it reads, and nothing that it writes otherwise.

Told by the words of the command line, before anything is run: a report over the reward under audit
would cost its author the reward.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from os.path import realpath
from pathlib import Path

from audits.cli.words import values
from audits.errors import CannotAuditError, ClashError

WRITTEN = ("--output", "--report", "--records")
"""Options that name a file to write."""

Named = tuple[Path, str]
"""A file, and what names it, for people."""


def check_words(words: Sequence[str]) -> None:
    """Raise `ClashError` if what is to be written is named twice, or is read by this run."""
    outputs = [(_place(option, value), option) for option, value in values(words, *WRITTEN)]
    if outputs:
        with suppress(FileNotFoundError):  # the current folder is gone, as the run will say
            others = () if words[:1] == ["replay"] else precious(outputs)  # it knows better, later
            inputs = (*read_by(words), *_settings(words), *_of_runs(outputs))
            check(outputs, [*inputs, *others])


def check(outputs: Sequence[Named], inputs: Iterable[Named]) -> None:
    """Raise `ClashError` if one of the outputs, by path and option, is another or an input."""
    for at, (path, option) in enumerate(outputs):
        if any(_same(path, other) for other, _ in outputs[:at]):
            raise ClashError(
                f"{option}: expected a file of its own for each report; {path} is named twice"
            )
    for other, what in inputs:
        for path, option in outputs:
            if _same(path, other):
                raise ClashError(
                    f"{option} {path}: expected a file that this run does not read; this is "
                    f"{what}, which would be lost. Name another"
                )


def read_by(words: Sequence[str], here: Path | None = None) -> Iterator[Named]:
    """Go through the files that a command line names, but for those that it is to write.

    `here` is where it is run, the current folder unless told. A list of targets has lines that name
    files as well.
    """
    here = here or Path.cwd()
    for word in _others(words):
        for file in _files(word, here):
            yield file, f"what {word!r} names"
            if words[:1] == ["sweep"]:
                yield from _listed(file)


def _of_runs(outputs: Sequence[Named]) -> Iterator[Named]:
    """Go through the files of live runs in whose folders something is to be written."""
    from audits.live.same import SETTINGS

    for folder in {Path(realpath(path)).parent for path, _ in outputs}:
        with suppress(OSError):  # a name may be too long to be looked at
            if (folder / SETTINGS).is_file():
                yield from ((file, f"a file of the run in {folder}") for file in of_run(folder))


def _listed(file: Path) -> Iterator[Named]:
    with suppress(OSError, ValueError):
        for line in file.read_text(encoding="utf-8").splitlines():
            for word in shlex.split(line, comments=True):
                yield from ((found, f"named in {file}") for found in _files(word, Path.cwd()))


def _settings(words: Sequence[str]) -> Iterator[Named]:
    """Go through the files of a project's settings: themselves, the baseline, targets and rows."""
    from audits.settings import NAMES, found

    above = [folder / name for folder in (Path.cwd(), *Path.cwd().parents) for name in NAMES]
    yield from ((path, "a project's settings") for path in above)
    configs = [Path(value) for _, value in values(words, "--config")]
    try:
        there = configs[-1:] or list(filter(None, [found(Path.cwd())]))
    except CannotAuditError:  # one of them cannot be read: any may be meant
        there = [path for path in above if path.is_file()]
    for path in there:
        baseline, names = _named_in(path)
        yield path.absolute().parent / baseline, "the baseline"
        for name in names:
            yield from ((file, f"named in {path}") for file in _files(name, path.absolute().parent))


def _named_in(path: Path) -> tuple[str, list[str]]:
    """Return the baseline and what else settings name; if they cannot be read, all they quote.

    Whoever needs the settings says what is wrong with them.
    """
    from audits.settings import Settings, read_settings

    try:
        settings = read_settings(path)
    except CannotAuditError:
        return Settings().baseline, _quoted(path)
    targets = [name for one in settings.targets for name in (one.target, one.rows)]
    others = [name for one in settings.scorers for name in (one.cases, one.accepted_mutants)]
    return settings.baseline, [name for name in (*targets, *others) if name]


_QUOTED = re.compile(r"""(["'])([^"'\n]+)\1""")


def _quoted(path: Path) -> list[str]:
    """Return the texts in a settings' file that cannot be read as one: it is the author's yet."""
    with suppress(OSError):
        text = path.read_text(encoding="utf-8", errors="replace")
        return [found[2] for found in _QUOTED.finditer(text)]
    return []


def precious(outputs: Sequence[Named]) -> Iterator[Named]:
    """Go through the outputs that no report is ever kept in, whatever this run reads.

    What a target imports is not known before it is run, but that it is code; and git and the store
    have files of their own.
    """
    from audits.store.place import FOLDER, ROWS, folder_of_store
    from audits.targets.found import is_file

    store = folder_of_store() or Path(FOLDER)
    for path, _ in outputs:
        whole = Path(realpath(path))
        stored = FOLDER in whole.parts or whole.is_relative_to(realpath(store))
        if whole.suffix == ".py" and is_file(whole):
            yield path, "Python code"
        elif ".git" in whole.parts:
            yield path, "git's own"
        elif stored and (".sqlite" in whole.name or whole.parent.name == ROWS):
            yield path, "the store's own"


def _files(word: str, here: Path) -> Iterator[Path]:
    """Find the files that a word may name: by their path, or as a target of their own."""
    from audits.rewards.session import search_paths
    from audits.targets.found import file_of, is_file

    value = word.partition("=")[2] if word.startswith("--") else word
    if is_file(here / value):
        yield here / value
    elif (here / value).is_dir():
        yield from filter(is_file, of_run(here / value))
    elif ":" in value and (file := file_of(value, (str(here), *search_paths()), here)):
        yield file


def of_run(folder: Path) -> Iterator[Path]:
    """Go through the files that a live run keeps in its folder, there yet or not."""
    from audits.live.same import OWN

    yield from (folder / name for name in OWN)


def _same(path: Path, other: Path) -> bool:
    with suppress(OSError, ValueError):
        both = path.exists() and other.exists()
        return path.samefile(other) if both else realpath(path) == realpath(other)
    return False


def _place(option: str, value: str) -> Path:
    return Path(value.partition(":")[2] if option == "--report" else value)


def _others(words: Sequence[str]) -> Iterator[str]:
    """Go through the words that do not say what is to be written."""
    before = ""
    for word in words:
        if before not in WRITTEN and word.partition("=")[0] not in WRITTEN:
            yield word
        before = word
