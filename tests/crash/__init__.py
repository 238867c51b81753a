"""Polls that are killed at every named moment, mail that comes twice, late and in disorder, a mail server that fails; and what must
be true afterwards.

`tests/crash/test_crash.py` is what every run of the tests does; `make crash` (python -m tests.crash) goes on as long as it is told.
"""
