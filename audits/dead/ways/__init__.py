"""The ways to die, one module for each thing that can fail."""
