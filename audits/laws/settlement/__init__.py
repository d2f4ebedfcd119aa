"""The settlement desk's part of the laws: its cases and calls, and laws of its scorer and desk."""
