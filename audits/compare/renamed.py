"""Which files a project has renamed since a revision, as git tells it, added to it or not."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from audits.compare.git import git, git_path
from audits.scratch import scratch

ALIKE = "30%"
"""How much of a file must be as it was. git's usual half loses a reward of three lines of which one
changed, and a pair needs a file that is gone as well as one that is new."""

SPLIT = "80%"
"""How much of a file must be as one was that is gone and was renamed to another file already: git
gives each old file one new name, and what merely looks like a reward is none."""

CODE = "*.py"


@dataclass(frozen=True)
class Renames:
    """Where files of today's were: `was`, by today's path from the repository's root."""

    was: Mapping[str, str]

    def file(self, path: str) -> str | None:
        """Return where a file was; None if it is new, for all that is known."""
        return self.was.get(path) or self._beside(path)

    def folder(self, path: str) -> str | None:
        """Return where most of a folder's files were under the same names; None if nowhere."""
        votes = Counter(
            f"/{was}".removesuffix(tail).strip("/")
            for now, was in self.was.items()
            if (tail := _below(path, now)) and f"/{was}".endswith(tail)
        )
        return votes.most_common(1)[0][0] if votes else None

    def _beside(self, path: str) -> str | None:
        """Return where a file was if it went with its folder and was written anew."""
        taken = set(self.was.values())
        for parent in PurePosixPath(path).parents[:-1]:
            folder = self.folder(str(parent))
            if folder is not None:
                was = str(PurePosixPath(folder) / PurePosixPath(path).relative_to(parent))
                return None if was in taken else was
        return None


def _below(folder: str, path: str) -> str:
    return path.removeprefix(folder) if path.startswith(f"{folder}/") else ""


def renames(repository: Path, commit: str) -> Renames:
    """Compare the Python files of a commit with those of today.

    Raises `CannotAuditError` if git cannot.
    """
    with scratch("index") as folder:
        env = _index_of_today(repository, folder)
        ask = partial(_pairs, repository, commit, env)
        copies, renamed = ask(f"-C{SPLIT}", "CR"), ask(f"-M{ALIKE}", "R")
    gone = {now: was for now, was in copies.items() if not (repository / was).exists()}
    return Renames(gone | renamed)


def _pairs(
    repository: Path, commit: str, env: Mapping[str, str], alike: str, kinds: str
) -> dict[str, str]:
    """Ask git where today's files were, by their path today."""
    words = ("-z", alike, "-l0", f"--diff-filter={kinds}", "--name-status", commit, "--", CODE)
    told = git("diff-index", *words, at=repository, env=env).split("\0")
    return {now: was for was, now in zip(told[1::3], told[2::3], strict=False)}


def _index_of_today(repository: Path, folder: Path) -> dict[str, str]:
    """Copy the index and name in it what is not added yet; theirs, and their objects, stay so."""
    index, objects = git_path(repository, "index"), git_path(repository, "objects")
    if index.exists():
        shutil.copyfile(index, folder / "index")
    env = {
        "GIT_INDEX_FILE": str(folder / "index"),
        "GIT_OBJECT_DIRECTORY": str(folder / "objects"),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(objects),
    }
    (folder / "objects").mkdir()
    loose = git("ls-files", "--others", "--exclude-standard", "-z", "--", CODE, at=repository)
    if loose:
        (folder / "loose").write_bytes(loose.encode(errors="surrogateescape"))
        words = ("--intent-to-add", f"--pathspec-from-file={folder / 'loose'}")
        literal = {"GIT_LITERAL_PATHSPECS": "1"}
        git("add", *words, "--pathspec-file-nul", at=repository, env=env | literal)
    return env
