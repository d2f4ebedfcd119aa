"""The settlement benchmark's tables for people: cents as dollars, fractions as percent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tabulate import tabulate

from audits.result import counted
from audits.settlement.folder import Folder
from audits.settlement.plan import Manifest
from audits.settlement.run import Ran
from audits.settlement.tables import Difference, PolicyRow, Tables


def money(cents: float) -> str:
    """Write cents as dollars."""
    return f"{'-' if round(cents) < 0 else ''}${abs(cents) / 100:,.2f}"


def percent(fraction: float) -> str:
    """Write a fraction as percent."""
    return f"{round(100 * fraction, 1) + 0.0:.1f}%"  # no -0.0


def grid(rows: Iterable[Sequence[object]], head: Sequence[str], texts: int = 1) -> str:
    """Write a table whose first `texts` columns are words and the others figures."""
    align = ["left"] * texts + ["right"] * (len(head) - texts)
    return tabulate(list(rows), head, disable_numparse=True, colalign=align)


def legend(says: Mapping[str, str]) -> str:
    """Write what each word of a table means, one a line."""
    width = max(map(len, says))
    return "\n".join(f"{word:<{width}}  {what}" for word, what in says.items())


def ran_text(ran: Ran, manifest: Manifest) -> str:
    """Say what a run has written, and what can be made of it."""
    kept = f", {ran.kept} of them kept from an earlier run" if ran.kept else ""
    return (
        f"{head(manifest)}\n"
        f"{ran.files} files in {ran.folder}{kept}; fingerprint {ran.fingerprint[:16]}\n\n"
        f"Make the tables with: clawback settle table {ran.folder}"
    )


def kept_text(folder: Folder) -> str:
    """Say what a run that was stopped has left, and how it goes on."""
    total = len(folder.names)
    done = total - len(folder.missing)
    return f"{done} of {counted(total, 'file')} are in {folder.path}; go on with: {folder.command}"


def head(manifest: Manifest) -> str:
    """Say what was run."""
    corpus, policies = manifest.corpus, len(manifest.policies)
    return (
        f"{manifest.episodes:,} episodes: {corpus.tasks} tasks ({corpus.units} units) x "
        f"{policies} polic{'y' if policies == 1 else 'ies'} x "
        f"{counted(len(manifest.seeds), 'seed')}, arm {manifest.arm}\n"
        f"corpus {corpus.name}, master seed {corpus.seed} ({corpus.digest[:12]})"
    )


def tables_text(made: Tables) -> str:
    """Write every table."""
    parts = [head(made.manifest), policies_text(made), _ranks(made), archetypes_text(made)]
    parts += less_text(made, made.policies[0].policy)
    return "\n\n".join(parts)


def less_text(made: Tables, first: str) -> list[str]:
    """Write what a policy is ahead or behind of each other one; nothing if it is alone."""
    names = [row.policy for row in made.policies if row.policy != first]
    turned = [
        _turned(one, first)
        for one in made.differences
        if first in (one.policy, one.less) and {one.policy, one.less} & set(names)
    ]
    if not turned:
        return []
    return [
        f"{first} less each other policy, on shared resamples of {made.manifest.corpus.units} "
        f"units\n{grid(turned, ('less', 'loss', '95%', 'exact', '95%'))}"
    ]


def policies_text(made: Tables) -> str:
    """Write the policies' rates and losses, and what each column means."""
    names = ("policy", "exact", "95%", f"pass^{made.k}", "loss", "95%", "paired", "95%")
    table = grid([_policy(row) for row in made.policies], (*names, "premature"))
    return f"{table}\n\n{legend(measures(made))}"


def measures(made: Tables) -> dict[str, str]:
    """Say what each measure of a policy is."""
    return {
        "exact": "share of episodes whose terminal position is the reference's to the cent",
        f"pass^{made.k}": f"share of tasks that are exact under all {made.k} seeds",
        "loss": "mean excess loss against the privileged reference, an episode",
        "paired": "the same over the members of twin pairs",
        "premature": "share of episodes with something irreversible done before the outcome "
        "existed; to hand over is not",
        "95%": f"bootstrap over units, twins held together, {made.replicates:,} replicates",
    }


def _policy(row: PolicyRow) -> tuple[str, ...]:
    paired = ("-", "-")
    if row.paired is not None and row.paired_interval is not None:
        paired = (money(row.paired), dollars(row.paired_interval))
    return (
        row.policy,
        percent(row.exact),
        percents(row.exact_interval),
        percent(row.pass_k),
        money(row.loss),
        dollars(row.loss_interval),
        *paired,
        percent(row.premature),
    )


def _ranks(made: Tables) -> str:
    rows = [
        (
            row.policy,
            row.ranks.exact,
            row.ranks.pass_k,
            row.ranks.loss,
            row.ranks.paired,
            f"{row.ranks.exact - row.ranks.paired:+d}" if row.policy in made.disagreements else "",
        )
        for row in made.policies
    ]
    table = grid(rows, ("rank by", "exact", f"pass^{made.k}", "loss", "paired", "moved"))
    moved = "places that paired loss puts it higher (+) or lower (-) than exact rate does"
    return (
        f"{table}\n\n{legend({'moved': moved})}\n\n"
        f"Exact rate and paired loss disagree about {len(made.disagreements)} of "
        f"{len(made.policies)} places."
    )


def archetypes_text(made: Tables) -> str:
    """Write mean losses by archetype."""
    kinds = list(next(iter(made.archetypes.values())))
    names = [row.policy for row in made.policies]
    rows = [(kind, *(money(made.archetypes[name][kind]) for name in names)) for kind in kinds]
    return f"Mean excess loss by archetype\n{grid(rows, ('archetype', *names))}"


def _turned(one: Difference, first: str) -> tuple[str, ...]:
    sign = 1 if one.policy == first else -1
    other = one.less if sign == 1 else one.policy
    loss = sorted(sign * bound for bound in one.loss_interval)
    exact = sorted(sign * bound for bound in one.exact_interval)
    return (
        other,
        money(sign * one.loss),
        dollars(loss),
        percent(sign * one.exact),
        percents(exact),
    )


def dollars(interval: Sequence[float]) -> str:
    """Write an interval in cents as one in dollars."""
    return f"[{money(interval[0])}, {money(interval[1])}]"


def percents(interval: Sequence[float]) -> str:
    """Write an interval of fractions as one in percent."""
    return f"[{percent(interval[0])}, {percent(interval[1])}]"
