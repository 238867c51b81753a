"""The mail server of docs/providers/postfix.md, word for word but for names, folders and ports; and the pages' pbem.toml."""

import os
import re
import shutil
import smtplib
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from pbem.config import parse
from pbem.mail.errors import MailError
from pbem.mail.inbox import open_inbox
from pbem.mail.outbox import Outgoing, open_outbox
from tests.mailstack.stack import Stack

PAGES = Path(__file__).parents[2] / "docs" / "providers"
JUDGE, PASSWORD = "judge@example.org", "the judge's password"
LETTER = b"From: anna@players.test\nTo: judge@example.org\nSubject: x\n\nREADY\n"
#: What the machine of a test needs besides: no network, high ports, other folders.
MORE_POSTFIX = """
queue_directory = {folder}/spool
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
alias_maps =
alias_database =
local_transport = error:no local delivery
default_transport = error:the test sends nothing outside
smtp_dns_support_level = disabled
smtpd_peername_lookup = no
"""
MORE_DOVECOT = """
base_dir = {folder}/run
state_dir = {folder}/state
listen = 127.0.0.1
log_path = {folder}/dovecot.log
auth_failure_delay = 0 secs
service imap-login {{
  chroot =
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
"""


def blocks(page: str) -> dict[str, str]:
    """Each file that a page shows, by its path."""
    text = (PAGES / page).read_text("utf-8")
    found = re.findall(r"^[^\n`]*`(/etc/[\w./-]+)`[^\n]*:\n\n```\n(.*?)```", text, re.MULTILINE | re.DOTALL)
    return dict(found)


class Documented(msgspec.Struct):
    """Where it listens."""

    smtp: int
    smtps: int
    imaps: int
    cafile: Path

    def inbox_url(self, user: str = JUDGE) -> str:
        return f"imaps://{user}@localhost:{self.imaps}/INBOX?cafile={self.cafile}"

    def outbox_url(self) -> str:
        return f"smtps://{JUDGE}@localhost:{self.smtps}?cafile={self.cafile}"


@pytest.fixture(scope="module")
def documented(mail_servers: Stack) -> Iterator[Documented]:
    folder = mail_servers.folder / "documented"
    base = mail_servers.base + 100
    places = Documented(base + 25, base + 465, base + 193, mail_servers.cafile)
    for name in ("spool", "data", "run", "state", "vmail", "etc/postfix", "etc/dovecot"):
        (folder / name).mkdir(parents=True)
    shutil.chown(folder / "data", "postfix")
    shutil.chown(folder / "vmail", "vmail")
    _write(folder, _files(folder, places, mail_servers))
    log, dovecot, postfix = folder / "log", folder / "etc/dovecot/dovecot.conf", folder / "etc/postfix"
    try:
        _run(log, "postfix", "-c", str(postfix), "start")  # it makes the folder of the sockets
        _run(log, "dovecot", "-c", str(dovecot))
        yield places
    finally:
        for stop in (("postfix", "-c", str(postfix), "stop"), ("doveadm", "-c", str(dovecot), "stop")):
            with suppress(AssertionError):  # it did not start
                _run(log, *stop)
        shutil.rmtree(folder)


def _files(folder: Path, places: Documented, stack: Stack) -> dict[str, str]:
    """The page's files, and what a test's machine needs besides."""
    files = {path: _moved(text, folder, stack) for path, text in blocks("postfix.md").items()}
    ask = ["doveadm", "pw", "-s", "SHA512-CRYPT", "-p", PASSWORD]
    hashed = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    files["/etc/dovecot/users"] = f"{JUDGE}:{hashed}\n"
    files["/etc/postfix/main.cf"] += MORE_POSTFIX.format(folder=folder)
    files["/etc/dovecot/dovecot.conf"] += MORE_DOVECOT.format(folder=folder, imaps=places.imaps)
    usual = (stack.folder / "postfix/master.cf").read_text().partition("pickup ")
    here = f"127.0.0.1:{places.smtps} inet n - n"
    ours = files["/etc/postfix/master.cf"].replace("submissions inet n       -       y", here)
    files["/etc/postfix/master.cf"] = (
        f"127.0.0.1:{places.smtp} inet n - n - - smtpd\n{ours}\npickup {usual[2]}"
    )
    return files


def _write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        (folder / path[1:]).write_text(text, "utf-8")
    shutil.chown(folder / "etc/dovecot/users", "root", "dovecot")


def _moved(text: str, folder: Path, stack: Stack) -> str:
    for old, new in (
        ("/etc/letsencrypt/live/mail.example.org/fullchain.pem", f"{stack.folder}/certs/server.pem"),
        ("/etc/letsencrypt/live/mail.example.org/privkey.pem", f"{stack.folder}/certs/server.key"),
        ("/etc/", f"{folder}/etc/"),
        ("/var/vmail", f"{folder}/vmail"),
        ("/var/spool/postfix", f"{folder}/spool"),
    ):
        text = text.replace(old, new)
    return text


def _run(log: Path, *command: str) -> None:
    path = os.environ | {"PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}
    with log.open("a") as told:  # a daemon that keeps our own output would hang us
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=told, stderr=told, env=path, timeout=60
        )
    assert done.returncode == 0, (command, log.read_text()[-1000:])


@pytest.mark.servers
def test_the_server_of_the_page_takes_letters_keeps_strangers_out_and_serves_the_judge(
    documented: Documented,
) -> None:
    with smtplib.SMTP("127.0.0.1", documented.smtp, local_hostname="localhost", timeout=20) as outside:
        outside.sendmail("anna@players.test", [JUDGE], LETTER)
        outside.sendmail("anna@players.test", ["judge+0123456789abcdef@example.org"], LETTER)
        for nobody in ("nobody@example.org", "anna@players.test"):  # no such mailbox; no relay for strangers
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                outside.sendmail("anna@players.test", [nobody], LETTER)
    with open_outbox(documented.outbox_url(), PASSWORD, Path()) as outbox:
        raw = b"From: judge@example.org\nTo: judge@example.org\n\nA mail of ours.\n"
        outcome = outbox.send(Outgoing("1", "judge+b-0123456789abcdef@example.org", JUDGE, raw))
        assert outcome.state == "sent", outcome.reason
    found: dict[str, bytes] = {}
    with open_inbox(documented.inbox_url(), PASSWORD, Path()) as inbox:
        for _ in range(200):
            found |= {delivery.key: delivery.raw for delivery in inbox.fetch(found)}
            if len(found) == 3:
                break
            inbox._drop()  # type: ignore[attr-defined]
    assert sum(b"A mail of ours." in raw for raw in found.values()) == 1
    assert sum(b"READY" in raw for raw in found.values()) == 2
    assert any(b"judge+0123456789abcdef@example.org" in raw for raw in found.values())


@pytest.mark.servers
def test_nobody_gets_in_without_the_password(documented: Documented) -> None:
    with (
        open_inbox(documented.inbox_url(), "wrong", Path()) as inbox,
        pytest.raises(MailError, match="refuses"),
    ):
        inbox.check()
    with open_outbox(documented.outbox_url(), "wrong", Path()) as outbox:
        assert outbox.send(Outgoing("1", JUDGE, JUDGE, LETTER)).tried is False
    with smtplib.SMTP("127.0.0.1", documented.smtp, local_hostname="localhost", timeout=20) as outside:
        outside.ehlo()
        assert not outside.has_extn("auth")


@pytest.mark.parametrize("page", sorted(path.name for path in PAGES.glob("*.md")))
def test_the_settings_of_each_page_are_such_as_pbem_understands(page: str) -> None:
    shown = re.findall(r"```toml\n(.*?)```", (PAGES / page).read_text("utf-8"), re.DOTALL)
    assert shown or page == "README.md"
    for text in shown:
        judge = tomllib.loads(text).get("judge", {})
        start = "" if judge else '[judge]\naddress = "judge@example.org"\n'
        full = re.sub(
            r"(address = .*\n)", r'\1moderator = "you@example.org"\ntimezone = "UTC"\n', start + text, count=1
        )
        parse(full, Path("pbem.toml"))
