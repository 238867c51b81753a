"""What the moderator may set between phases (E21), what is refused, and who is told of it."""

import pytest

from pbem.engine.events import Ruled
from pbem.service.errors import ServiceError, UsageError

from .mailgame import MailGame
from .whims import hand, lawful, of, rule, words


@pytest.fixture
def begun(tmp_path):
    """An Advanced game between two phases."""
    game = MailGame(tmp_path / "site", rules="advanced")
    game.begin()
    return game


def test_e21_everything_that_can_be_set(begun):
    rule(begun, "Palavrian place=people sp=3 health=sick suspicion=2")
    person = begun.record().state.people["G"]
    assert (person.place, person.stress, person.crosses, person.suspicion) == ("people", 3, 1, 2)
    rule(begun, "Patina cure=yes", "red Palavrian recorded=8 declared=4", "Palavrian suspicion=0")
    state = begun.record().state
    assert state.people["S"].cure
    assert (state.written("red", "G"), state.shown("red", "G"), state.people["G"].suspicion) == (8, 4, 0)
    rule(begun, "red Palavrian declared=0", "Patina cure=no")
    state = begun.record().state
    assert (state.written("red", "G"), state.shown("red", "G")) == (8, 0)
    assert not state.people["S"].cure
    rule(begun, "Anna hand=4,17", "blue hand=18", "green hand=none")
    state = begun.record().state
    assert [state.hands[colour].cards for colour in begun.colours] == [(4, 17), (18,), ()]
    assert sorted((*state.deck, 4, 17, 18)) == sorted(begun.record().rules.deck)
    lawful(begun)
    begun.poll(80)
    assert begun.record().row.session != "purge spy health"
    lawful(begun)


def test_two_may_change_places_and_the_dead_come_back(begun):
    rule(begun, "Palavrian place=DM", "Mischif place=ECO")
    slots = begun.record().state.slots
    assert (slots["DM"], slots["ECO"]) == ("G", "I")
    rule(begun, "Patina place=wall", "Satin place=retired", "Strychnin place=siberia")
    rule(begun, "Patina place=IND health=ill")
    state = begun.record().state
    assert (state.people["S"].place, state.people["S"].crosses) == ("IND", 2)
    assert (state.people["O"].place, state.people["T"].place) == ("retired", "siberia")
    begun.poll(80)
    lawful(begun)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Palavrian place=DM", "DM is held by Mischif"),
        ("Strychnin cure=yes", "no member of the Politburo"),
        ("red Palavrian declared=9", "more than the 6 recorded"),
        ("red Palavrian recorded=0 declared=1", "more than the 0 recorded"),
        ("green Aparatschik recorded=3", "no influence may be recorded"),
        ("red hand=1,2,5,6", "no more than 3"),
        ("red hand=34", "in the hand of blue"),
        ("Palavrian sp=0", "Nothing would change"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(begun, text, why):
    with pytest.raises(ServiceError, match=why) as refused:
        rule(begun, text)
    assert not isinstance(refused.value, UsageError)
    assert of(begun, Ruled) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Zaphod place=DM", "no Politician zaphod"),
        ("Palavrian place=moon", "no place 'moon'"),
        ("Palavrian health=fine", "healthy, sick, ill"),
        ("Palavrian health=dead", "place=wall"),
        ("Palavrian sp=-1", "no number"),
        ("Palavrian suspicion=4", "from 0 to 3"),
        ("Palavrian cure=maybe", "yes or no"),
        ("Palavrian colour=red", "colour cannot be set"),
        ("red Palavrian place=DM", "place cannot be set"),
        ("red hand=99", "numbers of cards"),
        ("red", "sets nothing"),
        ("place=DM", "sets nothing"),
    ],
)
def test_what_cannot_be_read_is_bad_input(begun, text, why):
    with pytest.raises(UsageError, match=why):
        rule(begun, text)


def test_a_card_that_is_offered_stays_with_its_giver(begun):
    card = hand(begun, "red")[0]
    begun.write("red", f'OFFER {card} TO blue FOR "peace"')
    begun.poll(1)
    with pytest.raises(ServiceError, match="is offered by red to blue"):
        rule(begun, "red hand=none")


def test_everybody_is_told_what_he_may_see_of_it(begun):
    rule(begun, "Palavrian sp=3", "red Palavrian recorded=8", "red hand=4", because="the minutes were wrong")
    for colour in begun.colours:
        said = words(begun.to(colour)[-1])
        assert "The moderator rules: “the minutes were wrong”." in said
        assert "Palavrian: 3 SP" in said
        assert ("8 recorded" in said) == (colour == "red")
        assert ("A cousin in Chicago" in said) == (colour == "red")
        assert "1 card" in said or colour == "red"
    begun.poll(80)
    for colour in ("blue", "green"):
        assert "A cousin in Chicago" not in words(begun.to(colour)[-1])
    assert "the minutes were wrong" in words(begun.to("blue")[-1])


def test_a_ruling_needs_words_and_a_game_that_is_played(begun, tmp_path):
    with pytest.raises(UsageError, match="--because"):
        rule(begun, "Palavrian sp=3", because="  ")
    new = MailGame(tmp_path / "new")
    with pytest.raises(ServiceError, match="has not begun"):
        rule(new, "Palavrian sp=3")
