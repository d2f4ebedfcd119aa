"""What a prompt gives away: of the rules that the reference works by, and of the cases under test.

It reads words, sentence by sentence, and understands none. What it finds is there to be read; a
prompt that says the same in other words passes.
"""

from audits.leak.audit import leak
from audits.leak.known import ALL_LORE, KNOWN, Known
from audits.leak.lore import LORE, Lore
from audits.leak.prompt import Prompt, built_in, read_prompt

__all__ = [
    "ALL_LORE",
    "KNOWN",
    "LORE",
    "Known",
    "Lore",
    "Prompt",
    "built_in",
    "leak",
    "read_prompt",
]
