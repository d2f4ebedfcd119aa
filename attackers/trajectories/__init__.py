"""Attacks on rewards that read a run's messages: what was not done, and was said to be."""

from attackers.rows import Attack
from attackers.trajectories.arguments import adds_an_argument, holds_the_argument, retargets
from attackers.trajectories.calls import (
    answers_another_row,
    leaves_out,
    repeats,
    repeats_a_part,
)
from attackers.trajectories.closings import ends_on_a_longer_one, ends_on_another_choice
from attackers.trajectories.declared import looks_at_the_gold
from attackers.trajectories.early import acts_before_it_knows
from attackers.trajectories.failures import comes_to_nothing, ends_badly, fails
from attackers.trajectories.harm import (
    does_more,
    does_twice,
    goes_on,
    guesses,
    turns_around,
    uses_another_tool,
)
from attackers.trajectories.idle import (
    claims_the_answer,
    does_nothing,
    lets_others_work,
    talks_to_the_judge,
    writes_its_own_results,
)
from attackers.trajectories.late import (
    changes_after_the_check,
    never_hands_in,
    says_too_much_to_be_read,
    stops_at_a_result,
)
from attackers.trajectories.limits import calls_what_is_forbidden, calls_what_is_not_allowed
from attackers.trajectories.masked import hides_a_failure
from attackers.trajectories.numbers import reports_extremes
from attackers.trajectories.printed import prints_the_output
from attackers.trajectories.wordy import cannot_be_read, says_something_else

ATTACKS: tuple[Attack, ...] = (
    does_nothing,
    claims_the_answer,
    says_something_else,
    cannot_be_read,
    talks_to_the_judge,
    lets_others_work,
    writes_its_own_results,
    fails,
    comes_to_nothing,
    hides_a_failure,
    leaves_out,
    retargets,
    adds_an_argument,
    holds_the_argument,
    ends_badly,
    ends_on_another_choice,
    ends_on_a_longer_one,
    answers_another_row,
    repeats,
    repeats_a_part,
    reports_extremes,
    does_twice,
    does_more,
    goes_on,
    guesses,
    uses_another_tool,
    turns_around,
    calls_what_is_not_allowed,
    calls_what_is_forbidden,
    acts_before_it_knows,
    changes_after_the_check,
    never_hands_in,
    says_too_much_to_be_read,
    stops_at_a_result,
    prints_the_output,
    looks_at_the_gold,
)

__all__ = ["ATTACKS"]
