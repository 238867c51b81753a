"""A bot plays for who is away, silent or gone, from nothing but his view."""

from datetime import datetime

from pbem.config import Config

from .record import Record


def fill(record: Record, config: Config, now: datetime) -> None:
    """Before a session is resolved: orders for the seats on autopilot."""
