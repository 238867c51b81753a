"""`pbem doctor`: looks into everything a site stands on, and says how to mend what it finds.

Every check is a function of the patient, in a module of its neighbours; one that breaks says so and breaks no other.  Nothing is changed, but for
one mail that the judge sends to himself.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from . import database, games, machine, polls, post, secrets, settings
from .findings import FAIL, OK, WARN, Finding, Patient

Check = Callable[[Patient], Iterable[Finding]]

#: What is looked at, in this order, and under which name it stands in the table.
CHECKS: tuple[tuple[str, Check], ...] = (
    ("versions", machine.versions),
    ("settings", settings.readable),
    ("addresses", settings.addresses),
    ("database", database.reachable),
    ("tables", database.tables_of),
    ("integrity", database.integrity),
    ("journals", database.journals),
    ("zones", settings.zones),
    ("inbox", post.inbox),
    ("outbox", post.outbox),
    ("round trip", post.round_trip),
    ("lock", polls.lock),
    ("polls", polls.regular),
    ("trouble", polls.trouble),
    ("timer", polls.timer),
    ("clock", polls.clock),
    ("disk", machine.disk),
    ("log", machine.log),
    ("language", machine.language),
    ("secrets", secrets.permissions),
    ("games", games.standing),
    ("mail", games.mail),
    ("backup", games.backup),
)


def examine(folder: Path, now: datetime, mail: bool = True) -> list[Finding]:
    """All findings, in the order of `CHECKS`.  `mail` False: no mail server is asked, and nothing is sent."""
    patient = Patient(folder, now, mail)
    try:
        return [found for name, check in CHECKS for found in _checked(name, check, patient)]
    finally:
        patient.close()


def _checked(name: str, check: Check, patient: Patient) -> list[Finding]:
    """What one check finds; what breaks it is a finding, too."""
    try:
        return [found._replace(check=name) for found in check(patient)]
    except Exception as error:
        said = f"could not be looked at ({type(error).__name__}: {' '.join(str(error).split())[:200]})"
        return [Finding(WARN, said, "Mend what failed above, then say `pbem doctor` again.", name)]


__all__ = ["CHECKS", "FAIL", "OK", "WARN", "Finding", "examine"]
