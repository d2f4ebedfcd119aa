"""Laws of names and order: what a case is called, and which read comes first, changes nothing."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from msgspec.structs import replace

from audits.laws import canaries
from audits.laws.groups.wording import rewritten, some_program
from audits.laws.kin import alike_but_for, calls_differ, reads_mixed, renames, values
from audits.laws.law import AppliesTo, Law
from audits.laws.pairs import Pair, compared
from audits.laws.relations import same
from audits.laws.strategies import programs, reads, right_work
from audits.laws.trial import Run, Trial
from desk.refund import Case, Line, Prior


@st.composite
def reads_in_another_order(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program with reads in a row, and the same with those in another order."""
    case = draw(cases)
    both = [*right_work(case)[:2], *draw(st.lists(reads(case), max_size=2))]
    before, after = draw(programs(case, 2)), (*right_work(case)[2:], *draw(programs(case, 2)))
    mixed = draw(st.permutations(both))
    if mixed == both:
        mixed = [*both[1:], both[0]]
    return Trial(case, Run((*before, *both, *after)), Run((*before, *mixed, *after)))


@st.composite
def other_names(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program, and the same on the same case under other names and dates."""
    case = draw(cases)
    calls = draw(some_program(case))
    twin = rewritten(rewritten(calls, "order_id", _named), "sku", _named)
    return Trial(case, Run(calls), Run(twin), _renamed(case))


def only_renames(pair: Pair) -> bool:
    """Whether orders and lines have other names throughout, and amounts and keys are the same."""
    one, other = pair.case, pair.twin_case
    run, twin = pair.run.calls, pair.twin.calls
    if not alike_but_for("order_id", "sku")(run, twin) or _bare(one) != _bare(other):
        return False
    rows = list(zip(one.priors, other.priors, strict=True))
    orders = [(one.order, other.order), *((a.order, b.order) for a, b in rows)]
    skus = [(a.sku, b.sku) for a, b in zip(one.lines, other.lines, strict=True)]
    skus += [(a.sku, b.sku) for a, b in rows]
    orders += [(old, new) for _, old, new in values(run, twin, "order_id")]
    skus += [(old, new) for _, old, new in values(run, twin, "sku")]
    return all(renames(known) and _stay_text(known) for known in (orders, skus))


def _stay_text(pairs: list[tuple[Any, Any]]) -> bool:
    return all(isinstance(old, str) == isinstance(new, str) for old, new in pairs)


def _bare(case: Case) -> tuple[object, ...]:
    """Write what is left of a case without its names and days."""
    lines = [line.cents for line in case.lines]
    rows = [(row.cents, row.key) for row in case.priors]
    return lines, rows, case.expect, case.fault, case.stale


def _named(_tool: str, name: Any) -> Any:
    return f"{name}-renamed" if isinstance(name, str) else name


def _renamed(case: Case) -> Case:
    return replace(
        case,
        id="renamed",
        family="another",
        order=_named("", case.order),
        customer="another",
        ticket="Something else altogether.",
        lines=tuple(Line(_named("", line.sku), line.cents) for line in case.lines),
        priors=tuple(map(_other_row, case.priors)),
    )


def _other_row(row: Prior) -> Prior:
    return replace(
        row,
        order=_named("", row.order),
        sku=_named("", row.sku),
        day=row.day - 1,
        inflight=not row.inflight,
    )


_DESK = AppliesTo.REFUND_SCORER

LAWS = (
    Law(
        "read-order",
        "Reads in a row may be made in any order.",
        "What is read does not depend on what else is read.",
        _DESK,
        reads_in_another_order,
        compared(same, "another order of reads", calls_differ(reads_mixed)),
        {"pays for an order of reads": canaries.paying(canaries.by_place_of_lookups)},
    ),
    Law(
        "names",
        "Other names of orders, lines and customers, other days and tickets, change nothing.",
        "A reward that knows a case by its name pays for knowing the case.",
        _DESK,
        other_names,
        compared(same, "another name", only_renames),
        {"pays one case by its name": canaries.paying(canaries.by_name_of_case)},
    ),
)
