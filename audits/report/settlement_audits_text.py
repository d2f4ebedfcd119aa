"""Ablation, economics, twins, reference search and split of the settlement benchmark, as text."""

from __future__ import annotations

from audits.report.settlement_text import grid, head, legend, money, percent
from audits.result import counted
from audits.settlement.ablate import Ablation
from audits.settlement.economics import Economics
from audits.settlement.part import Part
from audits.settlement.plan import CorpusRow
from audits.settlement.reference import ReferenceReport
from audits.settlement.split import SplitReport
from audits.settlement.twins import TwinsReport


def corpus_text(corpus: CorpusRow) -> str:
    """Name a corpus."""
    return (
        f"{corpus.tasks} tasks ({corpus.units} units), corpus {corpus.name}, "
        f"master seed {corpus.seed} ({corpus.digest[:12]})"
    )


def ablation_text(made: Ablation) -> str:
    """Write mean losses, changed episodes, and the interaction of loss with delay."""
    names = list(next(iter(made.arms.values())))
    losses = [[arm, *(money(row[name].loss) for name in names)] for arm, row in made.arms.items()]
    changed = [
        [arm, *(f"{row[name].changed:,}" for name in names)]
        for arm, row in made.arms.items()
        if arm not in ("none", "full")
    ]
    joint = [
        (one.policy, *map(money, (one.loss, one.delay, one.joint, one.interaction)))
        for one in made.interactions
    ]
    return (
        f"{corpus_text(made.corpus)}\n{len(made.arms)} arms x {made.episodes:,} episodes, "
        f"{made.played:,} of them played: the others read the same as one that was\n\n"
        f"Mean excess loss\n{grid(losses, ('arm', *names))}\n\n"
        f"Episodes that went otherwise: with no fault (only), with all of them (without)\n"
        f"{grid(changed, ('arm', *names))}\n\n"
        f"What loss and delay cost over no fault\n"
        f"{grid(joint, ('policy', 'loss', 'delay', 'joint', 'interaction'))}\n\n"
        "The 95% interval of each mean stands in --format json and --format html."
        f"{_stopped(made)}"
    )


def economics_text(made: Economics) -> str:
    """Write every configuration with the policies that lose least, and who is first."""
    policies = made.manifest.policies
    alone = len(policies) == 1
    places = ("loss",) if alone else ("first", "second", "third")[: len(policies)]
    rows = [
        (
            f"{one.costs['goods_percent']}%",
            money(one.costs["dispute"]),
            money(one.costs["escalation"]),
            *(f"{name} {money(loss)}" for name, loss in list(one.losses.items())[: len(places)]),
            *(() if alone else ("yes" if one.same_order else "",)),
            "published" if one.costs == made.manifest.costs else "",
        )
        for one in made.configurations
    ]
    names = ("goods", "dispute", "escalation", *places, *(() if alone else ("same order",)), "")
    says = {
        "goods": "what goods cost, of the order's value",
        "dispute": "what each dispute costs; escalation: what it costs to hand a case over",
        ", ".join(places): "who loses least, with the mean excess loss of an episode",
        "same order": "whether all policies stand as they do under the published costs",
        "published": "the costs that the run was graded with, which are the paper's",
    }
    told = legend({word: what for word, what in says.items() if not alone or word != "same order"})
    return f"{head(made.manifest)}\n\n{grid(rows, names, texts=0)}\n\n{told}\n\n{_firsts(made)}"


def _firsts(made: Economics) -> str:
    total = len(made.configurations)
    if len(made.first) == 1:
        return f"{made.manifest.policies[0]} was played alone: there is no order to compare."
    firsts = ", ".join(f"{name} {count}" for name, count in made.first.items() if count)
    return (
        f"First under how many of {total} configurations: {firsts}. The whole order is the "
        f"published costs' under {made.same_order} of {total}."
    )


def twins_text(made: TwinsReport) -> str:
    """Write the violations and the verdict."""
    found = [(one.pair, one.seed, one.what, one.a, one.b) for one in made.violations]
    table = f"\n\n{grid(found, ('pair', 'seed', 'what', 'twin a', 'twin b'), 5)}" if found else ""
    return (
        f"{corpus_text(made.corpus)}\n{made.pairs} pairs x {counted(made.seeds, 'seed')}, arm "
        f"{made.arm}: ticket, four views and the authority's answer, at the decision{table}\n\n"
        f"{made.verdict}: {made.why}."
    )


def reference_text(made: ReferenceReport) -> str:
    """Write which references are beaten, by what, and why."""
    rows = [
        (one.task, one.archetype, one.best, one.why, one.plans, money(one.gain))
        for one in made.beaten
    ]
    head_ = ("task", "archetype", "best plan", "why", "plans ahead", "by")
    table = f"\n\n{grid(rows, head_, 4)}" if rows else ""
    return (
        f"{corpus_text(made.corpus)}\n{made.plans:,} plans x {made.tasks} tasks sampled by seed "
        f"{made.sample_seed}: {made.runs:,} runs; the best plan equals the reference on "
        f"{made.matched}, is ahead on {len(made.beaten)}, behind on {made.short}{table}\n\n"
        f"{made.verdict}: {made.why}."
    )


def split_text(made: SplitReport) -> str:
    """Write all policies on both splits, and what tuning was worth on each."""
    rows = [
        (
            row.policy,
            *(
                cell
                for on in (row.public, row.regenerated)
                for cell in (money(on.loss), percent(on.exact), money(on.paired))
            ),
        )
        for row in made.rows
    ]
    names = ("policy", "public", "exact", "paired", "regenerated", "exact", "paired")
    return (
        f"{corpus_text(made.public)}\n{corpus_text(made.regenerated)}\n\n{grid(rows, names)}\n\n"
        f"tuned    the best of {made.settings} settings on the public split: {_knobs(made.tuned)}\n"
        f"control  tuned by nobody: {_knobs(made.control)}\n\n"
        f"Tuned is ahead of the control by {money(made.public_gain)} where it was tuned, by "
        f"{money(made.regenerated_gain)} where it was not.{_stopped(made)}"
    )


def _stopped(made: Part) -> str:
    return f"\n\n{made.verdict}: {made.why}." if made.verdict else ""


def _knobs(knobs: dict[str, int | str]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in knobs.items())
