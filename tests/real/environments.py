"""Throw-away environments with the libraries under audit; made when a target first needs one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ENVIRONMENTS: dict[str, tuple[str, ...]] = {
    "math": ("--no-deps trl", "packaging math-verify[antlr4_13_2]"),
    "verl": ("--no-deps verl", "numpy packaging mathruler pylatexenc tqdm sympy"),
    "reward-kit": (
        "--no-deps reward-kit",
        "pydantic requests pyyaml python-dotenv openai==1.78.1 numpy",
    ),
    "autoevals": ("autoevals",),
    "openenv": ("--no-deps openenv", "pydantic openai"),
    "inspect": ("inspect-ai",),
    "deepeval": ("deepeval openevals",),
    "verifiers": ("verifiers>=0.4",),
    "reasoning-gym": ("reasoning-gym",),
}
"""What pip installs into each, one call a text."""


class UnreachableError(Exception):
    """The package index cannot be reached, or has no such package."""


def python_of(name: str, place: Path) -> Path:
    """Return an environment's Python, made under `place` if it is not there yet.

    Raises `UnreachableError` with pip's last word.
    """
    python = place / name / "bin" / "python"
    ready = place / name / "ready"
    wanted = "\n".join(ENVIRONMENTS[name])
    if ready.exists() and ready.read_text(encoding="utf-8") == wanted:
        return python
    _run(sys.executable, "-m", "venv", "--clear", str(place / name))
    for words in ENVIRONMENTS[name]:
        _run(
            str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *words.split()
        )
    ready.write_text(wanted, encoding="utf-8")
    return python


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "ERROR" in line]
        raise UnreachableError((lines or done.stderr.splitlines() or ["no word"])[-1][:300])


def install_words(name: str) -> str:
    """Write how a reader makes the environment by hand."""
    pip = f"{name}/bin/pip install"
    calls = [f"{pip} {' '.join(_quoted(w) for w in words.split())}" for words in ENVIRONMENTS[name]]
    return "\n".join([f"python3 -m venv {name}", *calls])


def _quoted(word: str) -> str:
    return f"'{word}'" if "[" in word or ">" in word else word


def versions(python: Path) -> dict[str, str]:
    """Return what is installed: versions by package."""
    words = [str(python), "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"]
    told = subprocess.run(words, capture_output=True, text=True, check=True, env=quiet()).stdout
    return {one["name"].lower().replace("_", "-"): one["version"] for one in json.loads(told)}


def quiet() -> dict[str, str]:
    """Return an environment in which no library calls home."""
    return os.environ | {"DEEPEVAL_TELEMETRY_OPT_OUT": "YES", "NO_COLOR": "1"}
