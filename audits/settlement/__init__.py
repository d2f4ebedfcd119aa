"""The settlement benchmark: runs into a results folder, and every table made from that folder."""
