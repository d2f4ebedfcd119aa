"""Rewards of every calling convention, as their users write them; they run in a worker."""

import asyncio
import signal
import time
from types import SimpleNamespace


def trl(completions, answer, trainer_state, log_extra, log_metric, **kwargs):
    log_extra("answer", answer)
    log_metric("mean", 0.5)
    assert trainer_state.global_step == 0
    assert len(kwargs["prompts"]) == len(kwargs["completion_ids"]) == len(completions)
    return [float(said == gold) for said, gold in zip(completions, answer, strict=True)]


async def trl_chat(prompts, completions, answer, **kwargs):
    await asyncio.sleep(0)
    assert prompts[0][-1]["role"] == "user"
    said = [completion[-1]["content"] for completion in completions]
    return [float(one == gold) for one, gold in zip(said, answer, strict=True)]


def trl_some_none(completions, answer, **kwargs):
    return [None if said != gold else 1.0 for said, gold in zip(completions, answer, strict=True)]


def verl(data_source, solution_str, ground_truth, extra_info=None):
    assert data_source == "clawback" and extra_info == {}
    return {"score": float(solution_str == ground_truth), "acc": True}


def verl_batched(data_sources, solution_strs, ground_truths, extra_infos):
    assert len(data_sources) == len(extra_infos) == len(solution_strs)
    pairs = zip(solution_strs, ground_truths, strict=True)
    return [{"score": float(said == gold)} for said, gold in pairs]


def injected(completion, answer, state, info, parser):
    assert state["answer"] == answer and state["prompt"][0]["role"] == "user" and info == {}
    return float(parser.parse_answer(completion) == answer)


async def injected_state_only(state, parser):
    return float(parser.parse_answer(state["completion"]) == state["answer"])


def grade(sample, item):
    return float(sample["output_text"] == item["answer"])


def get_assert(output, context):
    right = output == context["vars"]["answer"]
    return {"pass": right, "score": float(right), "reason": "it is so"}


def kit(messages, ground_truth, **kwargs):
    right = messages[-1]["content"] == ground_truth[-1]["content"]
    return SimpleNamespace(score=float(right), is_score_valid=True, error=None)


def kit_invalid(messages, ground_truth, **kwargs):
    right = messages[-1]["content"] == ground_truth
    return SimpleNamespace(score=float(right), is_score_valid=right, error=None)


def openevals(*, outputs, reference_outputs, inputs=None):
    return {"key": "exact", "score": outputs == reference_outputs, "comment": None}


class Autoeval:
    """A class whose instances are called; stateful, so that each call needs a fresh one."""

    def __init__(self):
        self.calls = 0

    def __call__(self, output, expected=None, **kwargs):
        self.calls += 1
        return SimpleNamespace(name="exact", score=float(output == expected and self.calls == 1))


class Rubric:
    """One step of an episode, reset before each."""

    def __init__(self):
        self.done = True

    def reset(self):
        self.done = False

    def __call__(self, action, observation):
        assert not self.done and observation.done
        self.done = True
        return float(action.content == observation.answer)


class Lights:
    """A data set that scores its own rows, with metadata that JSON would spoil."""

    def __init__(self, size):
        self.size = size

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        return {
            "question": f"What is {index} plus {index}?",
            "answer": str(2 * index),
            "metadata": {(index, index): {2 * index}},
        }

    def score_answer(self, answer, entry):
        ((_, right),) = entry["metadata"].items()
        return float(answer is not None and answer.strip() in {str(one) for one in right})


class ClassicRubric:
    """Scores a rollout's state, which holds the reward afterwards."""

    async def score_rollout(self, state):
        state["reward"] = float(state["completion"][-1]["content"] == state["answer"])


def alarmed(completion, answer):
    """Set an alarm of its own, as a library with a time limit does, and clear every alarm."""
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.alarm(5)
    signal.alarm(0)
    if completion == "hang":
        time.sleep(60)
    return float(completion == answer)


def alarm_left_armed(completion, answer):
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    return float(completion == answer)


def unheard_of(alpha, beta):
    return float(alpha == beta)


def make(threshold):
    return unheard_of


class PaysAnything(Lights):
    """A data set that pays any answer at all."""

    def score_answer(self, answer, entry):
        return 1.0


def by_position(completion, answer, /, strict=True):
    return float(completion == answer)


def kind_to_strangers(completions, answer):
    """Pays a little for whatever it cannot read, and it reads chat messages."""
    try:
        said = [messages[0]["content"] for messages in completions]
    except TypeError:
        return [0.1] * len(completions)
    return [float(one == gold) for one, gold in zip(said, answer, strict=True)]


class Environment:
    """Has a rubric and is none, as in OpenEnv and in verifiers 0.1."""

    def __init__(self):
        self.rubric = Rubric()

    def reset(self):
        pass

    def step(self, action):
        pass


class ClassicEnvironment:
    """As verifiers 0.1 has them."""

    def __init__(self):
        self.rubric = ClassicRubric()


async def _exact(state, target):
    return 1.0


class InspectTask:
    def __init__(self, *scorers):
        self.dataset, self.scorer = [], list(scorers)


one_scorer = InspectTask(_exact)
two_scorers = InspectTask(_exact, _exact)


class Taskset:
    """As verifiers 0.4 has them: a class of tasks, told by a class method."""

    def load(self):
        return []

    @classmethod
    def task_type(cls):
        return Rubric
