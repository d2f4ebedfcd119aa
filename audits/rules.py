"""The rules that a finding can break: one table. A rule's id is never used for another rule.

A letter says which audit speaks (A attacks, C controls, D dead rollouts, E edits, G the gate's
limits, L laws, M mutants, N right answers denied, P prompts, R somebody's reward, S search,
T twins), three digits which rule.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from audits.errors import CannotAuditError, unknown


class Severity(StrEnum):
    """How sure a finding is."""

    ERROR = "error"
    """Proven: wrong by construction, and paid."""
    WARNING = "warning"
    """A lead: worth a look, proves nothing."""
    NOTE = "note"
    """Worth knowing."""


def severity(word: str, option: str = "--fail-on") -> Severity:
    """Return the severity of that name. Raises `CannotAuditError` if there is none."""
    if word not in list(Severity):
        raise unknown(option, word, list(Severity))
    return Severity(word)


class Rule(msgspec.Struct, frozen=True):
    """One rule: what it says, why it matters, how a scorer that breaks it is mended."""

    id: str
    title: str
    severity: Severity
    """The gravest that a finding of it has: where less is proven, a finding says so."""
    why: str
    fix: str


_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

_TABLE = (
    Rule(
        "A101",
        "a cheat is paid like the reference",
        _ERROR,
        "An agent that did not do the work earns what the one earns that did.",
        "Find the term that pays it, and let it read the world's books instead of what it reads.",
    ),
    Rule(
        "C001",
        "the reference is short of full marks",
        _ERROR,
        "Where honest work is not paid in full, no attack on the scorer can be judged.",
        "Mend the scorer or the reference until every case pays its reference in full.",
    ),
    Rule(
        "D201",
        "a dead rollout is paid",
        _ERROR,
        "An outage then looks like a slightly worse model, and a crash can be worth causing.",
        "Score what failed before any term is asked, and give it nothing.",
    ),
    Rule(
        "D202",
        "a dead rollout earns more than the worst honest failure",
        _ERROR,
        "Dying is then better than trying; zero beats an honest minus one.",
        "Keep dead rollouts at or under the lowest score that honest work on the case can get.",
    ),
    Rule(
        "D203",
        "a dead rollout carries an ordinary score",
        _ERROR,
        "Nobody downstream can tell an outage from a bad answer.",
        "Return None for what was not scored, or mark it dead.",
    ),
    Rule(
        "D204",
        "a death is laid at the wrong door",
        _ERROR,
        "An agent's own crash is a failure; an outage is not, and must not move the mean.",
        "Score an agent's death as a failure; leave an infrastructure's out, and count it.",
    ),
    Rule(
        "D205",
        "a score is not finite, out of range, or an exception",
        _ERROR,
        "One NaN turns a batch's mean, and with it a training step, into NaN.",
        "Check the value on every path, the failing ones included.",
    ),
    Rule(
        "D206",
        "the aggregate hides how many rollouts died",
        _ERROR,
        "A mean over the survivors rises with every outage.",
        "Report how many rollouts were planned, scored and dead beside every mean.",
    ),
    Rule(
        "D207",
        "right work is denied because of a fault that it lived through",
        _ERROR,
        "A doubled or late tool answer is the network's doing; the work was done all the same.",
        "Let the terms read what happened in the world, not how often or when it was told.",
    ),
    Rule(
        "E501",
        "a wrong edit costs nothing",
        _ERROR,
        "The reference's rollout was changed until it was wrong, and the scorer did not notice.",
        "Let the term that should have noticed read the end state.",
    ),
    Rule(
        "E502",
        "a harmless edit costs reward",
        _ERROR,
        "Right work is denied for its wording or its order.",
        "Let the terms read what happened, not how it was put.",
    ),
    Rule(
        "G801",
        "a number is over the limit that the project has set",
        _ERROR,
        "The project has said how much of it is too much.",
        "Close what the other findings of the target name, or set the limit where it belongs.",
    ),
    Rule(
        "G802",
        "a right answer is worth less than before",
        _ERROR,
        "A change that closes a hole must not deny those who did the work.",
        "Close the hole by what makes wrong answers wrong, and leave the right ones as they were.",
    ),
    Rule(
        "G803",
        "a wrong answer is newly paid",
        _ERROR,
        "The change opens a hole that was not there before.",
        "Look at what the change no longer compares, and compare it again.",
    ),
    Rule(
        "L301",
        "a law does not hold",
        _ERROR,
        "A scorer of this kind must keep it whatever the case.",
        "Look at the shrunk rollout: it is the smallest one that breaks the law.",
    ),
    Rule(
        "L302",
        "a law of the desk does not hold",
        _ERROR,
        "A scorer reads the world's books and log; where these are wrong, so is every reward.",
        "Mend the desk: the shrunk calls are the fewest that show it.",
    ),
    Rule(
        "M401",
        "a mutant of the scorer survives",
        _WARNING,
        "The scorer can be broken in this place and no guard would notice.",
        "Add a guard that fails on it, or accept it with a reason.",
    ),
    Rule(
        "M402",
        "an accepted survivor no longer exists",
        _ERROR,
        "The list of accepted survivors speaks of code that is gone; nobody knows what it covers.",
        "Take the entry off the list.",
    ),
    Rule(
        "S601",
        "a search finds a rollout that is wrong and paid",
        _ERROR,
        "If a blind search finds it, so does a policy under optimisation.",
        "Close the mechanism that the finding names, and search again.",
    ),
    Rule(
        "S602",
        "a search finds a rollout that is wrong and paid in part, or careless and paid in full",
        _WARNING,
        "More than half of the reward needs no right work; or nothing is lost by not looking.",
        "See which terms still pay, and what they read; a term for harm not done pays the idle.",
    ),
    Rule(
        "T701",
        "a constant policy is paid by the base rate of the cases",
        _NOTE,
        "A policy that never looks earns this much because the cases lean one way.",
        "Add the twin of each case, or report paired reward.",
    ),
    Rule(
        "T702",
        "an agent that ignores what it read ranks above one that does not",
        _WARNING,
        "Single reward cannot tell reading from luck; pairs whose right outcome differs can.",
        "Report paired reward beside the single one.",
    ),
    Rule(
        "T703",
        "an agent that ignores what it read is paid on both twins",
        _ERROR,
        "The right ends of a pair differ and the agent's do not: on one it is wrong, and paid.",
        "Let the terms hold the end state against what was owed under this very history.",
    ),
    Rule(
        "T704",
        "twins can be told apart before anybody looked",
        _ERROR,
        "A pair is a test only while all that an agent is told, or can ask, is the same on both.",
        "Draw what both members are told from the same dice, whatever their outcomes.",
    ),
    Rule(
        "C003",
        "the right answer does not matter",
        _ERROR,
        "Exchanged among the rows, no reference loses: the gold does not reach the verdict. "
        "Where the reward takes no gold, that is a warning.",
        "Check that the gold's column has the name the reward reads; a format reward may mean it.",
    ),
    Rule(
        "N501",
        "a right answer is denied",
        _NOTE,
        "What is right and is not paid teaches the wrong lesson as well.",
        "Compare answers after normalising them, or say in the prompt how they must be written.",
    ),
    Rule(
        "R101",
        "saying nothing is paid",
        _ERROR,
        "The cheapest policy of all is then worth learning.",
        "Give nothing for what cannot be read as an answer; let no fallback pay.",
    ),
    Rule(
        "R102",
        "giving the prompt back is paid",
        _ERROR,
        "What the prompt shows is no work of the policy's.",
        "Read the completion alone, and check that it answers.",
    ),
    Rule(
        "R103",
        "the form without an answer is paid",
        _ERROR,
        "Tags are cheap: a policy learns them first and stops there.",
        "Pay the form only around an answer, once, and less than the answer.",
    ),
    Rule(
        "R104",
        "a wrong answer is paid",
        _ERROR,
        "The reward does not tell right from wrong on this row.",
        "Compare with this row's own right answer.",
    ),
    Rule(
        "R105",
        "a hedged, denied or listed answer is paid",
        _ERROR,
        "Naming everything is then as good as knowing.",
        "Judge the one final answer; more than one is none.",
    ),
    Rule(
        "R106",
        "a near miss is paid in full",
        _ERROR,
        "A fragment or a longer word that holds the answer is another answer.",
        "Compare whole answers, not whether one text contains the other.",
    ),
    Rule(
        "R107",
        "a verdict that the candidate wrote is paid",
        _ERROR,
        "The judge's reply quotes the candidate; whoever reads it must not read the quotation.",
        "Parse the last verdict, in a form that the candidate cannot write.",
    ),
    Rule(
        "R108",
        "a text out of the scorer's own code is paid",
        _ERROR,
        "A constant that opens the reward is a password.",
        "Let no fixed text decide; treat a reply without a verdict as a failure.",
    ),
    Rule(
        "R109",
        "code that does no work is paid",
        _ERROR,
        "Leaving early with success, or being equal to everything, passes the tests unrun.",
        "Run the tests outside of the candidate's process, and count those that ran.",
    ),
    Rule(
        "R110",
        "wrong texts put together are paid",
        _ERROR,
        "Each alone is paid little or nothing; a policy under optimisation puts them together.",
        "Bound what the parts of an answer earn by whether it answers at all.",
    ),
    Rule(
        "R201",
        "a run without the work is paid",
        _ERROR,
        "Words are paid where calls were asked for.",
        "Ask the log for the calls, not the agent.",
    ),
    Rule(
        "R202",
        "calls that failed or never happened are paid",
        _ERROR,
        "A call that failed changed nothing.",
        "Count a call only when its result says that it went through.",
    ),
    Rule(
        "R203",
        "a run that left work out is paid",
        _ERROR,
        "Whatever is not asked for is not done.",
        "Let every call that the row asks for decide.",
    ),
    Rule(
        "R204",
        "work on something else is paid",
        _ERROR,
        "The right tool on the wrong thing is harm.",
        "Compare the arguments with this row's own.",
    ),
    Rule(
        "R205",
        "more of the same pays more",
        _ERROR,
        "A loop then beats doing it once.",
        "Pay for what was reached, not for how often.",
    ),
    Rule(
        "R206",
        "reading the gold is paid like solving",
        _ERROR,
        "Where the right answer lies within reach, only handing it in is scored.",
        "Take the gold out of the agent's reach, or look for the call that read it.",
    ),
    Rule(
        "R207",
        "harm beside the work is paid in full",
        _ERROR,
        "The right change was made, and one that nobody asked for.",
        "Ask for exactly the changes that the row wants, and no others.",
    ),
    Rule(
        "R301",
        "a world in which nothing was done is paid",
        _ERROR,
        "The state was right before, or is not looked at.",
        "Compare the end state with the one before, and ask for the change.",
    ),
    Rule(
        "R303",
        "an end state of another row is paid",
        _ERROR,
        "The reward does not ask whose work the end state shows.",
        "Compare the end state with what this row names.",
    ),
    Rule(
        "R304",
        "missing or other evidence counts as good",
        _ERROR,
        "What costs reward when it is bad must not be paid when it is missing.",
        "Count what was planned, not what came back; let only the one good word pass.",
    ),
    Rule(
        "R305",
        "success that was only printed is paid",
        _ERROR,
        "Whoever writes the code writes what it prints.",
        "Read the exit code and the report that the harness itself wrote.",
    ),
    Rule(
        "R306",
        "a number out of bounds pays more than the work",
        _ERROR,
        "An unbounded term outgrows everything else.",
        "Bound every term, and take distances without their sign.",
    ),
    Rule(
        "R307",
        "what the agent writes decides its reward",
        _ERROR,
        "An agent that can write its reward will.",
        "Clear that place before verifying, and read only what the verifier wrote.",
    ),
    Rule(
        "R308",
        "an end state with harm beside the work is paid in full",
        _ERROR,
        "The work was done twice, something else was done, or something else was destroyed.",
        "Compare the whole end state with the one that was wanted.",
    ),
    Rule(
        "P901",
        "a prompt tells what is measured",
        _ERROR,
        "A model that was told does not show whether it would have known.",
        "Take the sentence out, or measure with it and without it and report both.",
    ),
    Rule(
        "P902",
        "a prompt holds what belongs to a case under test",
        _ERROR,
        "What is measured then is memory.",
        "Make examples of cases of their own; those of `--cases train` share no id with the test.",
    ),
    Rule(
        "P903",
        "a prompt speaks of being scored",
        _WARNING,
        "A model that knows it is tested may behave as it does only in tests.",
        "Tell the task and not the measurement.",
    ),
    Rule(
        "R401",
        "a row's reward depends on its batch",
        _WARNING,
        "Neighbours, order or batch size decide what an answer earns.",
        "Score each row by itself, and pair results with rows by index.",
    ),
    Rule(
        "R402",
        "the same answer earns differently when scored again",
        _ERROR,
        "Something is left over from an earlier call, or drawn.",
        "Keep no state between calls; seed what is drawn.",
    ),
    Rule(
        "R403",
        "an odd answer makes the reward fail",
        _WARNING,
        "An exception in a reward ends a training run, or is turned into a score by somebody else.",
        "Catch what a completion can cause, and return None or the lowest reward.",
    ),
    Rule(
        "R404",
        "the reward changes what it is given",
        _WARNING,
        "The next reward, or the next epoch, scores something else than what the policy did.",
        "Copy what is changed before it is changed.",
    ),
)

RULES: dict[str, Rule] = {rule.id: rule for rule in _TABLE}
"""Every rule by its id."""


def selected(select: tuple[str, ...] = (), ignore: tuple[str, ...] = ()) -> frozenset[str]:
    """Return the ids that prefixes choose: all or those selected, less those ignored.

    Raises `CannotAuditError` for a prefix that fits no rule, and if none is left.
    """
    for option, prefixes in (("--select", select), ("--ignore", ignore)):
        for prefix in prefixes:
            if not any(rule.startswith(prefix) for rule in RULES):
                raise unknown(option, prefix, RULES)
    chosen = {rule for rule in RULES if not select or rule.startswith(select)}
    kept = frozenset(rule for rule in chosen if not (ignore and rule.startswith(ignore)))
    if not kept:
        raise CannotAuditError(f"--ignore {','.join(ignore)}: leaves no rule of those selected")
    return kept
