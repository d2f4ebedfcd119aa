"""What is proposed, and in which order, follows from the rows and from nothing of the process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.audits.command import ROOT

SCRIPT = """
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location

from attackers import completions, states, trajectories
from attackers.rows import Declared, Row, Scene
from audits.holes import places

ATTACKS = {"text": completions, "trajectory": trajectories, "state": states}
made, count = sha256(), 0
for path in places(None):
    spec = spec_from_file_location("case", path)
    case = module_from_spec(spec)
    spec.loader.exec_module(case)
    if case.SHAPE not in ATTACKS:
        continue
    named = ("gold", "reference", "info", "initial")
    rows = tuple(
        Row(index=at, prompt=str(row.get("prompt", "")), **{k: row[k] for k in named if row.get(k)})
        for at, row in enumerate(case.DATASET)
    )
    scene = Scene(rows[0], rows, declared=Declared(gold_at=("/gold",)))
    for attack in ATTACKS[case.SHAPE].ATTACKS:
        for proposal in attack(scene):
            made.update(repr(proposal).encode())
            count += 1
print(count, made.hexdigest())
"""


@pytest.mark.slow
def test_proposals_and_their_order_do_not_follow_the_seed_of_pythons_hashes():
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for seed in ("0", "1", "2")
    ]
    assert int(told[0][0]) > 1000
    assert told == told[:1] * 3
