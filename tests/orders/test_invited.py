"""Answers to an invitation as people type them."""

from datetime import date

import pytest

from pbem.orders.invited import answer

FACTIONS = {"red": "Hardline Stalinists", "green": "Red Army Militarists"}


def _read(text: str):
    return answer(text.split("\n"), FACTIONS, date(2027, 4, 14))


@pytest.mark.parametrize(
    "text",
    [
        "YES", "yes", "yes please", "Yes, gladly!", "Hi,\n\nYes, I'd love to!\nCheers", "Sure", "ok", "I'm in", "count me in",
        "I would love to play", "of course", "Ja", "No problem, I'm in", "Why not", "YES.", "* yes *", "I’m in",
    ],
)  # fmt: skip
def test_yes(text):
    assert _read(text).says == "yes"


@pytest.mark.parametrize(
    "text",
    ["NO", "no thanks", "Sorry, no", "no, I can't", "Sorry can't this time", "Not this time", "Unfortunately not", "No thanks, maybe another time"],
)  # fmt: skip
def test_no(text):
    assert _read(text).says == "no"


@pytest.mark.parametrize(
    "text", ["STANDBY", "stand-by please", "Yes, but only as standby", "I could be a stand-in"]
)
def test_standby(text):
    assert _read(text).says == "standby"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "maybe",
        "not sure yet",
        "Who is this?",
        "yes or no?",
        "When would it begin?",
        "I am away until Monday",
    ],
)
def test_what_is_neither_is_asked_back(text):
    assert _read(text).says == ""


def test_the_particulars_in_one_line_or_in_several():
    for text in (
        "YES as Anna, Europe/Zurich, away 3–10 May",
        "YES [as Anna, Europe/Zurich, away 3-10 May]",
        "Yes!\nI'm Anna\nZurich\nI am away from 3 May to 10 May.",
        "yes as Anna from Europe/Zurich away 3-10 May",
        "Yes. My name is Anna. Time zone: Europe/Zurich. Away: 3.5.-10.5.",
    ):
        found = _read(text)
        assert (found.says, found.name, found.zone, found.odd) == ("yes", "Anna", "Europe/Zurich", ()), text
        assert [(one.first.isoformat(), one.last.isoformat()) for one in found.away] == [
            ("2027-05-03", "2027-05-10")
        ]


def test_a_colour_may_be_asked_for():
    assert _read("yes as red").colour == "red"
    found = _read("Yes, as Anna, I'd like green if possible")
    assert (found.name, found.colour) == ("Anna", "green")


def test_what_cannot_be_is_told_and_nothing_is_guessed():
    assert "Europe/Zuerich" in _read("YES, Europe/Zuerich").odd[0]
    assert "cannot be a name" in _read("YES as <b>Anna</b>").odd[0]
    assert "not understood" in _read("YES as Anna, away sometime").odd[0]
    assert _read("YES as " + "x" * 60).name == ""
