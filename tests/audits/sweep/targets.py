"""A folder of rewards for sweeps: good, holed, and those that would take a sweep with them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.audits.command import Ended, clawback

KILLS = """
def _above(pid, times):
    for _ in range(times):
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return pid

def kills_its_sweeps_worker(completion, answer):  # child, server, keeper, task
    os.kill(_above(os.getpid(), 3), signal.SIGKILL)
    signal.pause()
"""
"""What kills the process that runs the task of which a reward is called; needs os, signal, Path."""

REWARDS = (
    """
import os, signal
from pathlib import Path

def holed(completion, answer):
    return float(answer in completion)

def sound(completion, answer):
    return float(completion.strip() == answer)

def hangs(completion, answer):
    while True:
        pass

def leaves(completion, answer):
    os._exit(0)

def loaded(completion, answer):  # says that it was called, and waits for good
    Path("loaded").touch()
    signal.pause()
    return 0.0
"""
    + KILLS
    + """
def is_told_to_stop(completion, answer):
    os.kill(_above(os.getpid(), 3), signal.SIGTERM)
    signal.pause()

def kills_it_once(completion, answer):
    if not Path("killed").exists():
        Path("killed").touch()
        kills_its_sweeps_worker(completion, answer)
    return sound(completion, answer)
"""
)
ROWS = [{"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 13)]
USUAL = "--rows rows.jsonl --select R104"

SECONDS = re.compile(r" +\d+\.\d  (run|reused)")
IN_JSON = re.compile(r'(?<="seconds": )[\d.]+')


def written(folder: Path, *names: str, usual: str = USUAL) -> Path:
    """Write the rewards, their rows, and a line of targets for each name, or the line itself."""
    (folder / "mine.py").write_text(REWARDS)
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    lines = [name if " " in name or not name else f"mine.py:{name} {usual}" for name in names]
    (folder / "targets.txt").write_text("\n".join(lines) + "\n")
    return folder


def sweep(folder: Path, *words: str, store: str = "kept", **env: str) -> Ended:
    """Sweep the folder's targets; results are kept there."""
    words = ("sweep", "targets.txt", "--jobs", "2", *words)
    return clawback(*words, cwd=folder, env={"CLAWBACK_STORE": store, **env})


def untimed(ended: Ended) -> Ended:
    """Leave out how long things took."""
    out = SECONDS.sub(lambda found: f"{' ' * (len(found[0]) - len(found[1]) - 3)}?  {found[1]}",
                      ended.out)  # fmt: skip
    return ended._replace(out=IN_JSON.sub("0", out))


def rows(ended: Ended) -> dict[str, tuple[str, bool]]:
    """Read a JSON report: verdict, and whether it was reused, by target."""
    made = json.loads(ended.out)["rows"]
    return {row["target"].partition(":")[2]: (row["verdict"], row["reused"]) for row in made}
