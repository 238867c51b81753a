"""The house sheet (E19): how people talk, under which names, what waits for whom, what is published, what the moderator sees."""

from pbem.deadlines import parse_schedule
from pbem.gamesettings import Settings
from pbem.tempo import TEMPOS, Expected

from .prose import count

_TALK = {
    "free": "Talk is free: write to each other directly, meet, promise, lie.",
    "judge": "Players talk to each other about the game through the judge alone (PRESS), not behind his back.",
    "none": "There is no talk about the game between players while it lasts.",
}
_PRESS = {
    "free": "A message through the judge bears your name, or none if you say so.",
    "named": "A message through the judge bears your name; unnamed ones are not carried.",
}
_NO_PRESS = "The judge carries no messages between players."
_NAMES = {
    "names": "The others see the name that you choose and your faction, never your address.",
    "factions": "Nobody learns who plays which faction: the others see the faction alone, never your name or address.",
}
_SILENCE = {
    "ladder": "Whoever is silent is reminded; at the first miss of a year the game waits a little for him; at the second a bot plays for him meanwhile "
    "and his seat is offered to the stand-bys; at the third it is theirs. A letter in between takes it back.",
    "defaults": "Whoever is silent is reminded; then the rules say what his silence means.",
    "wait": "Whoever is silent is reminded, and the game waits for him until the moderator decides.",
    "autopilot": "Whoever is silent is reminded; then a bot that knows no more than he plays for him until he writes.",
    "standby": "Whoever is silent is reminded; after {misses} a stand-by takes his seat over.",
}
_EVERYTHING = (
    "When the game is over all sheets, orders and dice are opened, and it may be published with the names that were chosen, but without "
    "addresses and without private messages."
)
_WATCHED = (
    "Whoever likes may watch: he gets the reports of what lies on the table, and nothing that one of you alone may know; you read how many do. "
    "(WATCH and the name of the game, by mail to the judge.)"
)


def house_sheet(settings: Settings, press: str) -> list[str]:
    """Its sentences.  `press`: what the judge carries between players."""
    talk = _TALK[settings.talk]
    carried = _PRESS.get(press, _NO_PRESS)
    silence = _SILENCE[settings.silence].format(misses=count(settings.misses, "miss", "misses"))
    said = [
        f"{talk} {carried}" if settings.talk != "none" or press in _PRESS else talk,
        _NAMES[settings.names],
        silence,
    ]
    said.append(
        f"For holidays the order VACATION UNTIL, with a day, moves the deadlines in between, up to {count(settings.vacation, 'day')} a year for each player, or lets "
        "a bot play meanwhile, as you like."
        if settings.vacation
        else "For holidays the order VACATION UNTIL, with a day, lets a bot play for you meanwhile."
    )
    said.append(
        "The moderator does not see what is secret; if he looks, everybody is told."
        if settings.blind
        else "The moderator can see what is secret, and keeps it to himself; he does not play."
    )
    if settings.watch:
        said.append(_WATCHED)
    said.append(
        _EVERYTHING
        if settings.published == "everything"
        else f"What is published at the end: {settings.published}."
    )
    return said


def rhythm(tempo: str, schedule: str, zone: str, length: Expected) -> list[str]:
    """How fast it goes: the tempo, the deadlines, and how many of them to expect."""
    about, weekly = TEMPOS[tempo].about, parse_schedule(schedule, zone).length is None
    place = zone.rpartition("/")[2].replace("_", " ")
    when = f"{schedule} ({place})" if weekly else f"{schedule} after each report"
    return [
        f"Tempo “{tempo}”: {about}. Deadlines: {when}. If everybody is done before, the game goes on at once.",
        f"Expect about {count(length.deadlines, 'deadline')} and {count(length.weeks, 'week')}; games differ, most have between "
        f"{length.between[0]} and {length.between[1]} deadlines.",
    ]
