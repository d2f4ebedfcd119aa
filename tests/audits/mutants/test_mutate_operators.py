"""The changes aimed at rewards: each is made where it should be, and nowhere else."""

from __future__ import annotations

import pytest

from audits.mutants.generate import mutants_of

LOOP = "for x in a:\n        b(x)\n    return 1"
CAUGHT = "try:\n        a()\n    except KeyError:\n        b()"

# What a reward does -> the change that must be among its mutants.
CHANGES = [
    # terms, factors, penalties
    ("return a + b", "a + b", "a"),
    ("return a + b", "a + b", "b"),
    ("return a - b", "a - b", "a"),
    ("return a * b", "a * b", "b"),
    ("return a / b", "a / b", "a"),
    ("return a + b", "a + b", "a - b"),
    ("return 0.5 * a", "0.5", "0.0"),
    ("return 0.5 * a", "0.5", "1.0"),
    ("return -a", "-a", "a"),
    ("return a & b", "a & b", "a"),
    ("return a & b", "a & b", "a | b"),
    ("t = 0\n    t += a\n    return t", "t += a", "t -= a"),
    ("t = 0\n    t += a\n    return t", "t += a", "t = a"),
    # calls
    ("return any(a)", "any(a)", "all(a)"),
    ("return all(a)", "all(a)", "any(a)"),
    ("return all(a)", "all(a)", "all([*a] or [False])"),
    ("return any(a)", "any(a)", "any([*a] or [True])"),
    ("return max(a, b)", "max(a, b)", "min(a, b)"),
    ("return min(sum(a), 0.3)", "min(sum(a), 0.3)", "0.3"),
    ("return min(sum(a), 0.3)", "min(sum(a), 0.3)", "sum(a)"),
    ("return sum(a)", "sum(a)", "max(a, default=0)"),
    ("return abs(a)", "abs(a)", "a"),
    ("return round(a, 2)", "round(a, 2)", "a"),
    ("return _inner(a)", "_inner(a)", "a"),
    ("return a.strip()", "a.strip()", "a"),
    ("return f(a, key=b)", "f(a, key=b)", "f(a)"),
    # conditions
    ("return 1 if a else 2", "a", "True"),
    ("return 1 if a else 2", "a", "False"),
    ("if a:\n        return 0\n    return 1", "a", "False"),
    ("if a:\n        return 0\n    return 1", "a", "True"),
    ("return a and b", "a and b", "a"),
    ("return a and b", "a and b", "a or b"),
    ("return not a", "not a", "a"),
    ("return a < b", "a < b", "a <= b"),
    ("return a < b", "a < b", "a >= b"),
    ("return a == b", "a == b", "a >= b"),
    ("return 0 <= a < b", "0 <= a < b", "0 <= a"),
    ("return 0 <= a < b", "0 <= a < b", "a < b"),
    ("return a in b", "a in b", "a not in b"),
    ("return a is None", "a is None", "a is not None"),
    # collections
    ("return [x for x in a if x > 1]", "x > 1", "True"),
    ("return {x for x in a}", "{x for x in a}", "[x for x in a]"),
    ("return {x: 1 for x in a}", "{x: 1 for x in a}", "{None: 1 for x in a}"),
    ("c = {}\n    c[a] += b\n    return c", "c[a] += b", "c[None] += b"),
    ("c = {}\n    c[a] += b\n    return c", "c[a] += b", "c[object()] += b"),
    ("return a[:b]", ":b", ":"),
    ("return a[0]", "a[0]", "a[-1]"),
    ("return (a, b)", "(a, b)", "(a,)"),
    ("return {'x': a, 'y': b}", "{'x': a, 'y': b}", "{'y': b}"),
    ("return a.get('k') or ()", "a.get('k') or ()", "a.get('k')"),
    # values, results, steps
    ("return a[3]", "3", "4"),
    ("return f(a, flag=True)", "True", "False"),
    ("return a['key']", "'key'", "'key_'"),
    ("a.append(b)\n    return a", "a.append(b)", "pass"),
    (LOOP, "for x in a:\n    b(x)", "for x in a:\n    b(x)\n    break"),
    ("for x in a:\n        continue", "continue", "break"),
    (CAUGHT, "except KeyError:\n    b()", "except KeyError:\n    raise"),
    ("assert a\n    return b", "assert a", "pass"),
]


@pytest.mark.parametrize(("body", "before", "after"), CHANGES)
def test_a_change_that_a_reward_can_suffer_is_made(load, body, before, after):
    made = mutants_of(load(f"def reward(a, b):\n    {body}\n"))
    assert (before, after) in [(one.before, one.after) for one in made.mutants]
    assert made.left_out == []


@pytest.mark.parametrize(
    ("returns", "constants"),
    [
        ("bool", {"True", "False"}),
        ("int", {"0", "1"}),
        ("float", {"0.0", "1.0"}),
        ("float | None", {"0.0", "1.0", "None"}),
        ("set[str]", {"set()"}),
        ("'dict[str, int]'", {"{}"}),
        ("Thing", {"None"}),
    ],
)
def test_a_term_becomes_a_constant_of_its_own_kind(load, returns, constants):
    text = f"from __future__ import annotations\ndef reward(a) -> {returns}:\n    return f(a)\n"
    made = mutants_of(load(text)).mutants
    assert {one.after for one in made if one.operator == "constant-result"} == constants


UNREAD = '''
from typing import cast
def reward(a: "A_B", b: int = 0) -> "float":
    """Says 'words' about it."""
    if a > b:
        raise ValueError(f"expected less than {b}, got {a}")
    told = f"the sum of {a} is too high"
    return cast("Thing", a), told
'''


def test_what_no_program_reads_is_left_alone(load):
    made = mutants_of(load(UNREAD)).mutants
    texts = [one.before for one in made if one.operator in ("text", "drop-statement")]
    assert texts == ['raise ValueError(f"expected less than {b}, got {a}")'.replace('"', "'")]


def test_prose_is_left_alone_and_names_are_not(load):
    made = mutants_of(load("def reward(a):\n    return a['the key'], a['key'], f'{a}_{a}'\n"))
    texts = {(one.before, one.after) for one in made.mutants if one.operator == "text"}
    assert texts == {("'key'", "'key_'"), ("'_'", "''")}


def test_two_changes_that_do_the_same_are_made_once(load):
    made = mutants_of(load("def reward(a) -> bool:\n    return True if a else False\n")).mutants
    assert [(one.operator, one.before, one.after) for one in made] == [
        ("constant-result", "True if a else False", "True"),  # forcing the condition does the same
        ("constant-result", "True if a else False", "False"),
        ("flag", "True", "False"),
        ("flag", "False", "True"),
    ]
