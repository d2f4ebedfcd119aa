"""How a report is written: one module per format and report. Reads reports, decides nothing."""
