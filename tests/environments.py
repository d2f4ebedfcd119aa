"""A throw-away Python environment that also finds what the tests' own environment has."""

from __future__ import annotations

import sysconfig
import venv
from pathlib import Path


def made(folder: Path, *more: Path) -> tuple[Path, Path]:
    """Make one; return its Python and its site-packages. `more` folders come first."""
    venv.create(folder, symlinks=True)
    names = {"base": str(folder), "platbase": str(folder)}
    site = Path(sysconfig.get_path("purelib", "venv", names))
    others = [*map(str, more), sysconfig.get_path("purelib")]
    (site / "others.pth").write_text("\n".join(others) + "\n")
    return folder / "bin" / "python", site
