"""The laws themselves: one module per small group, each ending in its table."""
