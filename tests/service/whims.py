"""A game whose cards have no code, and what tests of rulings look at."""

from pbem.engine import view
from pbem.engine.journal import effective
from pbem.engine.state import fold
from pbem.service import rulings

from .mailgame import MailGame, text_of

GM = "gm@judge.example"
CARD = """
[[card]]
number = {}
name = "Whim {}"
when = "any"
on = "Politician on the board"
text = "Whatever the moderator likes happens to him."
"""


def whimsical(folder, database=""):
    """An Advanced game in which no card has a code; its first Spring waits."""
    deck = folder / "whims.toml"
    deck.write_text('[pack]\nname = "whims"\n' + "".join(CARD.format(n, n) for n in range(1, 21)))
    game = MailGame(folder / "site", rules="advanced", packs=[deck], database=database)
    game.begin()
    return game


def words(mail):
    return " ".join(text_of(mail).split())


def hand(game, colour):
    return game.record().state.hands[colour].cards


def of(game, kind):
    return [one for one in game.events() if isinstance(one, kind)]


def rule(game, *texts, because="so it is written", dry_run=False):
    told = rulings.rule(game.site, game.name, texts, because, game.now, dry_run)
    if not dry_run:
        game.poll()
    return told


def lawful(game):
    """Every view is what `see` makes of the journal as far as it is in force, and what the position shows of itself."""
    record, journal = game.record(), effective(game.events())
    for viewer, seen in record.views().items():
        assert seen == fold(view.see(viewer, journal)), viewer
        assert seen == view.position(viewer, record.state), viewer
