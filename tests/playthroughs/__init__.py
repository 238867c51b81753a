"""Whole games, one for each way to end: the letters, and every report that came of them (`python -m tests.playthroughs`)."""
