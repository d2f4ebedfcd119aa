"""A revision of a project in a folder of its own, and a target as it stands there."""

from __future__ import annotations

import json
import os
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from filecmp import cmp
from functools import cached_property
from pathlib import Path, PurePosixPath

import msgspec

from audits.compare.checkout import checked_out
from audits.compare.git import git
from audits.compare.renamed import Renames, renames
from audits.compare.submodule import moved_in
from audits.errors import CannotAuditError
from audits.findings import Finding
from audits.provenance import told
from audits.result import Result
from audits.rewards.session import Ask, search_paths
from audits.store.closure import source_of
from audits.targets.found import file_of
from audits.targets.worker.modules import split


@dataclass(frozen=True)
class Revision:
    """A checked-out revision: `root` is where the repository's root stands in it."""

    name: str
    commit: str
    """What the name stood for: the full hash."""
    root: Path
    repository: Path

    def ask(self, ask: Ask) -> Ask:
        """Reach the same target in this revision; the interpreter and all else stays."""
        paths = tuple(str(self._there(Path(path))) for path in ask.paths or search_paths())
        return msgspec.structs.replace(ask, target=self._named_there(ask, paths), paths=paths)

    def followed(self, ask: Ask) -> str:
        """Say where in the repository a target's file was, if not where it is; else nothing."""
        here = file_of(ask.target, ask.paths or search_paths())
        inside = self._inside(here) if here else ""
        there = self._then(inside) if inside else ""
        return there if there != inside else ""

    def check_holds(self, ask: Ask) -> None:
        """Raise `CannotAuditError` if a target is of files that this revision does not hold."""
        here = file_of(ask.target, ask.paths or search_paths())
        if here is None:
            return
        self._check_links(ask.target, self._there(here))
        if not self._inside(here):
            return
        own = Path(git("rev-parse", "--show-toplevel", at=here.resolve().parent)).resolve()
        if own != self.repository:
            raise CannotAuditError(
                f"--base: {ask.target} is of the repository {told(own)}, whose files {self.name} "
                "does not hold (a submodule, say); run this in that repository"
            )

    def _check_links(self, target: str, there: Path) -> None:
        """Raise `CannotAuditError` if a target's file is reached by a link out of the revision."""
        links = (part for part in (there, *there.parents) if part.is_symlink())
        if out := [one for one in links if not one.resolve().is_relative_to(self.root)]:
            raise CannotAuditError(
                f"--base: {target} is reached by {out[0].relative_to(self.root)}, which in "
                f"{self.name} is a link out of the repository, to {out[0].readlink()}, where no "
                "revision is kept; keep the file in the repository"
            )

    def _named_there(self, ask: Ask, paths: Sequence[str]) -> str:
        """Name the target so that it is found along `paths`, those of this revision."""
        where, name = split(ask.target)
        if where.endswith(".py"):
            return f"{self._there(Path(where))}:{name}"
        here = file_of(ask.target, ask.paths or search_paths())
        if here is None or file_of(ask.target, paths) or not self._there(here).is_file():
            return ask.target
        return f"{_module_of(self._there(here), paths)}:{name}"

    def check_loaded(self, target: str, file: str | None) -> None:
        """Raise `CannotAuditError` if not this revision's file was loaded but that of today."""
        whole = Path(file).resolve() if file else self.root
        if whole.is_relative_to(self.root) or not self._there(whole).is_file():
            return
        raise CannotAuditError(
            f"--base: {target} was loaded from {told(whole)} as it is today, not from {self.name}; "
            "name it as a file (path/file.py:function), or let PYTHONPATH name the folder that "
            "its import begins in"
        )

    def check_read(self, target: str, files: Iterable[str]) -> None:
        """Raise `CannotAuditError` if what stands otherwise in this revision was read of today's.

        `files` is all that the target read, code too; what git does not track has no revision.
        """
        tracked = set(git("ls-files", "-z", at=self.repository).split("\0"))
        read = {self._inside(Path(source_of(file))) for file in files}
        if moved := sorted(file for file in read - tracked if self._moved_below(file, tracked)):
            raise CannotAuditError(
                f"--base: {target} reads {moved[0]} of a submodule as it is today, not as "
                f"{self.name} has it, where submodules stay empty; run this in that repository"
            )
        if moved := sorted(filter(self._moved, read & tracked)):
            more = f" and {len(moved) - 1} more" if len(moved) > 1 else ""
            raise CannotAuditError(
                f"--base: {target} reads {moved[0]}{more} as it is today, not as {self.name} has "
                "it; open files beside the code (Path(__file__).parent), and let PYTHONPATH name "
                "the folders that imports begin in"
            )

    def _inside(self, file: Path) -> str:
        """Return where in the repository a file of today's is; nothing for one of elsewhere."""
        whole = file.resolve()
        inside = whole.is_relative_to(self.repository) and not whole.is_relative_to(self.root)
        return whole.relative_to(self.repository).as_posix() if inside else ""

    def _moved(self, file: str) -> bool:
        here, there = self.repository / file, self.root / self._then(file)
        return here.is_file() and not (there.is_file() and cmp(here, there, shallow=False))

    def _moved_below(self, file: str, tracked: Container[str]) -> bool:
        """Tell whether a file is of a submodule, of which only a commit is tracked, and moved."""
        outer = next((str(p) for p in PurePosixPath(file).parents if str(p) in tracked), "")
        return bool(outer) and moved_in(self.repository, self.commit, outer, file)

    def name_places(self, result: Result) -> None:
        """Write `REV:file` in a result wherever it names a file of the worktree, which goes."""
        result.reasons = [self._at(why) for why in result.reasons]
        result.findings = [self._named(found) for found in result.findings]

    def _at(self, text: str) -> str:
        return text.replace(f"{self.root}/", f"{self.name}:").replace(str(self.root), self.name)

    def _named(self, found: Finding) -> Finding:
        text, root = msgspec.json.encode(found).decode(), json.dumps(str(self.root))[1:-1]
        if root not in text:
            return found
        name = json.dumps(self.name)[1:-1]
        text = text.replace(f"{root}/", f"{name}:").replace(root, name)
        return msgspec.json.decode(text, type=Finding)

    def _there(self, path: Path) -> Path:
        for whole in (path.absolute(), path.resolve()):  # a link leads where it led then
            if (named := Path(os.path.normpath(whole))).is_relative_to(self.repository):
                return self.root / self._then(named.relative_to(self.repository).as_posix())
        return path.resolve()

    @cached_property
    def _renames(self) -> Renames:
        return renames(self.repository, self.commit)

    def _then(self, path: str) -> str:
        """Say where in the repository a file or folder of today's was; as it is if it is new."""
        if (self.root / path).exists():
            return path
        if (self.repository / path).is_dir():
            folder = self._renames.folder(path)
            return path if folder is None else folder
        was = self._renames.file(path)
        gone = was is not None and not (self.repository / was).exists()
        return was if was and gone and (self.root / was).is_file() else path


def _module_of(file: Path, paths: Iterable[str]) -> str:
    """Name the module that a file is along some paths; the file itself if it is none there."""
    for path in paths:
        if file.is_relative_to(path):
            parts = file.relative_to(path).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if all(map(str.isidentifier, name.split("."))):
                return name
    return str(file)


@contextmanager
def revision(name: str) -> Iterator[Revision]:
    """Check a revision out elsewhere, and take it away afterwards.

    Raises `CannotAuditError` if there is no repository here, or no such revision.
    """
    if not name.strip():
        raise CannotAuditError(
            f"--base: expected a git revision; got {name!r}, as of a variable that is not set; "
            "leave --base out to hold against none"
        )
    repository = Path(git("rev-parse", "--show-toplevel")).resolve()
    commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    with checked_out(repository, commit) as root:
        yield Revision(name, commit, root, repository)
