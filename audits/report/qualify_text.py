"""A qualification as text for people, or as Markdown: every fraction with what it is made of."""

from __future__ import annotations

from fractions import Fraction

from tabulate import tabulate

from audits.errors import one_line
from audits.qualify import GATE, Qualification, Ratio
from audits.qualify.gate import LEAST_FAMILIES

HEAD = ("metric", "counted", "fraction", "percent", "gate", "")

UNDEFINED = "undefined"


def qualify_text(found: Qualification) -> str:
    """Write the report as plain text."""
    return _page(found, "simple")


def qualify_markdown(found: Qualification) -> str:
    """Write the report as Markdown."""
    return f"# Qualification\n\n{_page(found, 'github')}"


def _page(found: Qualification, style: str) -> str:
    table = tabulate(
        rows(found),
        HEAD,
        tablefmt=style,
        disable_numparse=True,
        colalign=("left", "right", "right", "right", "left", "left"),
    )
    parts = [opening(found), table, *notes(found), _ending(found)]
    return "\n\n".join(parts)


def opening(found: Qualification) -> str:
    """Say who was measured on what, and how much of it there is."""
    policy = found.policy
    who = f"Model {policy['model_revision']} as {policy['harness']}" if policy else "No model"
    tasks = f" on {policy['task_revision']}" if policy else ""
    of = found.account
    return one_line(
        f"{who}{tasks}: {of.recorded} records of {of.planned} planned episodes, "
        f"{found.metrics.infra_invalid} of them infra-invalid ({found.digest[:12]})"
    )


def rows(found: Qualification) -> list[tuple[str, ...]]:
    """Write each metric with what it is made of and what the gate says, as `HEAD` names it."""
    seen = found.metrics
    held = {item.name: "holds" if item.holds else "FAILS" for item in found.gate}
    families = seen.groups.mixed_families
    return [
        (
            "every planned episode recorded once",
            f"{found.account.accounted}/{found.account.planned}",
            "",
            "",
            "all, and no other",
            held["accounting"],
        ),
        _ratio("tool_protocol_valid_rate", seen.protocol, "protocol", held),
        _ratio("executable_completion_rate", seen.completion, "completion", held),
        _ratio("mixed_scenario_group_fraction", seen.groups.fraction, "mixed", held),
        (
            "workflow families with a mixed group",
            str(families),
            "",
            "",
            f">= {LEAST_FAMILIES}",
            held["families"],
        ),
        _ratio("truncation_rate", seen.truncation, "truncation", held),
        _ratio("material_control_violation_rate", seen.control, "", held),
        ("median_generated_tokens_per_episode", _number(seen.tokens), "", "", "", ""),
        ("median_tool_calls_per_episode", _number(seen.calls), "", "", "", ""),
    ]


def _ratio(metric: str, ratio: Ratio, item: str, held: dict[str, str]) -> tuple[str, ...]:
    value = ratio.value
    return (
        metric,
        f"{ratio.numerator}/{ratio.denominator}",
        UNDEFINED if value is None else str(value),
        "" if value is None else percent(value),
        _limits(item) if item else "",
        held[item] if item else "reported",
    )


def percent(value: Fraction) -> str:
    """Write a fraction in percent to two places, with `~` where that is not all of it."""
    exact = value * 100
    shown = round(exact, 2)
    return f"{'' if shown == exact else '~'}{float(shown):.2f} %"


def _limits(item: str) -> str:
    least, most = GATE[item].least, GATE[item].most
    lower = f">= {percent(least)}" if least > 0 else ""
    upper = f"<= {percent(most)}" if most < 1 else ""
    return " and ".join(filter(None, (lower, upper)))


def _number(value: Fraction | None) -> str:
    if value is None:
        return UNDEFINED
    return str(value) if value.denominator == 1 else f"{float(value):g}"


def notes(found: Qualification) -> list[str]:
    """Say what the table does not."""
    lines = [
        f"{count} infra-valid episodes have no {name}: its median is undefined."
        for name, count in found.metrics.uncounted.items()
        if count
    ]
    families = found.metrics.groups.families
    if families:
        told = (
            f"{one_line(name)} {of.numerator}/{of.denominator}" for name, of in families.items()
        )
        lines.append("Mixed of complete groups by workflow family: " + ", ".join(told) + ".")
    if found.count_truncated:
        lines.append("Truncated episodes count as failures in their groups (--count-truncated).")
    return ["\n".join(lines)] if lines else []


def _ending(found: Qualification) -> str:
    if found.ready:
        return "READY: every item of the gate holds. It forecasts nothing of the next measurement."
    lines = [f"NOT READY: {', '.join(item.name for item in found.failing)}."]
    return "\n".join(
        [*lines, "", *(f"- {item.name}: {one_line(item.why)}" for item in found.failing)]
    )
