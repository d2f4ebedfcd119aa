"""Laws of a score itself: finite, in range, what its terms add up to, and always the same."""

from __future__ import annotations

from math import isfinite, nan

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from audits.dust import FLOAT_DUST
from audits.laws import canaries
from audits.laws.law import AppliesTo, Broken, Law, NotApplicableError, Subject
from audits.laws.pairs import played
from audits.laws.relations import same
from audits.laws.strategies import programs
from audits.laws.trial import Run, Trial, play_run
from desk import Kind, read_rollout
from desk.refund import Case
from scorer.term import PLACES


@st.composite
def any_run(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw any program on any case; now and then it died."""
    case = draw(cases)
    failure = draw(st.one_of(st.none(), st.sampled_from(list(Kind))))
    return Trial(case, Run(draw(programs(case)), failure=failure))


@st.composite
def two_runs(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw two programs on one case that have nothing to do with each other."""
    case = draw(cases)
    return Trial(case, Run(draw(programs(case))), Run(draw(programs(case))))


def rescoring(subject: Subject, trial: Trial) -> Broken | None:
    """Score again, after another rollout, and after a JSON round trip."""
    pair = played(trial)
    made, other = pair.before, pair.after
    told, score = made.to_json(), subject.scorer.score
    first = score(made)
    score(other)
    if broken := same(first, score(made), "scoring again"):
        return broken
    if made.to_json() != told:
        return Broken("scoring changes the rollout", score(made), first)
    return same(first, score(read_rollout(told, subject.world.rollout)), "a JSON round trip")


def in_range(subject: Subject, trial: Trial) -> Broken | None:
    """Hold a reward against 0 and full marks."""
    score = subject.scorer.score(play_run(trial.case, trial.run))
    if score.value is None:
        raise NotApplicableError("the rollout was not scored")
    if not isfinite(score.value):
        return Broken("a reward is not finite", score)
    full = subject.scorer.full_marks
    if not -FLOAT_DUST <= score.value <= full + FLOAT_DUST:
        return Broken("a reward is outside 0 and full marks", score)
    return None


def terms_in_range(subject: Subject, trial: Trial) -> Broken | None:
    """Hold each term against 0 and 1."""
    score = subject.scorer.score(play_run(trial.case, trial.run))
    odd = [name for name, value in score.terms.items() if not 0 <= value <= 1]
    return Broken("a term is outside 0 and 1", score, terms=tuple(odd)) if odd else None


def weighted_sum(subject: Subject, trial: Trial) -> Broken | None:
    """Add the weighted terms up again."""
    score = subject.scorer.score(play_run(trial.case, trial.run))
    weights = {term.name: term.weight for term in subject.scorer.terms}
    if score.terms.keys() != weights.keys():
        return Broken("a score's terms are not the scorer's", score)
    if score.dead:
        paid = [name for name, value in score.terms.items() if value]
        return Broken("a term pays a dead rollout", score, terms=tuple(paid)) if paid else None
    total = round(sum(weight * score.terms[name] for name, weight in weights.items()), PLACES)
    if msgspec.json.encode(total) != msgspec.json.encode(score.value):
        return Broken("a reward is not what its weighted terms add up to", score)
    return None


_ANY = AppliesTo.SCORER

LAWS = (
    Law(
        "rescoring",
        "Scoring a rollout again, or after a JSON round trip, gives the same score.",
        "A reward that depends on when it is asked cannot be checked by anybody.",
        _ANY,
        two_runs,
        rescoring,
        {
            "scores nothing twice alike": canaries.fickle,
            "remembers which object it saw": canaries.clinging,
        },
    ),
    Law(
        "range",
        "A reward is finite, from 0 to full marks, or not given at all.",
        "One NaN in a batch turns the whole mean, and the training step, into NaN.",
        _ANY,
        any_run,
        in_range,
        {
            "gives NaN": canaries.paying(lambda _made: nan),
            "gives more than full marks": canaries.paying(lambda _made: 2.0),
            "gives less than nothing": canaries.paying(lambda _made: -2.0),
        },
    ),
    Law(
        "terms",
        "Every term gives from 0 to 1.",
        "A term that gives more outweighs what its weight says it is worth.",
        _ANY,
        any_run,
        terms_in_range,
        {"gives more than 1 in a term": canaries.term_paying(lambda _made: 2.0)},
    ),
    Law(
        "sum",
        "A reward is what its weighted terms add up to, to four places.",
        "What is reported must be what was paid.",
        _ANY,
        any_run,
        weighted_sum,
        {"pays a little on the side": canaries.paying(lambda _made: 0.001)},
    ),
)
