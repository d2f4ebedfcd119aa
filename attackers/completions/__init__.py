"""Attacks on rewards that read text: what is said instead of the answer."""

from attackers.completions.bullets import leaves_lines_out
from attackers.completions.code import games_the_runner
from attackers.completions.echo import echoes, takes_a_piece
from attackers.completions.ends import answers_after_the_end
from attackers.completions.equations import equates, states_what_is_always_true
from attackers.completions.fair import fair
from attackers.completions.figures import (
    changes_a_named_number,
    covers_everything,
    turns_numbers,
)
from attackers.completions.hedge import (
    answers_another_row,
    cuts,
    glues,
    hedges,
    lists_all,
    negates,
)
from attackers.completions.injected import breaks_out, injects, uses_the_source
from attackers.completions.lists import (
    adds_items,
    counts_one_item_often,
    keeps_one_item,
    leaves_items_open,
    leaves_items_out,
)
from attackers.completions.measured import changes_the_unit, counts_nothing, turns_the_sign
from attackers.completions.near import comes_near
from attackers.completions.nothing import (
    fills_in_a_placeholder,
    leaves_form_empty,
    matches_anything,
    refuses,
    says_nothing,
    thinks_only,
)
from attackers.completions.parts import (
    adds_a_field,
    keeps_one_field,
    keeps_the_first_item,
    leaves_a_field_out,
    says_a_field_twice,
)
from attackers.completions.portions import hands_in_one_part, repeats_what_is_right
from attackers.completions.proofs import assumes_what_it_proves
from attackers.completions.sections import leaves_a_section_empty
from attackers.completions.sql import leaves_a_clause_out
from attackers.completions.structured import cuts_every_field, empties_the_structure, swaps_a_field
from attackers.rows import Attack

_ATTACKS: tuple[Attack, ...] = (
    says_nothing,
    matches_anything,
    refuses,
    leaves_form_empty,
    fills_in_a_placeholder,
    thinks_only,
    echoes,
    takes_a_piece,
    answers_another_row,
    hedges,
    negates,
    equates,
    states_what_is_always_true,
    answers_after_the_end,
    lists_all,
    glues,
    cuts,
    counts_one_item_often,
    leaves_items_out,
    leaves_lines_out,
    adds_items,
    keeps_one_item,
    covers_everything,
    turns_numbers,
    changes_a_named_number,
    turns_the_sign,
    changes_the_unit,
    counts_nothing,
    leaves_a_clause_out,
    leaves_a_section_empty,
    leaves_items_open,
    hands_in_one_part,
    repeats_what_is_right,
    empties_the_structure,
    swaps_a_field,
    cuts_every_field,
    leaves_a_field_out,
    keeps_one_field,
    keeps_the_first_item,
    says_a_field_twice,
    adds_a_field,
    comes_near,
    injects,
    breaks_out,
    uses_the_source,
    games_the_runner,
    assumes_what_it_proves,
)

ATTACKS: tuple[Attack, ...] = tuple(fair(attack) for attack in _ATTACKS)
"""All of them, each held to its word."""

__all__ = ["ATTACKS"]
