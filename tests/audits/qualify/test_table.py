"""The table of the gate: what each change to the base does to metrics and readiness."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from audits.qualify import Qualification, Record, qualify
from audits.verdict import Exit
from tests.audits.qualify.base import record, records


def invalid(*rollouts: int):
    return lambda g, r: {"protocol_valid": False} if g == 0 and r in rollouts else {}


def passing(which):
    return lambda g, r: {"passed": which(g, r)}


def first_twice() -> list[Record]:
    made = records()
    return [*made, msgspec.structs.replace(made[0], episode="e-again")]


def truncated(count: int):
    """The first failing attempts of the first groups were stopped at the limit, one in each."""
    return lambda g, r: {"truncated": r == 4 and g < count}


def counted(g: int, r: int):
    index = g * 5 + r
    return {"generated_tokens": 10 * (index + 1), "tool_calls": index % 4}


def spoilt(g: int, r: int):
    return {"infra_valid": False, "infra_reason": "HTTP 500"}


ALL = ("protocol", "completion", "mixed", "families", "truncation")
MIXED = ("mixed", "families")

# records; protocol, completion, mixed (counts), families, truncation; what fails
ROWS = {
    1: (records(), Fraction(1), Fraction(2, 5), (10, 10), 2, Fraction(0), ()),
    2: (records(invalid(4)), Fraction(49, 50), Fraction(20, 49), (10, 10), 2, Fraction(0), ()),
    3: (
        records(invalid(3, 4)),
        Fraction(24, 25),
        Fraction(5, 12),
        (10, 10),
        2,
        Fraction(0),
        ("protocol",),
    ),
    4: (
        records(passing(lambda g, r: False)),
        *(Fraction(1), Fraction(0), (0, 10), 0, Fraction(0), ("completion", *MIXED)),
    ),
    5: (
        records(passing(lambda g, r: True)),
        *(Fraction(1), Fraction(1), (0, 10), 0, Fraction(0), ("completion", *MIXED)),
    ),
    6: (
        records(passing(lambda g, r: r < 4)),
        Fraction(1),
        Fraction(4, 5),
        (10, 10),
        2,
        Fraction(0),
        (),
    ),
    7: (
        records(passing(lambda g, r: (g, r) == (0, 0))),
        *(Fraction(1), Fraction(1, 50), (1, 10), 1, Fraction(0), ("families",)),
    ),
    8: (
        records(passing(lambda g, r: g < 2 and r == 0), groups=20),
        *(Fraction(1), Fraction(1, 50), (2, 20), 2, Fraction(0), ()),
    ),
    9: (
        records(passing(lambda g, r: g < 2 or (g, r) == (2, 0)), groups=30),
        *(Fraction(1), Fraction(11, 150), (1, 30), 1, Fraction(0), MIXED),
    ),
    10: (
        records(lambda g, r: spoilt(g, r) if (g, r) == (0, 0) else {}),
        *(Fraction(1), Fraction(19, 49), (9, 9), 2, Fraction(0), ()),
    ),
    11: (records()[:-1], Fraction(1), Fraction(20, 49), (9, 9), 2, Fraction(0), ("accounting",)),
    12: (first_twice(), Fraction(1), Fraction(7, 17), (9, 9), 2, Fraction(0), ("accounting",)),
    13: (records(spoilt), None, None, (0, 0), 0, None, ALL),
    14: (
        records(lambda g, r: {"protocol_valid": False}),
        *(Fraction(0), None, (0, 10), 0, Fraction(0), ("protocol", "completion", *MIXED)),
    ),
    15: (records(truncated(5)), Fraction(1), Fraction(2, 5), (10, 10), 2, Fraction(1, 10), ()),
    16: (
        records(truncated(6)),
        Fraction(1),
        Fraction(2, 5),
        (10, 10),
        2,
        Fraction(3, 25),
        ("truncation",),
    ),
    17: (
        records(lambda g, r: {"control_violated": True}),
        *(Fraction(1), Fraction(2, 5), (10, 10), 2, Fraction(0), ()),
    ),
    18: (
        records(passing(lambda g, r: g < 20), groups=50, repeats=1),
        *(Fraction(1), Fraction(2, 5), (0, 50), 0, Fraction(0), MIXED),
    ),
    19: (
        records(lambda g, r: {"truncated": g == 0 and r >= 2}),
        *(Fraction(1), Fraction(2, 5), (9, 10), 2, Fraction(3, 50), ()),
    ),
    20: (records(counted), Fraction(1), Fraction(2, 5), (10, 10), 2, Fraction(0), ()),
    21: ([], None, None, (0, 0), 0, None, (*ALL, "accounting")),
}


@pytest.mark.parametrize("row", ROWS)
def test_each_row_of_the_table_is_measured_exactly_and_judged_as_it_says(row: int):
    made, protocol, completion, mixed, families, truncation, failing = ROWS[row]
    found = qualify(made)
    seen = found.metrics
    assert seen.protocol.value == protocol
    assert seen.completion.value == completion
    assert (seen.groups.fraction.numerator, seen.groups.fraction.denominator) == mixed
    assert seen.groups.mixed_families == families
    assert seen.truncation.value == truncation
    assert fails(found) == failing
    assert (found.ready, found.verdict, found.exit) == (
        (False, "NOT READY", Exit.FINDINGS) if failing else (True, "READY", Exit.CLEAN)
    )


def fails(found: Qualification) -> tuple[str, ...]:
    return tuple(item.name for item in found.failing)


def test_row_10_counts_what_the_infrastructure_spoilt_and_keeps_it_out_of_every_denominator():
    seen = qualify(ROWS[10][0]).metrics
    assert seen.infra_invalid == 1
    assert {seen.protocol.denominator, seen.control.denominator, seen.truncation.denominator} == {
        49
    }


def test_row_13_fails_for_what_is_undefined_and_its_accounting_holds():
    found = qualify(ROWS[13][0])
    assert found.account.holds
    whys = {item.name: item.why for item in found.failing}
    assert whys.pop("families") == "0 with a mixed group, 2 are needed"
    assert set(whys.values()) == {"undefined: nothing to measure it on"}
    assert found.metrics.tokens is None


def test_row_4_fails_for_zeros_that_were_measured():
    whys = {item.name: item.why for item in qualify(ROWS[4][0]).failing}
    assert whys["completion"] == "0 is under 1/50"
    assert whys["mixed"] == "0 is under 1/10"


def test_row_17_reports_the_control_rate_and_has_no_limit_on_it():
    assert qualify(ROWS[17][0]).metrics.control.value == 1


def test_row_19_counts_a_truncated_attempt_as_a_failure_in_the_lenient_reading_only():
    found = qualify(ROWS[19][0], count_truncated=True)
    assert found.metrics.groups.fraction.value == 1
    assert found.metrics.completion == qualify(ROWS[19][0]).metrics.completion
    assert found.ready


def test_row_20_has_exact_medians():
    seen = qualify(ROWS[20][0]).metrics
    assert (seen.tokens, seen.calls) == (255, 1)


def test_a_median_between_two_counts_is_a_fraction():
    two = [record(0, 0, 2, tool_calls=1), record(0, 1, 2, tool_calls=2)]
    assert qualify(two).metrics.calls == Fraction(3, 2)


def test_a_count_that_was_not_taken_leaves_its_median_undefined_and_is_told():
    made = records(lambda g, r: {"generated_tokens": None} if g == 0 else {})
    seen = qualify(made).metrics
    assert (seen.tokens, seen.calls) == (None, 5)
    assert seen.uncounted == {"generated_tokens": 5, "tool_calls": 0}
