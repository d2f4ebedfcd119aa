"""A revision's files in a folder of their own, of which the user's repository knows nothing.

The folder is a repository too: it borrows the objects of the user's, so that code which asks git
where its root is, or which commit it is of, is answered as in any checkout. Nothing is registered
with the user's repository, so a run that is killed leaves nothing there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from audits.compare.git import git, git_path
from audits.errors import CannotAuditError
from audits.scratch import scratch


@contextmanager
def checked_out(repository: Path, commit: str) -> Iterator[Path]:
    """Give the folder that holds all files of a commit, filters applied; submodules are empty.

    Raises `CannotAuditError` where they cannot be written.
    """
    with ExitStack() as stack:
        try:
            root = stack.enter_context(scratch("revision")) / "tree"
            _borrow(repository, root, commit)
            _fill(repository, root, commit)
        except OSError as error:
            raise CannotAuditError(f"--base: {commit[:12]} cannot be written: {error}") from None
        yield root


def _borrow(repository: Path, root: Path, commit: str) -> None:
    """Make a repository at `root` whose objects are those of another."""
    kind = git("rev-parse", "--show-object-format", at=repository)
    git("init", "--quiet", "--template=", f"--object-format={kind}", str(root))
    info = root / ".git" / "objects" / "info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "alternates").write_bytes(_quoted(git_path(repository, "objects")))
    git("update-ref", "--no-deref", "HEAD", commit, at=root)


def _quoted(path: Path) -> bytes:
    """Write a path as git reads one that may have any byte in it: of C, in octal."""
    plain = {*range(32, 127)} - set(b'"\\')
    told = (chr(byte) if byte in plain else f"\\{byte:03o}" for byte in os.fsencode(path))
    return f'"{"".join(told)}"\n'.encode()


def _fill(repository: Path, root: Path, commit: str) -> None:
    """Write the files by the user's repository, whose settings say how (LFS, line ends)."""
    env = {
        "GIT_DIR": git("rev-parse", "--absolute-git-dir", at=repository),
        "GIT_WORK_TREE": str(root),
        "GIT_INDEX_FILE": str(root / ".git" / "index"),
    }
    git("read-tree", "--reset", "-u", "--no-recurse-submodules", commit, at=root, env=env)
