"""What is said of an order that cannot be carried out: exit code 2, and nothing on stdout."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.audits.command import clawback
from tests.audits.snapshot import matches

GOOD = '{"id": "mine-1", "order": "A1", "lines": [{"sku": "MUG", "cents": 1850}]'

FILES = {
    "empty.jsonl": "",
    "blank.jsonl": "\n  \n",
    "prose.jsonl": "order A1, please\n",
    "list.jsonl": "[1, 2]\n",
    "second-line-bad.jsonl": f'{GOOD}, "expect": ["hold"]}}\n\n{GOOD}, "expect": ["keep"]}}\n',
    "cents-as-text.jsonl": GOOD.replace("1850", '"1850"') + ', "expect": ["pay", 1850]}\n',
    "negative-cents.jsonl": GOOD.replace("1850", "-1") + ', "expect": ["hold"]}\n',
    "unknown-field.jsonl": f'{GOOD}, "expect": ["hold"], "fualt": "timeout"}}\n',
    "missing-field.jsonl": f"{GOOD}}}\n",
    "same-id-twice.jsonl": f'{GOOD}, "expect": ["hold"]}}\n' * 2,
    "not-owed.jsonl": f'{GOOD}, "expect": ["pay", 1851]}}\n',
    "wrong-total.jsonl": f'{GOOD}, "total": 1, "expect": ["hold"]}}\n',
    "latin-1.jsonl": f'{GOOD}, "expect": ["hold"], "ticket": "\udce9"}}\n',
}

RUNS: dict[str, tuple[str, ...]] = {
    "bad-scorer": ("attack", "--scorer", "hardend"),
    "bad-revert": ("attack", "--revert", "cap-per-paymnt"),
    "bad-revert-of-hardened": ("attack", "--scorer", "hardened", "--revert", "cap-per-payment"),
    "bad-without": ("attack", "--scorer", "published", "--without", "task_complete"),
    "bad-without-everything": (
        *("attack", "--without", "h0", "--without", "h1"),
        *("--without", "h2"),
    ),
    "bad-only": ("attack", "--only", "split-claim,split_claim"),
    "bad-only-empty": ("attack", "--only", " , "),
    "bad-cases-name": ("attack", "--cases", "evl"),
    "bad-cases-missing": ("attack", "--cases", "missing.jsonl"),
    "bad-cases-folder": ("attack", "--cases", "folder"),
    **{f"bad-cases-{Path(name).stem}": ("attack", "--cases", name) for name in FILES},
    "bad-attackers-missing": ("attack", "--attackers", "missing.py"),
    "bad-attackers-folder": ("attack", "--attackers", "folder"),
    "bad-output-folder-missing": ("attack", "--only", "careful", "--output", "nowhere/report.txt"),
    "bad-output-is-a-folder": ("attack", "--only", "careful", "--output", "folder"),
    "bad-output-of-reproduce": ("reproduce", "refund", "--output", "folder"),
}


@pytest.mark.parametrize("name", RUNS)
def test_an_order_that_cannot_be_carried_out_is_refused_as_its_snapshot_shows(
    name: str, tmp_path: Path
):
    (tmp_path / "folder").mkdir()
    for file, text in FILES.items():
        (tmp_path / file).write_text(text, errors="surrogateescape")
    ended = clawback(*RUNS[name], cwd=tmp_path)
    matches(name, RUNS[name], ended)
    assert (ended.code, ended.out) == (2, "")


@pytest.mark.parametrize(
    "args",
    [
        ("--cases", "a" * 300),
        ("--cases", "a" * 300 + ".jsonl"),
        ("--attackers", "a" * 300 + ".py"),
        ("--output", "a" * 300),
    ],
)
def test_a_name_too_long_for_a_file_is_refused_like_any_other(args: tuple[str, str]):
    ended = clawback("attack", "--only", "careful", *args)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"clawback: {args[0]}") or args[1] in ended.err
    assert len(ended.err.splitlines()) == 1


@pytest.mark.parametrize("written", ["text", "json"])
def test_a_case_file_whose_name_is_not_utf_8_is_played(written: str, tmp_path: Path, one: Path):
    odd = os.fsdecode(b"odd-\xff.jsonl")
    try:
        one.rename(tmp_path / odd)
    except OSError:
        pytest.skip("this file system takes no such name")
    args = ("attack", "--only", "overpay", "--format", written, "--cases", odd)
    ended = clawback(*args, cwd=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert r"odd-\udcff.jsonl" in ended.out.replace(r"\\", "\\")
