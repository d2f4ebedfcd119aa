"""Rewards beside the default corpus: what is told apart stays so, and what is sound stays clean."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest

from audits.holes.measure import measure, places

MORE = Path(__file__).parent / "more"

MISSED = {
    "androidworld_already_true_315",  # doing nothing where nothing had to change: a note, not proof
    "deepeval_repeated_tool_3141",  # denies what is right: results cannot be made up
    "maniskill_pushcube_height_1022",  # a height that no row names: physics would have to be known
    "marin_unterminated_box_9163",  # taken back, and cut off in it; many rewards mean it
    "visualwebarena_trailing_dot_84",  # denies what is right: told as a note
    "cyberbattle_rediscovery_18",  # the same find by another tool: results cannot be made up
    "prime_rl_unclosed_think_475",  # a draft in a thought that never ends; many rewards mean it
    "qwed_sample_points_146",  # a term that is nought at five points: algebra would have to be done
    "robotwin_height_148",  # a height that no row names: physics would have to be known
    "simpler_hover_113",  # hovering is not standing: physics would have to be known
    "promptfoo_errored_forbidden_9336",  # a forbidden argument, refused: trying may be no harm
    "unidb_one_sided_gate_230",  # a measure that collapsed: lower is often better
    "vnl_half_angle_75",  # half of an angle: geometry would have to be done
    "craftax_lava_no_loss_50",  # what a game ends by: its rules would have to be known
    "gpumode_batch_and_skip_104",  # which of several calls was timed: no row tells
    "highwayenv_parked_car_312",  # standing still is safe: driving would have to be known
    "mitx_forbidden_spaces_33",  # the question handed back: algebra would have to be done
    "regex101_tail_hundred_1461",  # cases that are not there: they would have to be invented
    "roomba_drives_backwards_2018",  # which way a robot looks: it would have to be known
    "talim_untouched_order_49",  # an order by chance earns a part of the reward, rightly
    "openenv_verify_oracle_428",  # a tool of which no row and no run tells
    "tau2_confirm_before_write_298",  # a policy that stands in no row
    "tinker_ifeval_repeated_id_893",  # constraints that would have to be solved to be broken
    "digitalhuman_timeout_won_34",  # idling until time is up: the world would have to be played
    "evalscope_repeated_words_1675",  # constraints that would have to be solved to be broken
    "inspect_f1_multiset_5473",  # a right word said often: most rewards by words forgive it
    "mastra_thrown_calls_23460",  # a forbidden tool that threw: trying may be no harm
    "agentv_quoted_refusal_1175",  # refuses right work: one row's reference; told as a warning
    "aiagentbook_smoke_markers_265",  # a test run that hung: which words a tool has, no row tells
    "browsergym_scored_each_step_304",  # went on past the right page: looking on is no harm
    "browseruse_last_extract_31",  # what stood on the screen last: results cannot be made up
    "dataagentbench_answer_key_read_54",  # where the answer key lies, no row tells
    "freqtradegym_sale_counted_twice_30",  # which trades pay: the market would have to be played
    "lastexam_unlisted_key_refused_94",  # refuses right work: one row's reference; a warning
    "ollamaclient_edit_never_saved_386",  # which of two copies counts, no row tells
    "so101_hover_dwell_123",  # hovering: what a robot reads would have to be made up
    "desearch_snippets_unread_356",  # what a page says: results cannot be made up
    "gitlab_mcp_requested_action_798",  # another action was run: results cannot be made up
    "inspect_robots_step_limit_75",  # which of several marks says that a trial was cut off
    "libero_pudding_in_air_149",  # held above a region: physics would have to be known
    "mcpjam_turns_merged_2904",  # the right call a turn too early: order is often free
    "racecar_abs_progress_23",  # driving backwards: what a car reads would have to be made up
    "rai_toolkit_errors_resisted_66",  # which word says that a call did not run, no row tells
    "reflexio_key_collision_281",  # two rows with one key: a separator would have to be guessed
    "tau2_empty_gate_384",  # doing nothing where nothing had to change: a note, not proof
}
"""Holes that are known and not found, and why."""


ALARMS = {
    "nemoclaw_refuse_then_assert_143",  # a list of denials that knows some words of denial only
    "merge_keeps_both_sides",  # parents of a commit: more of them do no harm
    "datauniverse_any_submission_823",  # it takes the last of several tries, and may mean to
    "daydream_test_surface_452",  # files and a test run that contradict each other
}
"""Sound rewards that are flagged all the same, and why that is not mended yet."""

STARTS_PROCESSES = {
    "code_stdin_tests",
    "evalplus_always_equal_306",
    "repair_agent_tests",
    "sql_execution_bag",
    "stdin_program_tests",
    "verifiers_agent_edited_tests_1212",
}
"""Rewards that start a process for each call, or a database."""

ONE_IN = 16
"""Of the others, `make test` tries one in so many, by its name; `make test-slow` tries all."""


def _marks(path: Path) -> list[pytest.MarkDecorator]:
    sampled = crc32(path.stem.encode()) % ONE_IN == 0 and path.stem not in STARTS_PROCESSES
    return [] if sampled else [pytest.mark.slow]


PATHS = [pytest.param(path, id=path.stem, marks=_marks(path)) for path in places(MORE)]


@pytest.mark.parametrize("path", PATHS)
def test_a_hole_is_found_and_a_sound_reward_is_clean(path: Path) -> None:
    told = measure(path)
    assert told.problem is None
    assert told.fixed.flagged == (path.stem in ALARMS), told.fixed.rules
    if told.holed is not None:
        assert told.holed.flagged == (path.stem not in MISSED)
