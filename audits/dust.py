"""What is no difference between two rewards: the noise of sums of floats."""

FLOAT_DUST = 1e-9
"""Two rewards, or two shares of one, that are nearer are the same."""

ROUNDING = 1e-6
"""What a user's reward may lose or win by rounding, as a share of the reference's reward."""
