"""The auditor's measure of itself, as a table for people."""

from __future__ import annotations

from statistics import median
from typing import Any

from tabulate import tabulate


def selftest_text(document: dict[str, Any]) -> str:
    """Write one line per case and the sum of them."""
    rows = [
        (
            case["name"],
            case["shape"],
            told_flag(case["holed"]),
            told_flag(case["fixed"]),
            _word(case),
        )
        for case in document["cases"]
    ]
    head = ["case", "shape", "holed", "fixed", "separated"]
    seconds = [case["seconds"] for case in document["cases"]]
    middle = f", median {median(seconds):.2f} s a case" if seconds else ""
    return (
        f"{tabulate(rows, head, disable_numparse=True)}\n\n{_unheard(document)}"
        f"{document['verdict']}: {document['separated']} of {document['of']} separated, "
        f"{document['false_alarms']} false alarms on {document['sound']} sound rewards, "
        f"{document['calls']} calls{middle}."
    )


def _unheard(document: dict[str, Any]) -> str:
    lines = [
        f"  {case['name']}: {problem}"
        for case in document["cases"]
        if (problem := (case["holed"] or {}).get("problem") or case["fixed"]["problem"])
    ]
    return "Not audited:\n" + "\n".join(lines) + "\n\n" if lines else ""


def told_flag(flagged: dict[str, Any] | None) -> str:
    """Write what auditing one reward of a case came to."""
    if flagged is None:
        return "-"
    if flagged["problem"]:
        return "not audited"
    return ", ".join(flagged["rules"]) if flagged["flagged"] else "clean"


def _word(case: dict[str, Any]) -> str:
    return {True: "yes", False: "NO", None: "-"}[case["separated"]]
