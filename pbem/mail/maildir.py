"""Folders of message files (Maildir): the embedded mailboxes, which need no server.

A file is written under `tmp`, synced, and renamed into `new`; so a reader never sees half a message, and a
message that we call sent survives a power cut.
"""

import ctypes
import os
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote, unquote_to_bytes

import msgspec

from pbem.mail.errors import MailError
from pbem.mail.inbox import Delivery, Known, unknown
from pbem.mail.limits import MAX_HEADER_BLOCK, MAX_MESSAGE, shortened
from pbem.mail.outbox import Outcome, Outgoing, fault, sent
from pbem.mail.points import point

_PREFIX = "maildir:"
_INFO = ":2,"
_ODD = re.compile(r"[^A-Za-z0-9@_=+.-]|^\.")
_BATCH = 200
#: From so many files on, one call for the whole disk (Linux) is cheaper than one for each file.
_MANY = 8
_syncfs = getattr(ctypes.CDLL(None, use_errno=True), "syncfs", None) if sys.platform == "linux" else None


def make_maildir(folder: Path) -> None:
    """The folder with its three subfolders, private to us.  MailError if they cannot be made."""
    try:
        for name in ("tmp", "new", "cur"):
            (folder / name).mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise MailError(f"the mail folder {folder} cannot be made: {error.strerror}") from None


def _plain(name: str) -> str:
    """A file name without its flags."""
    return name.partition(_INFO)[0]


def _unique(name: str) -> str:
    """What of a file name stays the same when it is read; as text that can be stored, whatever bytes it is made of."""
    unique = _plain(name)
    return unique if unique.isprintable() and unique.isascii() else quote(os.fsencode(unique))


class Looked(msgspec.Struct, frozen=True):
    """When `cur` was last looked through: its time of change then (ns), and the hour.

    Whoever moves a message there changes that time, so while it stays as it was only we have moved any.  Once an hour we look all
    the same, because a clock's ticks are not infinitely fine.
    """

    changed: int
    hour: str


def _this_hour() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H")


class MaildirInbox:
    """Messages in `new`, and in `cur` for the case that a mail program looked at them before we did."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._looked: Looked | None = None

    @property
    def mark(self) -> str:
        return msgspec.json.encode(self._looked).decode() if self._looked else ""

    def __enter__(self) -> Self:
        make_maildir(self.folder)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def _names(self, where: str) -> list[str]:
        try:
            return [name for name in os.listdir(self.folder / where) if not name.startswith(".")]
        except OSError as error:
            raise MailError(
                f"the mail folder {self.folder / where} cannot be read: {error.strerror}; run `pbem init`"
            ) from None

    def fetch(self, known: Known = (), limit: int | None = None, mark: str = "") -> Iterator[Delivery]:
        """See `Inbox.fetch`; oldest first by file name.  Files that cannot be read or have vanished are
        left for next time.
        """
        found = {_unique(name): ("cur", name) for name in self._moved(mark)}
        found |= {_unique(name): ("new", name) for name in self._names("new")}
        keys = unknown(known, [_PREFIX + unique for unique in sorted(found)])
        fresh = (key.removeprefix(_PREFIX) for key in keys)
        deliveries = (self._read(unique, *found[unique]) for unique in fresh)
        yield from islice((delivery for delivery in deliveries if delivery), limit)

    def _moved(self, mark: str) -> list[str]:
        """The files in `cur`, if others have moved any there since the `mark`; there may be tens of thousands that we know."""
        try:
            before = msgspec.json.decode(mark, type=Looked)
        except msgspec.DecodeError:
            before = None
        self._looked = Looked(self._changed(), _this_hour())
        return [] if self._looked == before else self._names("cur")

    def _changed(self) -> int:
        try:
            return os.stat(self.folder / "cur").st_mtime_ns
        except OSError:
            return 0

    def _read(self, unique: str, where: str, name: str) -> Delivery | None:
        try:
            with open(self.folder / where / name, "rb", buffering=0) as file:
                status = os.fstat(file.fileno())
                size = status.st_size
                raw = file.read(MAX_MESSAGE + 1 if size <= MAX_MESSAGE else MAX_HEADER_BLOCK)
        except OSError:  # taken away or a folder
            return None
        if size > MAX_MESSAGE:
            raw = shortened(raw, size)
        return Delivery(_PREFIX + unique, raw, datetime.fromtimestamp(status.st_mtime, UTC), size)

    def done(self, keys: Iterable[str]) -> None:
        """Move files from `new` to `cur` with the flag S (seen); what is elsewhere stays there."""
        ours = self._looked is not None and self._looked.changed == self._changed()
        self._move(keys)
        if self._looked is not None and ours:
            self._looked = Looked(self._changed(), self._looked.hour)

    def _move(self, keys: Iterable[str]) -> None:
        for key in keys:
            unique = key.removeprefix(_PREFIX)
            if "/" in unique:
                continue
            on_disk = os.fsdecode(unquote_to_bytes(unique)) if "%" in unique else unique
            for name in (unique, unique + _INFO, on_disk, on_disk + _INFO):
                try:
                    os.rename(self.folder / "new" / name, self.folder / "cur" / f"{_plain(name)}{_INFO}S")
                    break
                except OSError:
                    continue

    def check(self) -> str:
        make_maildir(self.folder)
        if not os.access(self.folder / "cur", os.W_OK) or not os.access(
            self.folder / "new", os.R_OK | os.W_OK
        ):
            raise MailError(
                f"the mail folder {self.folder} may not be written by this user; mend its owner or mode"
            )
        return f"maildir {self.folder}: {len(self._names('new'))} new, {len(self._names('cur'))} read"


class MaildirOutbox:
    """Everything sent is a file in `new`, named after the id of the mail: sending again overwrites it."""

    at_once = 50

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> Self:
        make_maildir(self.folder)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def send(self, mail: Outgoing) -> Outcome:
        """Write one mail; see `send_all`."""
        return next(outcome for _, outcome in self.send_all([mail]))

    def send_all(self, mails: Iterable[Outgoing]) -> Iterator[tuple[str, Outcome]]:
        """Write mails in batches: files on disk first, then their names, and then only is any of them called sent."""
        waiting = iter(mails)
        while batch := list(islice(waiting, _BATCH)):
            yield from zip((mail.id for mail in batch), self._deliver(batch), strict=True)

    def _deliver(self, batch: list[Outgoing]) -> list[Outcome]:
        at_once = _syncfs is not None and len(batch) >= _MANY
        outcomes = [self._write(mail, sync=not at_once) for mail in batch]
        try:
            if at_once:
                _sync_filesystem(self.folder / "tmp")
        except OSError as error:
            return [
                Outcome("retry", f"the disk of {self.folder} could not be synced: {error.strerror}")
            ] * len(batch)
        outcomes = [
            self._rename(mail) if outcome.state == "sent" else outcome
            for mail, outcome in zip(batch, outcomes, strict=True)
        ]
        try:
            _sync_folder(self.folder / "new")
        except OSError as error:
            lost = Outcome("unknown", f"the folder {self.folder} could not be synced: {error.strerror}")
            outcomes = [lost if outcome.state == "sent" else outcome for outcome in outcomes]
        return outcomes

    def _write(self, mail: Outgoing, sync: bool) -> Outcome:
        wrong = fault(mail)
        if wrong:
            return Outcome("failed", wrong)
        tmp = self.folder / "tmp" / file_name(mail.id)
        try:
            descriptor = os.open(tmp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                view = memoryview(mail.raw)
                while view:
                    view = view[os.write(descriptor, view) :]
                if sync:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            return Outcome("retry", f"the file {tmp} cannot be written: {error.strerror}")
        return sent()

    def _rename(self, mail: Outgoing) -> Outcome:
        name = file_name(mail.id)
        point("handing")
        try:
            os.rename(self.folder / "tmp" / name, self.folder / "new" / name)
        except OSError as error:
            return Outcome("retry", f"the file {name} in {self.folder} cannot be renamed: {error.strerror}")
        return sent()

    def check(self) -> str:
        make_maildir(self.folder)
        if not os.access(self.folder / "new", os.W_OK) or not os.access(self.folder / "tmp", os.W_OK):
            raise MailError(
                f"the mail folder {self.folder} may not be written by this user; mend its owner or mode"
            )
        return f"maildir {self.folder}"


def file_name(id_: str) -> str:
    """A file name for a mail's id: always the same, never two ids with one name, nothing that a Maildir
    forbids.
    """
    plain = _ODD.sub("_", id_)
    if plain == id_ and 0 < len(id_) <= 120:
        return plain
    return f"{plain[:80] or 'mail'}.{sha256(id_.encode()).hexdigest()[:16]}"


def _sync_filesystem(folder: Path) -> None:
    """Everything that was written on the disk of `folder`.  OSError if some of it could not be."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        if _syncfs is not None and _syncfs(descriptor):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
    finally:
        os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
