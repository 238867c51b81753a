"""Checks of the mail servers: log in, look into the folder, and send the judge a mail of his own."""

import os
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime

from pbem.config import Config
from pbem.mail.errors import MailError
from pbem.mail.inbox import open_inbox
from pbem.mail.outbox import open_outbox
from pbem.service import logins

from .findings import Finding, Patient, fail, ok, warn

#: Seconds by which the server's clock may be away from ours.
LITTLE, MUCH = 120, 900
_TOML = "pbem.toml"


def inbox(patient: Patient) -> Iterator[Finding]:
    """Log in, and look into the folder."""
    yield from _opened(patient, "inbox", open_inbox)


def outbox(patient: Patient) -> Iterator[Finding]:
    """Log in."""
    yield from _opened(patient, "outbox", open_outbox)


def _opened(patient: Patient, box: str, open_box: object) -> Iterator[Finding]:
    if patient.config is None:
        return
    if patient.server(box) and not patient.mail:
        yield ok("not asked (--no-mail)")
        return
    try:
        url = getattr(patient.config, box).url
        with open_box(url, logins.secret(patient.config, patient.folder, box), patient.folder) as opened:  # type: ignore[operator]
            yield ok(str(opened.check()))
    except MailError as error:
        remedy = f"Correct [{box}] in {patient.folder / _TOML} or the password (docs/operating.md, Mail servers), then look again."
        yield fail(str(error), remedy)


def round_trip(patient: Patient) -> Iterator[Finding]:
    """A mail of the judge to himself arrives; with subaddresses on, at one of those."""
    config, there = patient.config, patient.server("inbox")
    if config is None:
        return
    if not there or not patient.server("outbox"):
        yield ok("mail lies in a folder: nothing is sent, so there is nothing to try")
        return
    if not patient.mail:
        yield ok("not tried (--no-mail)")
        return
    try:
        yield from _tried(patient, config)
    except MailError as error:
        yield fail(f"could not be tried: {error}", "Mend inbox and outbox first, then look again.")


def _tried(patient: Patient, config: Config) -> Iterator[Finding]:
    from pbem.mail import roundtrip
    from pbem.mail.imap import ImapInbox

    judge, nonce = config.judge, f"pbem-doctor-{secrets.token_hex(8)}"
    local, _, domain = judge.address.rpartition("@")
    to = f"{local}+doctor@{domain}" if judge.subaddress else judge.address
    with open_inbox(config.inbox.url, logins.secret(config, patient.folder, "inbox"), patient.folder) as box:
        assert isinstance(box, ImapInbox)
        before = roundtrip.newest(box)
        begun = datetime.now(UTC)
        with open_outbox(
            config.outbox.url, logins.secret(config, patient.folder, "outbox"), patient.folder
        ) as out:
            outcome = roundtrip.send(out, judge.address, judge.name, to, nonce, begun)
        if outcome.state != "sent":
            remedy = f"Mend what the server names; may {judge.address} send by [outbox] url? (docs/providers)"
            yield fail(f"the mail to {to} was not taken: {outcome.reason}", remedy)
            return
        back = roundtrip.wait(box, before, nonce, _seconds())
    if back is None:
        yield _lost(config, to)
        return
    yield ok(f"a mail to {to} came back after {back.seconds:.0f} seconds; the next poll passes it over")
    yield from _clock(begun, datetime.now(UTC), back.received)
    yield from _vouched(config, back.authserv)


def _seconds() -> float:
    """How long it is waited for; PBEM_DOCTOR_SECONDS where servers are slow."""
    return float(os.environ.get("PBEM_DOCTOR_SECONDS") or 30)


def _lost(config: Config, to: str) -> Finding:
    if config.judge.subaddress:
        said = (
            f"a mail to {to} was sent and did not come back in time: such addresses may not reach the inbox"
        )
        return fail(
            said,
            'Take subaddress = "+" out of [judge] in pbem.toml, or let the server deliver them; then look again.',
        )
    said = f"a mail to {to} was sent and did not come into {config.inbox.url} in time"
    return fail(
        said,
        "Look into the spam folder and the server's log: is [judge] address the one whose mail [inbox] holds?",
    )


def _clock(begun: datetime, ended: datetime, received: datetime | None) -> Iterator[Finding]:
    """Letters count by the server's clock (INTERNALDATE): it must agree with ours."""
    if received is None:
        return
    away = max((begun - received).total_seconds(), (received - ended).total_seconds(), 0)
    remedy = "Set the clock of this machine (`timedatectl set-ntp true`), or ask who runs the mail server: letters count by its clock."
    if away > MUCH:
        yield fail(f"the mail server's clock and ours are {away / 60:.0f} minutes apart", remedy)
    elif away > LITTLE:
        yield warn(f"the mail server's clock and ours are {away:.0f} seconds apart", remedy)
    else:
        yield ok("the mail server's clock agrees with ours")


def _vouched(config: Config, found: str) -> Iterator[Finding]:
    """[inbox] authserv, against what the server wrote on top."""
    wanted = config.inbox.authserv
    if wanted and found and not _same(wanted, found):
        said = f'[inbox] authserv is "{wanted}", but this mail bears Authentication-Results of {found}'
        yield warn(
            said,
            f'If {found} is your own server, write authserv = "{found}"; with a wrong name no letter counts.',
        )
    elif wanted:
        yield ok(f"authserv {wanted}" + ("" if found else "; mail within one server often bears none"))
    elif found:
        yield ok(
            f'your server writes Authentication-Results as {found}: authserv = "{found}" in [inbox] would refuse forged senders'
        )


def _same(wanted: str, found: str) -> bool:
    wanted, found = wanted.lower(), found.lower()
    return wanted in (found, "microsoft365") or (wanted.startswith("*.") and found.endswith(wanted[1:]))
