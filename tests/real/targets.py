"""Rewards that people use, each with what is known of it. To add one, add a line."""

from __future__ import annotations

from dataclasses import dataclass

ROWS = "tests/real/rows"
OWN = "tests/real/rewards"


@dataclass(frozen=True)
class Real:
    """One reward: where it is, on which rows, and what a reader should know of the result."""

    environment: str
    target: str
    rows: str
    note: str = ""
    """What is by design, or by the rows; nothing where the finding speaks for itself."""
    holes: tuple[str, ...] = ()
    """Mechanisms that are known to be paid; the audit has to find each."""
    clean: bool = False
    """Whether no error may be found."""
    stub: bool = False
    package: str = ""
    """Whose version is stated; the environment's name if left out."""

    @property
    def words(self) -> list[str]:
        """The command line without the Python."""
        stub = ["--stub-parents"] if self.stub else []
        return ["audit", self.target, "--rows", f"{ROWS}/{self.rows}.jsonl", *stub]

    @property
    def name(self) -> str:
        """The file name of its result."""
        return "".join(c if c.isalnum() else "-" for c in f"{self.environment}-{self.target}")


VERL = "verl.utils.reward_score"
KIT = "reward_kit.rewards"
INSPECT = "inspect_ai.scorer"
READS_NO_DENIAL = (
    "It looks for the answer in the text and does not read what is said of it: by design."
)
GRADED = "A graded likeness: part of the pay for part of the answer is by design."

TARGETS = (
    Real("math", "trl.rewards:accuracy_reward", "math", holes=("a false equation",), package="trl"),
    Real("math", "trl.rewards:reasoning_accuracy_reward", "math", package="trl"),
    Real(
        "math",
        "trl.rewards:think_format_reward",
        "math",
        "A reward for the format alone: it pays any answer in it by design.",
        holes=("the form left empty",),
        package="trl",
    ),
    Real(
        "math",
        "math_verify:verify",
        "math",
        "It takes the last number or formula of any text by design; that a false equation is "
        "paid is not.",
        holes=("a false equation",),
        package="math-verify",
    ),
    Real("verl", f"{VERL}.gsm8k:compute_score", "numbers", stub=True),
    Real("verl", f"{VERL}.math_dapo:compute_score", "numbers", stub=True),
    Real(
        "verl",
        f"{VERL}.math_reward:compute_score",
        "numbers",
        "`k = 17` is taken for 17 by design; `9=17` with it.",
        stub=True,
    ),
    Real("verl", f"{VERL}.math_batch:compute_score_batched", "numbers", stub=True),
    Real("verl", f"{VERL}.geo3k:compute_score", "numbers", stub=True),
    Real("verl", f"{VERL}.search_r1_like_qa_em:compute_score", "search", stub=True),
    Real(
        "verl",
        f"{VERL}.math_verify:compute_score",
        "numbers",
        "It starts processes that import all of verl, which is not installed here.",
        stub=True,
    ),
    Real(
        "inspect",
        f"{INSPECT}:match()",
        "words",
        READS_NO_DENIAL,
        ("hedging",),
        package="inspect-ai",
    ),
    Real(
        "inspect",
        f"{INSPECT}:includes()",
        "words",
        READS_NO_DENIAL,
        ("hedging",),
        package="inspect-ai",
    ),
    Real("inspect", f"{INSPECT}:exact()", "words", clean=True, package="inspect-ai"),
    Real("inspect", f"{INSPECT}:f1()", "words", GRADED, package="inspect-ai"),
    Real("inspect", f"{INSPECT}:pattern('ANSWER: (.*)')", "words", package="inspect-ai"),
    Real("inspect", f"{INSPECT}:choice()", "choice", package="inspect-ai"),
    Real("autoevals", "autoevals:ExactMatch", "words", clean=True),
    Real("autoevals", "autoevals:Levenshtein", "words", GRADED, clean=True),
    Real("autoevals", "autoevals:JSONDiff", "words", GRADED, clean=True),
    Real("reward-kit", f"{KIT}.accuracy:accuracy_reward", "words", stub=True),
    Real("reward-kit", f"{KIT}.math:math_reward", "numbers", stub=True),
    Real(
        "reward-kit",
        f"{KIT}.length:length_reward",
        "words",
        "A reward for the length alone: it pays any text of it by design.",
        stub=True,
    ),
    Real(
        "openenv",
        f"{OWN}/gated.py:rubric()",
        "words",
        "A rubric of ours, of its parts.",
        clean=True,
    ),
    Real("deepeval", "deepeval.metrics:ExactMatchMetric", "words", clean=True),
    Real("deepeval", "openevals.exact:exact_match", "words", clean=True, package="openevals"),
    Real(
        "deepeval",
        "openevals.string.levenshtein:levenshtein_distance",
        "words",
        GRADED,
        clean=True,
        package="openevals",
    ),
    Real(
        "verifiers",
        f"{OWN}/capital.py:Capital",
        "words",
        "A task of ours that looks for the answer in the reply, to see that its traces are scored.",
        holes=("hedging",),
    ),
)
"""Every reward of the lane but the data sets of reasoning-gym, which one command audits."""

GYM_HOLES = {
    "game_of_life_halting": "saying nothing",
    "complex_arithmetic": "saying nothing",
    "gsm_symbolic": "negating the answer",
}
"""Data sets of reasoning-gym with a known hole, and the mechanism that shows it."""

GYM_NOTES = {
    "coin_flip": "It pays for a common beginning, and `0` begins every small probability.",
    "complex_arithmetic": "The distance to nan is nan, and the pay made of it is full.",
    "game_of_life_halting": "It compares whether the two texts are empty, not what they say.",
    "intermediate_integration": "The answer is parsed as Python, where `A or B` is A.",
    "polynomial_multiplication": "The answer is parsed as Python, where `A or B` is A.",
    "simple_integration": "The answer is parsed as Python, where `A or B` is A.",
    "prime_factorization": "Half of the pay for a right product of factors that are not prime is "
    "by design; the number itself, given back, is such a product.",
    "puzzle24": "Whether the numbers are the puzzle's own is not looked at: an expression that "
    "makes 24 is paid on every row.",
    "quantum_lock": "It picks the buttons out of the text; what else stands there is not read.",
    "sokoban": "It picks the moves out of the text; what else stands there is not read.",
}
"""What a reader should know of the result for a data set of reasoning-gym."""

GYM_CLEAN = ("dice", "zebra_puzzles", "number_sorting", "spiral_matrix")
"""Data sets of reasoning-gym that pay for nothing but the answer."""
