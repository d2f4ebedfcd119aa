"""A change takes effect wherever the function is known, and is gone without a trace afterwards."""

from __future__ import annotations

import ast
import functools
import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.mutants.canary import canaries_of
from audits.mutants.generate import mutants_of
from tests.audits.mutants.toys import loaded, mutant


def test_every_alias_sees_the_change(load):
    toy = load("def reward(a):\n    return a + 1\nTABLE = {'reward': reward}\n")
    alias, bound, table = toy.reward, functools.partial(toy.reward, 1), toy.TABLE
    with mutant(toy, "a + 1", "a").applied():
        assert (alias(1), bound(), table["reward"](1)) == (1, 1, 1)
    assert (alias(1), bound(), table["reward"](1)) == (2, 2, 2)


CLOSURES = """
def make(low, high):
    def reward(a):
        return low if a < low else high
    return reward
def sorter(bias):
    return lambda a: a * bias
"""


def test_a_closure_that_lives_already_sees_the_change_though_it_loses_a_name(load):
    toy = load(CLOSURES)
    reward, sorted_by = toy.make(1, 5), toy.sorter(3)
    with mutant(toy, "low if a < low else high", "0").applied():
        assert reward(9) == 0
        assert toy.make(1, 5)(9) == 0
    with mutant(toy, "a < low", "True").applied():
        assert reward(9) == 1
    with mutant(toy, "a * bias", "a").applied():
        assert (sorted_by(2), toy.sorter(3)(2)) == (2, 2)
    assert (reward(9), sorted_by(2)) == (5, 6)


METHODS = """
import dataclasses, functools
class Base:
    def value(self):
        return 10
@dataclasses.dataclass(frozen=True)
class Reward(Base):
    weight: int = 2
    def value(self):
        return super().value() + self.__hidden()
    def __hidden(self):
        return self.weight
    @property
    def doubled(self):
        return self.value() * 2
    @staticmethod
    def plain(a):
        return a + 1
    @classmethod
    def made(cls, a):
        return cls(a - 1)
def logged(function):
    @functools.wraps(function)
    def outer(*args):
        return function(*args)
    return outer
@logged
def reward(a):
    return a + 5
"""


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("super().value() + self.__hidden()", "super().value()", (10, 20, 2, 0, 5)),
        ("super().value() + self.__hidden()", "self.__hidden()", (2, 4, 2, 0, 5)),
        ("self.value() * 2", "self.value()", (12, 12, 2, 0, 5)),
        ("a + 1", "a", (12, 24, 1, 0, 5)),
        ("a - 1", "a", (12, 24, 2, 1, 5)),
        ("a + 5", "a", (12, 24, 2, 0, 0)),
    ],
)
def test_methods_properties_and_decorated_functions_are_reached(load, before, after, told):
    toy = load(METHODS)
    made = toy.Reward()

    def tell():
        return made.value(), made.doubled, made.plain(1), toy.Reward.made(1).weight, toy.reward(0)

    with mutant(toy, before, after).applied():
        assert tell() == told
    assert tell() == (12, 24, 2, 0, 5)


def test_a_default_changes_and_comes_back(load):
    toy = load("def reward(a, by=3, *, free=False):\n    return 0 if free else a * by\n")
    with mutant(toy, "3", "0").applied():
        assert (toy.reward(2), toy.reward(2, 3)) == (0, 6)
    with mutant(toy, "False", "True", "flag").applied():
        assert toy.reward(2) == 0
    assert toy.reward(2) == 6


TABLES = """
from desk import FrozenDict
WEIGHTS = FrozenDict({"a": 0.25, "b": 0.75})
READS = ("order", "history")
KINDS = {"x", "y"}
STEPS = [1, 2]
CAP = 5_000
ABOUT = "this is prose"
def reward(a):
    return WEIGHTS[a]
"""


def test_tables_change_in_place_even_frozen_ones(load):
    toy = load(TABLES)
    weights, kinds, steps = toy.WEIGHTS, toy.KINDS, toy.STEPS
    with mutant(toy, "0.25", "0.0").applied():
        assert (weights, toy.reward("a")) == ({"a": 0.0, "b": 0.75}, 0.0)
    with mutant(toy, "{'a': 0.25, 'b': 0.75}", "{'b': 0.75}").applied():
        assert weights == {"b": 0.75}
    with mutant(toy, "{'x', 'y'}", "{'y'}").applied():
        assert kinds == {"y"}
    with mutant(toy, "[1, 2]", "[2]").applied():
        assert steps == [2]
    assert list(weights.items()) == [("a", 0.25), ("b", 0.75)]
    assert (kinds, steps) == ({"x", "y"}, [1, 2])
    assert not [one for one in mutants_of(toy).mutants if one.qualname == "ABOUT"]


def test_a_value_that_cannot_change_in_place_is_bound_anew_where_it_was_imported(load):
    toy = load(TABLES)
    user = load("from toy import CAP, READS\n", "toy_user")
    with mutant(toy, "('order', 'history')", "('order',)").applied():
        assert toy.READS == user.READS == ("order",)
    with mutant(toy, "5000", "5001").applied():
        assert toy.CAP == user.CAP == 5_001
    assert toy.READS is user.READS
    assert (toy.READS, user.CAP) == (("order", "history"), 5_000)


def test_a_function_that_nothing_runs_is_named_and_not_passed_over(load):
    text = "def gone(f):\n    return 1\n@gone\ndef reward(a):\n    return a + 1\n"
    assert mutants_of(load(text)).left_out == ["toy:reward: no living function runs it"]


def test_a_canary_raises_in_functions_generators_and_lambdas(load):
    toy = load("def f(a):\n    return a\ndef g(a):\n    yield a\nh = lambda a: a\n")
    calls = {"f": lambda: toy.f(1), "g": lambda: list(toy.g(1)), "<lambda>": lambda: toy.h(1)}
    canaries = {one.qualname: one for one in canaries_of(toy)}
    assert canaries.keys() == calls.keys()
    for name, call in calls.items():
        with canaries[name].applied(), pytest.raises(ZeroDivisionError):
            call()
        call()


REWARD = '''
LIMITS = {"low": 1, "high": 9}
def reward(a, by=2):
    """Pay."""
    parts = [x * by for x in range(a) if x % 2]
    if not parts or a > LIMITS["high"]:
        return 0
    return min(sum(parts), LIMITS["high"])
'''


def test_an_id_does_not_depend_on_where_the_code_stands(tmp_path):
    moved = "\n\n# a remark\nELSE = None\n" + REWARD.replace(
        '"""Pay."""', '"""Pay.\n\n    More.\n    """'
    )
    with loaded(tmp_path, "toy", REWARD) as toy:
        before = [one.id for one in mutants_of(toy).mutants]
    with loaded(tmp_path, "toy", moved) as toy:
        after = [one.id for one in mutants_of(toy).mutants]
    assert before == after
    assert len(set(before)) == len(before) > 30


@given(st.integers(0, 12))
def test_whatever_is_changed_all_is_as_before_afterwards(tmp_path_factory, number):
    with loaded(tmp_path_factory.mktemp("toy"), "toy", REWARD) as toy:
        before, code = toy.reward(number), toy.reward.__code__
        for one in mutants_of(toy).mutants:
            with one.applied():
                pass
            assert toy.reward(number) == before
            assert toy.reward.__code__ is code
            assert toy.LIMITS == {"low": 1, "high": 9}


def test_the_text_of_a_mutant_is_the_module_with_that_change(load):
    toy = load(REWARD)
    plain = ast.unparse(ast.parse(REWARD))
    for one in mutants_of(toy).mutants:
        text = one.text()
        assert text != plain
        names = {}
        exec(compile(text, "text", "exec"), names)
        with one.applied():
            for number in (0, 3, 7, 12):
                assert _told(names["reward"], number) == _told(toy.reward, number), one


def _told(reward, number):
    try:
        return reward(number)
    except (ArithmeticError, LookupError, TypeError, NameError) as error:
        return type(error).__name__


def test_making_mutants_leaves_nothing_behind(load):
    toy = load(REWARD)
    mutants_of(toy)
    gc.collect()
    functions = [one for one in gc.get_objects() if getattr(one, "__module__", "") == "toy"]
    assert functions == [toy.reward]
