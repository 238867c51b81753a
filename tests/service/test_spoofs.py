"""Letters by which somebody would be taken for another: what each of them does, and who hears of it.

Every attack is a real file in the Maildir of a real site.  Of each is said what it orders, and exactly whom the judge answers, with
which words; nobody else gets a mail, and no address that has proved nothing reads a word of the letter.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.mail.authres import MICROSOFT
from pbem.service.poll import poll
from tests.postgres.server import Postgres, postgres

from .mailgame import MailGame, subject_of, text_of
from .spoofing import ANNA, BORIS, CANARY, EVE, GM, JUDGE, Watched, code, copied, guarded, raw, rows

__all__ = ["postgres"]

PURGE = ("PURGE Manjak",)
STRANGER = "plays in no game here"
MISUSED, UNCLEAR = "came from an address that is not yours", "who wrote it cannot be told"
UNSIGNED, UNKNOWN, FOREIGN = "no reply code", "a reply code that nobody has", "somebody else's reply code"
TWICE, RECEIPT = "came twice", "In your list now"
COPY = "It went to other people"
UNPROVED = "bears your address, but"
NOBODY: Mapping[str, str] = {}
EVE_AND_ANNA = {EVE: STRANGER, ANNA: MISUSED}

MX = "mx.judge.example"
HOP = f"Received: from evil.example (evil.example [203.0.113.9]) by {MX} (Postfix) with ESMTPS id 1"

Letters = Callable[[MailGame], Iterable[bytes]]


class Attack(NamedTuple):
    """`told`: who is answered, each by one mail with these words; `red`, `blue`: whose orders stand afterwards."""

    name: str
    letters: Letters
    told: Mapping[str, str] = NOBODY
    red: tuple[str, ...] = ()
    blue: tuple[str, ...] = ()
    authserv: str = ""
    quiet: bool = True  # not even the players' mails hold the canary


def one(*args: object, **kwargs: object) -> Letters:
    """One letter."""
    return lambda game: [raw(game, *args, **kwargs)]  # type: ignore[arg-type]


def sender(value: str | None, *headers: str) -> Letters:
    """With Anna's code, from this From field."""
    return one(value, f"PURGE Manjak\n{CANARY}", *headers)


def header(*headers: str, **kwargs: object) -> Letters:
    """From Anna with her code, and these fields on top."""
    return one(f"Anna <{ANNA}>", f"PURGE Manjak\n{CANARY}", *headers, **kwargs)


def coded(colour: str, **kwargs: object) -> Letters:
    """From Anna (or another `sender`), with the code of this player."""
    return lambda game: [raw(game, subject=f"Re: [{code(game, colour)}]", **kwargs)]  # type: ignore[arg-type]


def twice(game: MailGame, **kwargs: object) -> list[bytes]:
    same = raw(game, **kwargs)  # type: ignore[arg-type]
    return [same, same]


FROM = [
    Attack("the address as a name before another", sender(f"{ANNA} <{EVE}>"), {ANNA: UNCLEAR}),
    Attack("the address as a quoted name", sender(f'"{ANNA}" <{EVE}>'), EVE_AND_ANNA),
    Attack("the name encoded", sender(f"=?utf-8?q?anna=40players=2Eexample?= <{EVE}>"), EVE_AND_ANNA),
    Attack("two addresses in angles", sender(f"<{ANNA}> <{EVE}>"), {ANNA: UNCLEAR}),
    Attack("two addresses, hers first", sender(f"{ANNA}, {EVE}"), {ANNA: UNCLEAR}),
    Attack("two addresses, hers last", sender(f"{EVE}, {ANNA}"), {ANNA: UNCLEAR}),
    Attack("a semicolon", sender(f"{ANNA};{EVE}"), {ANNA: UNCLEAR}),
    Attack("a group", sender(f"friends: {ANNA};"), {ANNA: UNCLEAR}),
    Attack("a group of two", sender(f"friends: {ANNA}, {EVE};"), {ANNA: UNCLEAR}),
    Attack("a NUL", sender(f"{ANNA}\x00<{EVE}>"), {ANNA: UNCLEAR}),
    Attack("a vertical tab", sender(f"{ANNA}\x0b<{EVE}>"), {ANNA: UNCLEAR}),
    Attack("an encoded local part", sender("=?utf-8?q?anna?=@players.example"), {ANNA: UNCLEAR}),
    Attack("an encoded address", sender("=?utf-8?b?YW5uYUBwbGF5ZXJzLmV4YW1wbGU=?="), {ANNA: UNCLEAR}),
    Attack("an encoded address in angles", sender("Anna <=?utf-8?q?anna=40players.example?=>"), {ANNA: UNCLEAR}),
    Attack("two From fields, hers first", sender(f"{EVE}", f"From: {ANNA}"), {ANNA: UNCLEAR}),
    Attack("two From fields, hers last", sender(f"{ANNA}", f"From: {EVE}"), {ANNA: UNCLEAR}),
    Attack("two From fields, both hers", sender(f"{ANNA}", f"From: {ANNA}"), {ANNA: UNCLEAR}),
    Attack("a folded From field", sender(f"{ANNA}\n <{EVE}>"), {ANNA: UNCLEAR}),
    Attack("a route", sender(f"<@evil.example:{ANNA}>"), {ANNA: UNCLEAR}),
    Attack("a quoted local part", sender('"anna"@players.example'), {ANNA: UNCLEAR}),
    Attack("a comment within", sender("anna(eve)@players.example"), {ANNA: UNCLEAR}),
    Attack("spaces within", sender("anna @players.example"), {ANNA: UNCLEAR}),
    Attack("a dot at the end", sender(f"{ANNA}."), {ANNA: UNCLEAR}),
    Attack("an address literal", sender("anna@[192.0.2.1]"), {ANNA: UNCLEAR}),
    Attack("a percent sign", sender("anna%players.example@evil.example"),
           {"anna%players.example@evil.example": STRANGER, ANNA: MISUSED}),
    Attack("no From but a Sender", sender(None, f"Sender: {ANNA}"), {ANNA: UNCLEAR}),
    Attack("a Sender of hers", sender(EVE, f"Sender: {ANNA}"), EVE_AND_ANNA),
    Attack("a Reply-To of hers", sender(EVE, f"Reply-To: {ANNA}"), EVE_AND_ANNA),
    Attack("a Resent-From of hers", sender(EVE, f"Resent-From: {ANNA}"), EVE_AND_ANNA),
    Attack("an X-Sender and a Return-Path of hers", sender(EVE, f"X-Sender: {ANNA}", f"Return-Path: <{ANNA}>"),
           {ANNA: MISUSED}),
    Attack("a Cyrillic letter in the domain", sender("anna@pl\u0430yers.example"),
           {"anna@xn--plyers-4nf.example": STRANGER, ANNA: MISUSED}),
    Attack("a Cyrillic letter in the local part", sender("\u0430nna@players.example"), {ANNA: MISUSED}),
    Attack("a full-width letter", sender("anna@\uff50layers.example"), {ANNA: UNCLEAR}),
    Attack("a long s, which IDNA makes an s", sender("anna@player\u017f.example"), {ANNA: UNCLEAR}),
    Attack("an invisible sign in the domain", sender("anna@play\u200bers.example"), {ANNA: UNCLEAR}),
    Attack("a soft hyphen in the domain", sender("anna@play\u00aders.example"), {ANNA: UNCLEAR}),
    Attack("her address and more", sender("anna@players.example.evil.example"),
           {"anna@players.example.evil.example": STRANGER, ANNA: MISUSED}),
    Attack("a host of her domain", sender("anna@mail.players.example"),
           {"anna@mail.players.example": STRANGER, ANNA: MISUSED}),
    Attack("a tag of hers", sender("anna+games@players.example"),
           {"anna+games@players.example": STRANGER, ANNA: MISUSED}),
    Attack("her own address in capitals", sender("ANNA@Players.Example"), {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("her own address twice over", sender(f"{ANNA} <{ANNA}>"), {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("the judge's own address", sender(JUDGE)),
    Attack("the judge's own address with a tag", sender("judge+b-0123456789abcdef@judge.example")),
]  # fmt: skip

INJECTED = [
    Attack("a line break in her name", sender(f"=?utf-8?q?a=0D=0ABcc:_{EVE.replace('@', '=40')}?= <{ANNA}>"), {ANNA: UNCLEAR}),
    Attack("a line break in her name, in base64", sender(f"=?utf-8?b?YQ0KQmNjOiBldmVAZXZpbC5leGFtcGxl?= <{ANNA}>"),
           {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("a line break in the subject",
           lambda g: [raw(g, subject=f"=?utf-8?q?x=0D=0ABcc:_eve=40evil.example?= [{code(g, 'red')}]")],
           {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("a line break in a stranger's subject", one(EVE, CANARY, subject="=?utf-8?q?x=0D=0ABcc:_a=40b.example?="),
           {EVE: STRANGER}),
    Attack("a Message-ID that would begin a field", one(EVE, CANARY, subject="x", message_id="<x\rBcc:a@b.example>"),
           {EVE: STRANGER}),
    Attack("a Message-ID of another kind", one(EVE, CANARY, subject="x", message_id=f"<{'x' * 300}@b.example>"),
           {EVE: STRANGER}),
    Attack("a Reply-To of somebody else", header(f"Reply-To: {EVE}"), {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("a Disposition-Notification-To", header(f"Disposition-Notification-To: {EVE}"), {ANNA: RECEIPT}, PURGE,
           quiet=False),
]  # fmt: skip

CODES = [
    Attack("no code", one(subject="my orders"), {ANNA: UNSIGNED}, quiet=False),
    Attack("a code that nobody has", one(subject="[0000-1111-2222-3333]"), {ANNA: UNKNOWN}, quiet=False),
    Attack("one sign changed",
           lambda g: [raw(g, subject=f"[{code(g, 'red')[:-1]}{'0' if code(g, 'red')[-1] != '0' else '1'}]")],
           {ANNA: UNKNOWN}, quiet=False),
    Attack("her code in the text alone", lambda g: [raw(g, text=f"[{code(g, 'red')}]\nPURGE M", subject="x")],
           {ANNA: UNSIGNED}, quiet=False),
    Attack("another player's code", coded("blue"), {ANNA: FOREIGN, BORIS: MISUSED}),
    Attack("both codes", lambda g: [raw(g, subject=f"[{code(g, 'blue')}] [{code(g, 'red')}]")],
           {ANNA: FOREIGN, BORIS: MISUSED}),
    Attack("another player's old code", lambda g: [raw(g, subject=f"[{code(g, 'blue', 0)}]")],
           {ANNA: FOREIGN, BORIS: MISUSED}),
    Attack("another player's code, orders below the quotation and under a header",
           lambda g: [raw(g, text=f"> old\nPURGE Manjak\n{CANARY}\n\n-----Original Message-----\nFrom: x\nSent: y\nTo: z\n"
                                  f"Subject: w\n\nPURGE Manjak", subject=f"[{code(g, 'blue')}]")],
           {ANNA: FOREIGN, BORIS: MISUSED}),
    Attack("another player's code from many strangers",
           lambda g: [raw(g, f"eve{n}@evil.example", subject=f"[{code(g, 'blue')}]", message_id="") for n in range(3)],
           {"eve0@evil.example": STRANGER, "eve1@evil.example": STRANGER, "eve2@evil.example": STRANGER, BORIS: MISUSED}),
    Attack("both codes from a stranger", lambda g: [raw(g, EVE, subject=f"[{code(g, 'blue')}] [{code(g, 'red')}]")],
           {EVE: STRANGER, ANNA: MISUSED, BORIS: MISUSED}),
    Attack("a stranger without a code", one(EVE, CANARY, subject=CANARY), {EVE: STRANGER}),
    Attack("a stranger with a code that nobody has", one(EVE, CANARY, subject="[0000-1111-2222-3333]"), {EVE: STRANGER}),
    Attack("a stranger with an old code", lambda g: [raw(g, EVE, subject=f"[{code(g, 'red', 0)}]")], EVE_AND_ANNA),
    Attack("a stranger whose envelope is another's", sender(EVE, f"Return-Path: <{BORIS}>"), {ANNA: MISUSED}),
    Attack("a stranger many times", lambda g: [raw(g, EVE) for _ in range(5)], EVE_AND_ANNA),
    Attack("her code of the session before", lambda g: [raw(g, subject=f"[{code(g, 'red', 0)}]")],
           {ANNA: "It answers an older report"}, quiet=False),
    Attack("her code in small letters", lambda g: [raw(g, subject=code(g, "red").lower())], {ANNA: RECEIPT}, PURGE,
           quiet=False),
    Attack("her code in the address alone",
           lambda g: [raw(g, subject="x", to=f"judge+{code(g, 'red').replace('-', '')}@judge.example")],
           {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("her code in the address of a delivery field",
           lambda g: [raw(g, f"Anna <{ANNA}>", "PURGE Manjak",
                          f"Delivered-To: judge+{code(g, 'red').replace('-', '')}@judge.example", subject="x")],
           {ANNA: RECEIPT}, PURGE, quiet=False),
]  # fmt: skip

PRESS = [
    Attack("an answer to press by its receiver", lambda g: [raw(g, text="hello", subject=f"[{press_code(g)}]")],
           {ANNA: "hello", BORIS: "hello"}, quiet=False),
    Attack("an answer to press by a stranger", lambda g: [raw(g, EVE, subject=f"[{press_code(g)}]")], EVE_AND_ANNA),
    Attack("an answer to press by its writer", lambda g: [raw(g, f"Boris <{BORIS}>", subject=f"[{press_code(g)}]")],
           {BORIS: FOREIGN, ANNA: MISUSED}),
    Attack("an answer to press with a copy to its writer",
           lambda g: [raw(g, f"Anna <{ANNA}>", CANARY, f"Cc: {BORIS}", subject=f"[{press_code(g)}]")],
           {ANNA: COPY}, quiet=False),
    Attack("an answer to press that nobody vouches for",
           lambda g: [raw(g, f"Anna <{ANNA}>", CANARY, HOP, subject=f"[{press_code(g)}]")], {ANNA: UNPROVED}, authserv=MX),
]  # fmt: skip

LONG = "x" * 7000
ODD = [
    Attack("a local part as long as a page", sender(f"{LONG}@evil.example"), {ANNA: MISUSED}),
    Attack("a page of a stranger's names", sender(f"{'eve ' * 1500}<{EVE}>"), EVE_AND_ANNA),
    Attack("a NUL in the Message-ID", one(message_id="<a\x00b@x.example>"), {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("half a character in every field",
           lambda g: [raw(g).replace(b"Re: ", b"\xed\xa0\x80 ").replace(b"From: Anna", b"From: \xed\xa0\x80")],
           {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("a line END above the order", one(text="END\nPURGE Manjak"), {ANNA: "END"}, quiet=False),
]  # fmt: skip

AGAIN = [
    Attack("the same letter twice at once", twice, {ANNA: f"{RECEIPT}|{TWICE}"}, PURGE, quiet=False),
    Attack("the same letter four times", lambda g: twice(g) * 2, {ANNA: f"{RECEIPT}|{TWICE}"}, PURGE,
           quiet=False),
    Attack("the same words in two letters",
           lambda g: [raw(g), raw(g)], {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("no Message-ID, twice", lambda g: twice(g, message_id=""), {ANNA: f"{RECEIPT}|{TWICE}"}, PURGE, quiet=False),
    Attack("her Message-ID with other words",
           lambda g: [raw(g, message_id="<a@x.example>"), raw(g, text="ALSO PURGE Satin", message_id="<a@x.example>")],
           {ANNA: RECEIPT}, (*PURGE, "PURGE Satin"), quiet=False),
    Attack("her Message-ID used by another player before",
           lambda g: [*coded("blue", sender=f"Boris <{BORIS}>", text="PURGE Satin", message_id="<a@x.example>")(g),
                      raw(g, message_id="<a@x.example>")],
           {ANNA: RECEIPT, BORIS: RECEIPT}, PURGE, ("PURGE Satin",), quiet=False),
    Attack("her Message-ID and words used by another player before",
           lambda g: [*coded("blue", sender=f"Boris <{BORIS}>", message_id="<a@x.example>")(g),
                      raw(g, message_id="<a@x.example>")],
           {ANNA: RECEIPT, BORIS: RECEIPT}, PURGE, PURGE, quiet=False),
    Attack("her Message-ID and words forged without a code before",
           lambda g: [raw(g, subject="x", message_id="<a@x.example>"), raw(g, message_id="<a@x.example>")],
           {ANNA: f"{RECEIPT}|{UNSIGNED}"}, PURGE, quiet=False),
    Attack("her Message-ID used by a stranger before",
           lambda g: [raw(g, EVE, message_id="<a@x.example>"), raw(g, message_id="<a@x.example>")],
           {EVE: STRANGER, ANNA: f"{RECEIPT}|{MISUSED}"}, PURGE, quiet=False),
]  # fmt: skip

MACHINES = [
    Attack("a mail of ours sent back", lambda g: [g.to("red")[-1].as_bytes()]),
    Attack("a mail of ours sent back in her name",
           lambda g: [g.to("red")[-1].as_bytes().replace(b"From: Kremlin Judge <judge@judge.example>", b"From: anna@players.example")]),
    Attack("our header", header("X-Pbem-Judge: 1")),
    Attack("a bounce with orders", sender("MAILER-DAEMON@players.example", "Return-Path: <>")),
    Attack("a bounce in her name", header("Return-Path: <>")),
    Attack("failed recipients in her name", header("X-Failed-Recipients: a@b.example")),
    Attack("a delivery report in her name",
           lambda g: [raw(g).replace(b"text/plain; charset=utf-8", b"multipart/report; report-type=delivery-status; boundary=x")]),
    Attack("an answering machine", header("Auto-Submitted: auto-replied")),
    Attack("a machine's mail", header("Auto-Submitted: auto-generated")),
    Attack("a mailing list", header("List-Id: <games.example>")),
    Attack("mass mail", header("Precedence: bulk")),
    Attack("her holiday note", lambda g: [raw(g, subject=f"Automatic reply: x [{code(g, 'red')}]")]),
    Attack("a stranger's list", one(EVE, CANARY, "List-Post: <mailto:x@y.example>", subject="x")),
    Attack("a stranger's answering machine", one(EVE, CANARY, "Auto-Submitted: auto-replied", subject="x")),
    Attack("an address that takes no mail", one("no-reply@evil.example", CANARY, subject="x")),
    Attack("too large", lambda g: [raw(g, text="PURGE Manjak\n" + "x" * 1_200_000)], {ANNA: "too large"}, quiet=False),
    Attack("a stranger's, too large", lambda g: [raw(g, EVE, "x" * 1_200_000, subject="x")], {EVE: STRANGER}),
    Attack("an answer of No in Auto-Submitted", header("Auto-Submitted: no"), {ANNA: RECEIPT}, PURGE, quiet=False),
]  # fmt: skip

COPIED = [
    Attack("a copy to another player", header(f"Cc: Boris <{BORIS}>"), {ANNA: COPY}, quiet=False),
    Attack("to another player as well", header(to=f"{JUDGE}, {BORIS}"), {ANNA: COPY}, quiet=False),
    Attack("a copy to an outsider", header(f"Cc: {EVE}"), {ANNA: COPY}, quiet=False),
    Attack("a copy to an outsider, without a code", header(f"Cc: {EVE}", subject="x"), {ANNA: COPY},
           quiet=False),
    Attack("a copy to another player who is said to be a name of the judge's",
           header(f"Delivered-To: {BORIS}", f"Cc: {BORIS}, nobody@x.example"), {ANNA: COPY}, quiet=False),
    Attack("a copy to a judge elsewhere", header("Cc: judge@evil.example"), {ANNA: COPY}, quiet=False),
    Attack("a copy to herself", header(f"Cc: {ANNA}"), {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("to the judge with a tag and without", header(to=f"{JUDGE}, Judge+x@JUDGE.example"), {ANNA: RECEIPT}, PURGE,
           quiet=False),
    Attack("by another name of the judge's", header("Delivered-To: kremlin@alias.example", to=f"kremlin@alias.example, {JUDGE}"),
           {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("by a lone name that nobody knows", header(to="kremlin@alias.example"), {ANNA: RECEIPT}, PURGE, quiet=False),
    Attack("the judge called by another player's address", header(to=f'"{BORIS}" <{JUDGE}>'), {ANNA: RECEIPT}, PURGE,
           quiet=False),
    Attack("passed on through another player's mailbox", header(f"X-Original-To: {BORIS}"), {ANNA: RECEIPT}, PURGE,
           quiet=False),
]  # fmt: skip

SAID = "Authentication-Results: {}; spf=none; dmarc={} header.from={}"
M365 = "Received: from x by AM0PR04MB1.eurprd04.prod.outlook.com with HTTPS"
PROVED = [
    Attack("no verdict", header(HOP), {ANNA: UNPROVED}, authserv=MX),
    Attack("no verdict, many times", lambda g: [raw(g, f"Anna <{ANNA}>", CANARY, HOP) for _ in range(4)],
           {ANNA: UNPROVED}, authserv=MX),
    Attack("no verdict and no code", header(HOP, subject="x"), {ANNA: UNPROVED}, authserv=MX),
    Attack("a bad verdict", header(SAID.format(MX, "fail", "players.example"), HOP), {ANNA: "dmarc=fail"}, authserv=MX),
    Attack("a bad verdict and a forged good one below",
           header(SAID.format(MX, "fail", "players.example"), HOP, SAID.format(MX, "pass", "players.example")),
           {ANNA: "dmarc=fail"}, authserv=MX),
    Attack("a forged verdict behind another house",
           header(HOP, "Received: from a by relay.evil.example with ESMTP", SAID.format(MX, "pass", "players.example")),
           {ANNA: UNPROVED}, authserv=MX),
    Attack("a verdict by another server", header(SAID.format("mx.evil.example", "pass", "players.example"), HOP),
           {ANNA: UNPROVED}, authserv=MX),
    Attack("a verdict about another domain", header(SAID.format(MX, "pass", "evil.example"), HOP),
           {ANNA: "another domain"}, authserv=MX),
    Attack("a verdict about the domain above", header(SAID.format(MX, "pass", "example"), HOP),
           {ANNA: "another domain"}, authserv=MX),
    Attack("a verdict hidden in a comment",
           header(f"Authentication-Results: {MX}; spf=fail (x; dmarc=pass header.from=players.example)", HOP),
           {ANNA: UNPROVED}, authserv=MX),
    Attack("a good verdict", header(SAID.format(MX, "pass", "players.example"), HOP), {ANNA: RECEIPT}, PURGE,
           authserv=MX, quiet=False),
    Attack("a stranger without a verdict", one(EVE, CANARY, HOP, subject="x"), authserv=MX),
    Attack("a stranger with a good verdict", one(EVE, CANARY, SAID.format(MX, "pass", "evil.example"), HOP, subject="x"),
           {EVE: STRANGER}, authserv=MX),
    Attack("Microsoft's form", header(M365, "Authentication-Results: dmarc=pass action=none header.from=players.example"),
           {ANNA: RECEIPT}, PURGE, authserv=MICROSOFT, quiet=False),
    Attack("Microsoft's form, above every hop",
           header("Authentication-Results: dmarc=pass action=none header.from=players.example", M365),
           {ANNA: UNPROVED}, authserv=MICROSOFT),
    Attack("a mail of ours sent back, no verdict", lambda g: [g.to("red")[-1].as_bytes()], authserv=MX),
]  # fmt: skip

ATTACKS = [*FROM, *INJECTED, *ODD, *CODES, *PRESS, *AGAIN, *MACHINES, *COPIED, *PROVED]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> MailGame:
    return begun(tmp_path_factory.mktemp("spoofs") / "site")


def begun(folder: Path) -> MailGame:
    """Anna has an answer to give to press of Boris's."""
    game = MailGame(folder)
    game.begin()
    game.put(raw(game, f"Boris <{BORIS}>", "PRESS TO red: shall we talk?", subject=f"[{code(game, 'blue')}]"))
    game.poll(1)
    return game


def press_code(game: MailGame) -> str:
    """The code of the press mail that Anna has."""
    return (
        subject_of(next(mail for mail in reversed(game.to("red")) if "shall we talk" in text_of(mail)))
        .rpartition("[")[2]
        .rstrip("]")
    )


def test_there_are_many_attacks_and_each_has_a_name() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 100


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name.replace(" ", "-"))
def test_an_attack_does_what_is_said_of_it_and_nobody_else_hears_of_it(
    base, tmp_path, attack: Attack
) -> None:
    game = copied(base, tmp_path / "site")
    if attack.authserv:
        guarded(game, attack.authserv)
    watched = Watched(game)
    watched.put(attack.letters(game))
    game.now += timedelta(hours=1)
    problems = poll(game.site, game.now).problems
    refused = any("not applied: " in row.reason for row in rows(game, "letter"))
    assert all("no letter of this poll bears the name" in one for one in problems)
    assert refused or not problems

    assert (tuple(game.orders("red")), tuple(game.orders("blue"))) == (attack.red, attack.blue)
    assert game.orders("green") == []
    assert all(row.state not in ("new", "poison") for row in rows(game, "letter"))
    moderator = {GM: "was not read"} if refused else {}
    everybody = {**attack.told, **moderator}
    wanted = sorted((to, words) for to, all_words in everybody.items() for words in all_words.split("|"))
    mails = watched.mails()
    assert sorted(mail.recipient for mail in mails) == [to for to, _ in wanted]
    for to, words in wanted:
        assert any(words in said(mail.raw) for mail in mails if mail.recipient == to), words
    for mail in mails:
        check_envelope(mail, attack.quiet)


def said(mail: bytes) -> str:
    return " ".join(text_of(message_from_bytes(mail)).split())


def check_envelope(mail, quiet: bool) -> None:
    """One recipient, no field that somebody else put there, no word of the letter where it is nobody's business."""
    message = message_from_bytes(mail.raw)
    assert mail.recipient in str(message["To"])
    assert len(message.get_all("To")) == 1
    assert not {"bcc", "cc", "resent-to", "disposition-notification-to"} & {name.lower() for name in message}
    everything = mail.raw.decode() + said(mail.raw)
    assert EVE not in everything or mail.recipient == EVE or not quiet
    if quiet:
        assert CANARY not in everything
        assert "Manjak" not in everything
    if mail.recipient not in (ANNA, BORIS):
        assert "[test]" not in everything and "Anna" not in everything and "Eatstumuch" not in everything


def test_a_stranger_reads_the_same_words_at_the_same_time_whatever_he_sends(base, tmp_path) -> None:
    game = copied(base, tmp_path / "site")
    watched = Watched(game)
    right, old = code(game, "red"), code(game, "red", 0)
    for number, subject in enumerate(("hello", f"[{right}]", f"[{old}]", "[0000-1111-2222-3333]")):
        game.put(raw(game, f"eve{number}@evil.example", subject=subject, message_id=""))
    game.poll(1)
    mails = [mail for mail in watched.mails() if mail.recipient.startswith("eve")]
    assert len(mails) == 4
    assert len({(mail.created, mail.subject, said(mail.raw)) for mail in mails}) == 1


@pytest.mark.parametrize("subject", ["hello", "[0000-1111-2222-3333]"])
def test_what_came_without_a_good_code_is_held_and_given_by_a_yes_to_the_receipt(
    base, tmp_path, subject
) -> None:
    game = copied(base, tmp_path / "site")
    game.put(raw(game, subject=subject))
    game.poll(1)
    receipt = game.to("red")[-1]
    assert "held for your YES" in subject_of(receipt)
    game.write("red", "YES", to=receipt)
    game.poll(1)
    assert game.orders("red") == ["PURGE Manjak"]


def test_a_player_whose_program_writes_two_senders_is_told_once_a_day(base, tmp_path) -> None:
    game = copied(base, tmp_path / "site")
    watched = Watched(game)
    watched.put(raw(game, f"{ANNA}, {BORIS}") for _ in range(3))
    game.poll(1)
    assert [mail.recipient for mail in watched.mails()] == [ANNA]
    assert "not exactly one plain address" in said(watched.mails()[0].raw)


@pytest.mark.servers
def test_all_of_them_at_once_break_nothing_on_postgresql(
    postgres: Postgres, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_DATABASE_URL", postgres.fresh())
    game = begun(tmp_path / "site")
    assert game.site.engine.dialect.name == "postgresql"
    for attack in ATTACKS:
        for letter in attack.letters(game):
            game.put(letter)
    game.poll(1)
    for _ in range(len(ATTACKS) // 20):  # so many letters of one player are worked on in one poll
        game.poll()
    assert all(row.state not in ("new", "poison") for row in rows(game, "letter"))
    assert set(game.orders("red")) <= {"PURGE Manjak", "PURGE Satin"}
    strangers = [mail for mail in rows(game, "mail") if mail.kind == "stranger"]
    assert len(strangers) > 5
    assert all(CANARY not in bytes(mail.raw).decode() for mail in strangers)
