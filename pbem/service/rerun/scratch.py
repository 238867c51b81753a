"""The site in which a game is played again: a temporary folder, its mail in folders that nobody reads, addresses made up."""

import json
from pathlib import Path

from pbem.config import SITE_FILE, load

from ..site import FOLDERS, Site
from .begun import Begun
from .judge import Judge

#: Where everybody lives who is made up.
DOMAIN = "again.example"
_TOML = """\
[judge]
name = {name}
address = {address}
moderator = {moderator}
timezone = {zone}
subaddress = {subaddress}
digest = "off"
gate = false

[database]
apart = true

[archive]
auto = false
"""


def scratch(folder: Path, begun: Begun) -> Site:
    """A new site in this empty folder, with the judge that the game had.

    The gate is off: what it let pass is what is compared.
    """
    for name in FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    _settle(folder, begun.judge)
    return Site.open(folder, new=True)


def settle(site: Site, judge: Judge) -> None:
    """From now on it has this judge."""
    _settle(site.path, judge)
    site.settle(load(site.path))


def _settle(folder: Path, judge: Judge) -> None:
    values = {
        "name": judge.name,
        "address": address("judge", judge.length),
        "moderator": address("moderator") if judge.moderator else "",
        "zone": judge.zone,
        "subaddress": "+" if judge.subaddress else "",
    }
    said = {key: json.dumps(value, ensure_ascii=False) for key, value in values.items()}
    (folder / SITE_FILE).write_text(_TOML.format(**said), "utf-8")


def address(who: str, length: int = 0) -> str:
    """One of nobody, with so many signs at least; a short one stays as short as it can be."""
    domain = DOMAIN if not length or length > len(who) + len(DOMAIN) else "a.ex"
    local = who if not length or length >= len(who) + len(domain) + 1 else "j"
    return f"{local.ljust(max(0, length - len(domain) - 1), 'x')}@{domain}"
