"""Pictures in mails: kept once, put in when a mail is sent, whenever that is (decision D30)."""

from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

from pbem.mail.compose import filled
from pbem.report.brief import Rendered
from pbem.service import backup, gate, mailbook, restoring
from pbem.service.mailing import queue
from pbem.service.record import load
from pbem.service.site import Site
from pbem.store.database import transaction

from .mailgame import MailGame

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9
SHOWN = Rendered(
    "a picture", "What it shows, in words.", "<p><img src='cid:picture' alt='in words'></p>", PNG
)


def show(game: MailGame, *colours: str, rendered: Rendered = SHOWN) -> None:
    """A notice with that picture to these players."""
    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        for colour in colours:
            queue(record, game.site.config, colour, "notice", rendered, game.now)
        record.flush()


def handed(game: MailGame) -> list[bytes]:
    """The PNGs of the mails with our subject that went out."""
    found = []
    for file in sorted((game.folder / "mail" / "out" / "new").iterdir()):
        mail = message_from_bytes(file.read_bytes())
        if "a picture" in str(mail["Subject"]):
            found += [p.get_payload(decode=True) for p in mail.walk() if p.get_content_type() == "image/png"]
    assert all(isinstance(one, bytes) for one in found)
    return found  # type: ignore[return-value]


def kept(site: Site) -> list[tuple[str, bytes]]:
    with transaction(site.engine) as connection:
        found = connection.exec_driver_sql("select sha256, png from picture order by sha256").all()
    return [(row[0], bytes(row[1])) for row in found]


def test_many_mails_show_one_picture(game: MailGame) -> None:
    show(game, "red", "blue", "green")
    show(game, "red")
    game.poll()
    assert handed(game) == [PNG] * 4
    assert [one for one in kept(game.site) if one[1] == PNG] == [(sha256(PNG).hexdigest(), PNG)]


def test_it_is_the_same_whenever_the_mail_goes(game: MailGame) -> None:
    """Refused at first, sent an hour later: to the byte what it would have been."""
    show(game, "red")
    with transaction(game.site.engine) as connection:
        row = connection.exec_driver_sql("select id, raw from mail order by id desc limit 1").one()
        connection.exec_driver_sql(
            "update mail set attempts = 1, due = '2026-12-01 13:00:00' where id = ?", (row.id,)
        )
    game.poll()
    assert not handed(game)
    game.poll(2)
    files = sorted((game.folder / "mail" / "out" / "new").iterdir())
    assert filled(row.raw, PNG) in [file.read_bytes() for file in files]


def test_a_backup_holds_it(game: MailGame, tmp_path: Path) -> None:
    show(game, "red")
    made = backup.backup(game.site, tmp_path / "copies", game.now)
    back = restoring.restore(Path(made.file), tmp_path / "again", now=game.now)
    assert back is not None
    assert kept(Site.open(tmp_path / "again")) == kept(game.site) != []


def test_text_alone_takes_no_picture(game: MailGame) -> None:
    game.write("red", "SET MAIL TEXT")
    game.poll(0.1)
    show(game, "red")
    game.poll()
    assert not handed(game)
    assert not [one for one in kept(game.site) if one[1] == PNG]


def test_one_that_others_secrets_change_goes_nowhere(game: MailGame) -> None:
    """The gate looks at the picture, too."""

    def tells(record):  # type: ignore[no-untyped-def]
        return SHOWN._replace(picture=PNG + str(record.seat_rows["blue"].mails).encode())

    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        queue(record, game.site.config, "red", "notice", tells, game.now)
        record.flush()
        held = connection.exec_driver_sql("select reason from mail where state = 'held'").scalars().all()
    assert len(held) == 1
    assert "line" in held[0] or "picture" in held[0]
    assert "picture" in gate.ALIKE


def test_a_lost_picture_stops_no_other_mail(game: MailGame) -> None:
    show(game, "red", "blue")
    with transaction(game.site.engine) as connection:
        connection.exec_driver_sql("delete from picture")
    result = game.poll()
    assert result.sent == 2
    assert len(handed(game)) == 2


def test_whoever_looks_at_a_mail_sees_what_was_sent(game: MailGame) -> None:
    show(game, "red")
    game.poll()
    with transaction(game.site.engine) as connection:
        number = connection.exec_driver_sql("select max(id) from mail").scalar_one()
    files = sorted((game.folder / "mail" / "out" / "new").iterdir())
    assert mailbook.find(game.site, "M", number).raw == files[-1].read_bytes()
