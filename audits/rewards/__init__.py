"""The audit of somebody's reward: controls, attacks, dead runs, laws, right answers denied."""
