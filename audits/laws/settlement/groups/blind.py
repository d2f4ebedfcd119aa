"""Laws of what must not matter in what is done: words, reads, ways to wait, names of keys."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from attackers.program import Call
from audits.laws import canaries
from audits.laws.kin import Calls, calls_differ, differs_only_in, reads_mixed
from audits.laws.law import AppliesTo, Law
from audits.laws.pairs import Pair, compared
from audits.laws.relations import same
from audits.laws.settlement.calls import KEYS, READS, call, programs, reads, right_work
from audits.laws.trial import Run, Trial
from desk import Rollout
from desk.settlement import SettlementCase

Cases = SearchStrategy[SettlementCase]


@st.composite
def other_words(draw: DrawFn, cases: Cases) -> Trial:
    """Draw a program, and the same with other words around it."""
    case = draw(cases)
    calls = draw(programs(case))
    said = [draw(st.sampled_from(("", "It has settled.", "Done."))) for _ in range(2)]
    return Trial(case, Run(calls), Run(calls, words=said[0], chatter=said[1]))


@st.composite
def mixed_reads(draw: DrawFn, cases: Cases) -> Trial:
    """Draw a program with a row of reads in it, and the same with that row in another order."""
    case = draw(cases)
    calls = draw(programs(case))
    row = draw(st.lists(reads(case), min_size=2, max_size=4))
    at, other = draw(st.integers(0, len(calls))), draw(st.permutations(row))
    return Trial(
        case, Run((*calls[:at], *row, *calls[at:])), Run((*calls[:at], *other, *calls[at:]))
    )


@st.composite
def waited_otherwise(draw: DrawFn, cases: Cases) -> Trial:
    """Draw a program with a wait in it, and the same with that wait made in parts, or reading."""
    case = draw(cases)
    calls = draw(st.one_of(st.just(right_work(case)), programs(case)))
    places = [i for i, one in enumerate(calls) if one.tool == "wait" and one.args["ticks"] > 1]
    if not places:
        return Trial(case, Run(calls), Run(calls))
    at = draw(st.sampled_from(places))
    rest = call("wait", ticks=calls[at].args["ticks"] - 1)
    first = draw(st.one_of(st.just(call("wait", ticks=1)), reads(case)))
    return Trial(case, Run(calls), Run((*calls[:at], first, rest, *calls[at + 1 :])))


def takes_as_long(pair: Pair) -> bool:
    """Whether calls differ by a wait made in parts, where a part may be a read, and no act."""
    only = differs_only_in("calls")(pair)
    return only and pair.run.calls != pair.twin.calls and _ticks(pair.run) == _ticks(pair.twin)


def _ticks(run: Run) -> list[Call | int]:
    """Write calls with waits and reads in a row as their ticks."""
    told: list[Call | int] = []
    for one in run.calls:
        took = one.args["ticks"] if one.tool == "wait" else int(one.tool in READS)
        if not took:
            told.append(one)
        elif told and isinstance(told[-1], int):
            told[-1] += took
        else:
            told.append(took)
    return told


@st.composite
def retried_in_vain(draw: DrawFn, cases: Cases) -> Trial:
    """Draw a program, and the same with the pending capture submitted again at its start."""
    case = draw(cases)
    calls = draw(programs(case))
    return Trial(case, Run(calls), Run((call("retry_capture", key=case.task.ref), *calls)))


def only_retries_in_vain(run: Calls, twin: Calls) -> bool:
    """Whether the twin begins with a retry, and does the same after it."""
    return len(twin) > 0 and twin[0].tool == "retry_capture" and twin[1:] == run


def nothing_comes_of_it(pair: Pair) -> bool:
    """Whether the retry was that of a pending capture, and the run did anything at all."""
    return bool(pair.before.log) and not pair.after.log[0].executed


@st.composite
def other_keys(draw: DrawFn, cases: Cases) -> Trial:
    """Draw a program that charges under fresh keys, and the same with other ones."""
    case = draw(cases)
    calls = draw(programs(case))
    return Trial(case, Run(calls), Run(_renamed(case, calls, draw(st.sampled_from("x+-")))))


def _renamed(case: SettlementCase, calls: Calls, mark: str) -> Calls:
    fresh = {f"{case.task.ref}{key}": f"{mark}{key}" for key in KEYS[1:]}
    return tuple(
        one.but(**{name: fresh.get(str(value), value) for name, value in one.args.items()})
        for one in calls
    )


def only_renames(pair: Pair) -> bool:
    """Whether the calls differ in the names of fresh keys."""
    made = [_renamed(pair.case, pair.run.calls, mark) for mark in "x+-"]
    return differs_only_in("calls")(pair) and pair.twin.calls in made


def by_place_of_reads(made: Rollout[Any, Any]) -> float:
    """Add up the places of reads of the processor."""
    return float(sum(i for i, entry in enumerate(made.log) if entry.action == READS[0]))


def per_letter_of_key(made: Rollout[Any, Any]) -> float:
    """Count the letters of all keys and references."""
    return float(sum(len(str(entry.args.get("of"))) for entry in made.log))


_OURS = AppliesTo.SETTLEMENT_SCORER
_SHORT = {"pays for short logs": canaries.paying(canaries.per_missing_entry)}

LAWS = (
    Law(
        "words",
        "What the agent says, on the way or at the end, changes nothing.",
        "Saying that a thing was done is not doing it.",
        AppliesTo.SCORER,
        other_words,
        compared(same, "what the agent says", differs_only_in("words", "chatter")),
        {"pays by the letter": canaries.paying(canaries.per_letter_said)},
    ),
    Law(
        "order-of-reads",
        "Reads in a row may come in any order.",
        "None of them depends on another.",
        _OURS,
        mixed_reads,
        compared(same, "another order of reads", calls_differ(reads_mixed)),
        {"pays by the place of reads": canaries.paying(by_place_of_reads)},
    ),
    Law(
        "waiting",
        "A wait made in parts, or spent on a read, is worth what the wait is.",
        "Nothing was done but to let time pass.",
        _OURS,
        waited_otherwise,
        compared(same, "another way to wait", takes_as_long),
        _SHORT,
    ),
    Law(
        "retry-in-vain",
        "A pending capture submitted again under its own key changes nothing.",
        "The key is there so that nothing comes of it.",
        _OURS,
        retried_in_vain,
        compared(same, "a retry in vain", calls_differ(only_retries_in_vain), nothing_comes_of_it),
        _SHORT,
    ),
    Law(
        "key-names",
        "Other names for fresh keys change nothing.",
        "A key has no meaning but to be the same or another.",
        _OURS,
        other_keys,
        compared(same, "another name of a key", only_renames),
        {"pays for long keys": canaries.paying(per_letter_of_key)},
    ),
)
