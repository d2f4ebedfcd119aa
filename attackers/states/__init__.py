"""Attacks on rewards that read a run's end state."""

from attackers.rows import Attack
from attackers.states.aims import goes_the_other_way
from attackers.states.bounds import touches_what_is_out_of_bounds
from attackers.states.choices import (
    chooses_another,
    runs_out_the_clock,
    stays_half_way,
)
from attackers.states.dead import (
    dies_with_an_error,
    dies_with_nothing_done,
    is_cut_off,
    leaves_no_trace,
)
from attackers.states.declared import writes_where_it_can
from attackers.states.edits import LeafEdit, leaf_edits
from attackers.states.ends import (
    does_nothing_where_nothing_changes,
    empties_the_world,
    keeps_the_world,
    prints_success,
    retargets,
    swaps,
)
from attackers.states.marks import lets_a_mark_get_worse
from attackers.states.parallel import repeats_one_result
from attackers.states.pointed import points_elsewhere
from attackers.states.readable import on_states
from attackers.states.records import destroys, does_more, does_twice
from attackers.states.rounds import comes_round
from attackers.states.ties import (
    breaks_a_seal,
    changes_a_list,
    forges_what_is_named,
    only_ends,
    takes_distractors,
)

_ATTACKS: tuple[Attack, ...] = (
    dies_with_an_error,
    dies_with_nothing_done,
    is_cut_off,
    leaves_no_trace,
    keeps_the_world,
    does_nothing_where_nothing_changes,
    empties_the_world,
    retargets,
    swaps,
    prints_success,
    writes_where_it_can,
    does_twice,
    does_more,
    touches_what_is_out_of_bounds,
    destroys,
    only_ends,
    runs_out_the_clock,
    stays_half_way,
    chooses_another,
    points_elsewhere,
    goes_the_other_way,
    comes_round,
    forges_what_is_named,
    breaks_a_seal,
    lets_a_mark_get_worse,
    takes_distractors,
    changes_a_list,
    repeats_one_result,
)

ATTACKS: tuple[Attack, ...] = tuple(on_states(attack) for attack in _ATTACKS)
"""All of them; a row whose reference is no state is none of theirs."""

__all__ = ["ATTACKS", "LeafEdit", "leaf_edits"]
