"""`pbem demo`: it goes where it says, and never onto a site where real people play."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.service import demo, demo_site
from pbem.service.errors import ServiceError

from .conftest import Pbem

Refused = Callable[..., str]

NOW = "2026-12-01T10:00:00Z"
SEATS = ("red=Anna <anna@example.org>", "blue=Bob <bob@example.org>", "green=Cy <cy@example.org>")


def begin(pbem: Pbem, name: str, *seats: str) -> None:
    words = [word for seat in seats for word in ("--player", seat)]
    made = pbem("new", name, "--rules", "basic", *words, "--now", NOW, "--site", "here")
    assert made.exit_code == 0, made.output


@pytest.fixture
def site(pbem: Pbem, tmp_path: Path) -> Path:
    assert pbem("init", "here", "--timezone", "UTC").exit_code == 0
    return tmp_path / "here"


@pytest.mark.parametrize("name", ["winter", "demo", "demo2"])
def test_a_site_with_a_game_of_its_own_is_refused_and_nothing_is_mailed(
    pbem: Pbem, refused: Refused, site: Path, name: str
) -> None:
    begin(pbem, name, *SEATS)
    said = refused(1, "demo", "--site", site)
    assert f"has a game of its own, {name}, which a demo would play on with its clock" in said
    assert list((site / "mail" / "out" / "new").iterdir()) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("maildir:mail/in", "imaps://judge@imap.example.org/INBOX", "the inbox of"),
        ("maildir:mail/out", "smtps://judge@smtp.example.org", "the outbox of"),
        ("maildir:mail/out", "maildir:elsewhere", "the outbox of"),
    ],
)
def test_a_site_with_mail_of_its_own_is_refused(
    refused: Refused, site: Path, old: str, new: str, said: str
) -> None:
    file = site / "pbem.toml"
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    assert said in refused(1, "demo", "--site", site)


def test_a_site_of_demos_takes_another(pbem: Pbem, site: Path) -> None:
    homes = [seat.replace("example.org", "demo.example") for seat in SEATS]
    begin(pbem, "demo", *homes)
    assert demo_site.stage(site).path == site
    begin(pbem, "demo1", *homes)  # nobody's bots: a demo1 lives at demo1.example
    with pytest.raises(ServiceError, match="a game of its own, demo1"):
        demo_site.stage(site)


def test_the_help_says_where_it_goes(pbem: Pbem) -> None:
    said = " ".join(pbem("demo", "--help").stdout.split())
    assert "a new folder demo-site" in said
    assert "PBEM_SITE" not in said
    assert "A site with games of its own is refused." in said


def test_without_a_site_it_goes_into_a_new_folder(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: list[Path] = []
    monkeypatch.setattr(demo, "play", lambda folder, *more: where.append(folder))
    (tmp_path / "demo-site").mkdir()
    assert pbem("demo").exit_code == 0
    assert where == [Path("demo-site-2")]


@pytest.mark.parametrize("command", ["demo", "new"])
def test_a_seed_is_hexadecimal_for_both(refused: Refused, pbem: Pbem, site: Path, command: str) -> None:
    more = ["g1", "--rules", "basic", *(word for seat in SEATS for word in ("--player", seat))]
    words = [command, *(more if command == "new" else []), "--seed", "zz", "--site", "here"]
    assert "--seed 'zz': write it in hexadecimal" in refused(2, *words)
