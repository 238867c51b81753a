"""Nothing secret of another player in anything that leaves the judge, however it is taken apart (E12, E15, E17, E18, E27).

Whole games of bots by mail, with HTML, pictures, calendars, forms and somebody who watches.  Two laws: in two sites that differ in what one
player hides, every byte that goes to anybody else is the same, and so is the public archive; and words that belong to one player (codes,
addresses, cards in his hand, diary, words to the moderator, messages to a third) are in nobody else's mail in any form.
"""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote

import pytest
from sqlalchemy import select

from pbem.bots import open_mail
from pbem.engine.events import CardPlayed, Event, Player
from pbem.engine.events import intrigue as cards
from pbem.engine.view import see
from pbem.service.record import TOKEN, load
from pbem.store.database import transaction
from tests.laws import readable
from tests.laws.mailgame import MailGame, Rewriting
from tests.laws.test_mails import BUSY_LINES, BUSY_SHEET, HIDDEN, IDLE_CARDS, hiding

WANDA = "wanda@elsewhere.example"
SESSIONS = 60 if os.environ.get("PBEM_LONG") else 9
#: What of an archive is for everybody while the game runs.
HIDDEN_FOLDER = "private"
TABLES = [("basic", 3), ("advanced", 4)]


class Theatre(MailGame):
    """Such a game with somebody who watches it, and players who all want calendar files."""

    ARCHIVED = True

    def __init__(self, folder: Path, rules: str, seats: int, seed: int = 1) -> None:
        super().__init__(folder, rules, seats, seed=seed, options={"watch": "on", "disputes": "off"})
        self._from_wanda("WATCH test")
        self._from_wanda("YES", self.to(WANDA)[-1])

    def _from_wanda(self, text: str, answers: bytes = b"") -> None:
        self.letters += 1
        head = [
            f"From: Wanda <{WANDA}>",
            "To: judge@example.org",
            f"Message-ID: <w{self.letters}@elsewhere.example>",
        ]
        if answers:
            mail = readable.parsed(answers)
            head += [
                f"Subject: Re: {' '.join(str(mail['Subject']).split())}",
                f"In-Reply-To: {mail['Message-ID']}",
            ]
        raw = "\n".join([*head, "Content-Type: text/plain", "", text, ""]).encode()
        (self.folder / "mail/in/new" / f"{self.letters:05}.letter").write_bytes(raw)
        self.now += timedelta(minutes=5)
        self.poll()

    def take(self, raw: bytes) -> None:
        """Nobody answers a message with his orders."""
        if "message" not in " ".join(str(readable.parsed(raw)["Subject"]).split()):
            super().take(raw)

    def to(self, address: str) -> list[bytes]:
        """The mails to this address, oldest first."""
        return [raw for raw in self.outbox().values() if address in str(readable.parsed(raw)["To"])]

    def by_reader(self) -> Mapping[str, list[bytes]]:
        """Mails by who got them: a colour, the watcher, or the moderator under ""."""
        addresses = {f"{name.lower()}@example.org": colour for colour, name in self.names.items()}
        found: dict[str, list[bytes]] = {}
        for raw in self.outbox().values():
            to, _, _ = open_mail(raw)
            reader = WANDA if to == WANDA else addresses.get(to, "")
            found.setdefault(reader, []).append(raw)
        return found

    def public(self) -> Mapping[str, Path]:
        """The files of the archive that everybody may read while the game runs."""
        home = self.folder / "games" / self.name
        files = [path for path in sorted(home.rglob("*")) if path.is_file()]
        named = {path.relative_to(home).as_posix(): path for path in files}
        return {name: path for name, path in named.items() if not name.startswith(HIDDEN_FOLDER)}


# --- two worlds ---


def _calendars(rewriting: Rewriting) -> Rewriting:
    """Everybody wants calendar files, and asks for his form now and then."""

    def rewritten(player: Player, lines: list[str]) -> list[str]:
        said = rewriting(player, lines)
        return [*said, "SET CALENDAR ON", "FORM"]

    return rewritten


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_what_one_player_hides_moves_no_byte_of_anything_that_others_can_read(
    tmp_path: Path, rules: str, seats: int
) -> None:
    one, other = (Theatre(tmp_path / name, rules, seats) for name in ("one", "other"))
    quiet = _calendars(hiding("INFLUENCE B C D E F G H I J K", ["VOTE INNOCENT IF TURN > 11"]))
    diary = ["DIARY: I trust nobody, least of all this diary.", "END DIARY"]
    idle = IDLE_CARDS if rules == "advanced" else []
    busy = _calendars(hiding(BUSY_SHEET, [*BUSY_LINES, *idle, *diary]))
    kinds: Counter[str] = Counter()
    for _ in range(SESSIONS):
        look = one.look()
        if not look.session:
            break
        own = {player: one.lines(look, player) for player in one.names}
        for game, rewriting in ((one, quiet), (other, busy)):
            for player, lines in own.items():
                game.drop(game.letter(player, rewriting(player, list(lines))))
            game.now += timedelta(hours=30)
            game.poll()
        if not one.look().session:
            break  # the game is over, and the last report opens everything
        here, there = one.by_reader(), other.by_reader()
        for reader in set(here) - {HIDDEN, ""}:
            assert here[reader] == there[reader], reader
        assert _contents(one) == _contents(other)
        for reader in set(here) - {HIDDEN, ""}:
            kinds.update(kind for raw in here[reader] for kind, _ in readable.parts(raw))
    assert one.by_reader()[HIDDEN] != other.by_reader()[HIDDEN], "his own mails tell of his own orders"
    assert {"text/html", "image/png", "text/calendar"} <= set(kinds), "all kinds of parts were compared"


def _contents(game: Theatre) -> dict[str, bytes]:
    return {name: path.read_bytes() for name, path in game.public().items()}


# --- words that belong to one ---


def _canaries(game: Theatre, player: Player, round_: int) -> list[str]:
    """Lines of his that nobody else, or one other alone, may ever read."""
    others = [colour for colour in game.names if colour != player]
    friend = others[round_ % len(others)]
    return [
        f"MODERATOR: okapi{player}",
        "",
        f"PRESS TO {friend}: tapir{player}to{friend}",
        "END PRESS",
        f"DIARY: quagga{player}",
        "END DIARY",
    ]


def _belongs_to_others(game: Theatre, reader: str) -> Iterator[tuple[str, str]]:
    """What must not be read in this reader's mails, and what it is."""
    for player, name in game.names.items():
        if player == reader:
            continue
        yield f"okapi{player}", "words to the moderator"
        yield f"quagga{player}", "a diary"
        yield f"{name.lower()}@example.org", "an address"
        for friend in game.names:
            if reader not in (player, friend):
                yield f"tapir{player}to{friend}", "a message to a third"
    if reader != WANDA:
        yield WANDA, "who watches"
        yield "wanda", "who watches"
    with transaction(game.site.engine) as connection:
        for row in connection.execute(select(TOKEN.c.token, TOKEN.c.player).where(TOKEN.c.player != reader)):
            yield row.token.casefold(), f"a reply code of {row.player}"
            yield row.token.replace("-", "").casefold(), f"a reply code of {row.player}"


def _belongs_to(game: Theatre, reader: str) -> Iterator[str]:
    """What is in his own mails: his address, messages to him."""
    yield f"{game.names[reader].lower()}@example.org" if reader in game.names else WANDA
    yield from (f"tapir{player}to{reader}" for player in game.names)


def _hidden_cards(game: Theatre, reader: str) -> dict[str, str]:
    """Names of cards that others hold and that this reader has never had reason to read."""
    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        if not record.rules.deck:
            return {}
        journal: list[Event] = record.events()
        hands = {player: hand.cards or () for player, hand in record.state.hands.items() if player != reader}
        named = {number: card.name for number, card in record.rules.deck.items()}
    known = {number for event in see(reader, journal) for number in _numbers(event)}
    return {
        named[card].casefold(): f"a card of {player}"
        for player, held in hands.items()
        for card in held
        if card not in known
    }


def _numbers(event: Event) -> Iterator[int]:
    """Cards that this face names."""
    if isinstance(event, CardPlayed) or type(event).__module__ in (
        cards.__name__,
        "pbem.engine.events.bribes",
    ):
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if isinstance(value, int) and not isinstance(value, bool):
                yield value
            elif isinstance(value, tuple):
                yield from (one for one in value if isinstance(one, int))


@pytest.mark.parametrize(
    ("rules", "seats", "seed"), [("basic", 3, 5), ("advanced", 4, 6), ("advanced", 3, 7)]
)
def test_words_that_belong_to_one_player_are_in_nobody_elses_mail_in_any_form(
    tmp_path: Path, rules: str, seats: int, seed: int
) -> None:
    game = Theatre(tmp_path, rules, seats, seed)
    read: Counter[str] = Counter()
    hidden = own = 0
    for round_ in range(SESSIONS):

        def rewritten(player: Player, lines: list[str], round_: int = round_) -> list[str]:
            quiet = [line for line in lines if not line.upper().startswith(("PLAY 25", "PLAY 52"))]
            return [*quiet, "FORM", *_canaries(game, player, round_)]

        before = {reader: len(mails) for reader, mails in game.by_reader().items()}
        if not game.session(rewritten) or not game.look().session:
            break  # over: then everything is told
        for reader, mails in game.by_reader().items():
            if not reader:
                continue
            forbidden = dict(_belongs_to_others(game, reader)) | _hidden_cards(game, reader)
            for raw in mails[before.get(reader, 0) :]:
                said = readable.of_mail(raw)
                found = {what: word for word, what in forbidden.items() if word in said}
                assert not found, f"{reader}: {found}"
                read[reader] += 1
                hidden += len(_hidden_cards(game, reader))
                own += sum(word in said for word in _belongs_to(game, reader))
        for name, path in game.public().items():
            said = readable.of_file(path)
            found = {what: word for word, what in _belongs_to_others(game, "nobody") if word in said}
            assert not found, f"{name}: {found}"
    assert min(read.values()) > 3
    assert set(read) == {*game.names, WANDA}
    assert own > 10, "what is his own is found in his mails, so what is others' would be"
    assert (hidden > 0) == (rules == "advanced")


def test_links_write_to_the_judge_with_the_readers_own_code_alone(tmp_path: Path) -> None:
    game = Theatre(tmp_path, "basic", 3)
    for _ in range(2):
        game.session()
    with transaction(game.site.engine) as connection:
        codes = {row.token: row.player for row in connection.execute(select(TOKEN.c.token, TOKEN.c.player))}
    seen = 0
    for reader, mails in game.by_reader().items():
        for raw in mails:
            for link in readable.links(raw):
                assert link.startswith(("mailto:judge", "#", "cid:")), link
                mine = {owner for code, owner in codes.items() if code in link or code in unquote(link)}
                assert mine <= {reader}
                seen += bool(mine)
    assert seen > 3
