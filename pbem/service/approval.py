"""Resolutions that wait for the moderator (`approval=on`)."""

from datetime import datetime

from pbem.config import Config

from .record import Record


def waits(record: Record, config: Config, now: datetime) -> bool:
    """Is this game, which is due, to wait for `pbem approve`?"""
    return False
