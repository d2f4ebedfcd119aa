"""A verifiers task of the usual shape; its reward looks for the answer in the reply."""

import verifiers.v1 as vf


class Data(vf.TaskData):
    answer: str = ""


class Capital(vf.Task[Data]):
    @vf.reward(weight=1.0)
    async def right(self, task, trace):
        return float(task.answer.lower() in trace.last_reply.lower())
