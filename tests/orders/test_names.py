"""Names as players type them (orders.md "Reading a mail")."""

import pytest

from pbem.orders.lines import Group, Line, Named, Office
from pbem.orders.names import OFFICES, Lexicon
from pbem.orders.reader import Reading, read

from .names_of_the_game import LEXICON, POLITICIANS, SEATS


def purged(name: str, lexicon: Lexicon = LEXICON) -> Reading:
    (reading,) = read([f"PURGE {name}"], lexicon)
    return reading


def who(name: str) -> object:
    (line,) = purged(name).lines
    (one,) = line.who
    return one


@pytest.mark.parametrize("letter", sorted(POLITICIANS))
def test_a_politician_is_known_by_letter_surname_full_name_and_unique_beginning(letter: str) -> None:
    first, surname = POLITICIANS[letter].split()
    for name in (
        letter,
        letter.lower(),
        surname,
        surname.upper(),
        f"{first} {surname}",
        f"{first[0]}. {surname}",
    ):
        assert who(name) == Named(letter)
    beginnings = [surname[:n] for n in range(3, len(surname) + 1)]
    unique = [
        b
        for b in beginnings
        if sum(p.split()[1].lower().startswith(b.lower()) for p in POLITICIANS.values()) == 1
    ]
    assert all(who(b) == Named(letter) for b in unique if b.lower() not in ("purge",))


def test_a_first_name_is_taken_where_it_is_unique() -> None:
    assert who("Ludmilla") == Named("S")
    assert "Boris Karrienko (N) and Boris Badenuff (X)" in (purged("Boris").error or "")


def test_without_the_other_boris_the_first_name_is_unique() -> None:
    swiss = Lexicon({letter: name for letter, name in POLITICIANS.items() if letter not in "VX"}, SEATS)
    assert purged("Boris", swiss).lines[0].who == (Named("N"),)


@pytest.mark.parametrize(
    ("slot", "name"), [(slot, name) for slot, names in OFFICES.items() for name in names]
)
def test_every_usual_name_of_an_office_is_known(slot: str, name: str) -> None:
    assert who(name) == who(name.lower()) == who(f"the {name}") == Office(slot)


@pytest.mark.parametrize(
    ("name", "slot"),
    [("C1", "C1"), ("candidate 3", "C3"), ("Candidate slot 5", "C5"), ("KGB Head", "KGB"), ("fm", "FM")],
)
def test_a_slot_is_known_where_a_place_is_asked_for(name: str, slot: str) -> None:
    (reading,) = read([f"PROMOTE Z TO {name}"], LEXICON)
    assert reading.lines[0].to == slot


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ("red", "Red"),
        ("red", "hardline"),
        ("red", "Anna"),
        ("green", "Red Army"),
        ("green", "Bob"),
        ("green", "bob miller"),
    ]
    + [
        ("black", "old-line"),
        ("black", "Old-line Marxists"),
        ("brown", "Trots"),
        ("blue", "dora"),
        ("yellow", "Lysenko"),
    ],
)
def test_a_player_is_known_by_colour_faction_and_name(colour: str, name: str) -> None:
    (reading,) = read([f"PURGE G IF {name} CONTROLS FM"], LEXICON)
    assert reading.lines[0].condition is not None
    assert getattr(reading.lines[0].condition, "player", None) == colour


def test_mine_anyone_and_actor_are_words_of_their_own() -> None:
    assert [who(word) for word in ("mine", "Anyone", "the actor")] == [
        Group("mine"),
        Group("anyone"),
        Group("actor"),
    ]


@pytest.mark.parametrize(
    ("typed", "letter"),
    [("Palavrain", "G"), ("Satan", "O"), ("Bungalow", "W"), ("Nicotine", "R"), ("Krakenheds", "E")],
)
def test_a_near_miss_is_taken_and_noted(typed: str, letter: str) -> None:
    reading = purged(typed)
    assert reading.lines[0].who == (Named(letter),)
    assert reading.notes == (f"read {typed} as {LEXICON.name(letter)}",)


def test_a_near_miss_between_two_names_is_rejected_with_both() -> None:
    twins = Lexicon({"A": "Ivan Petrovski", "B": "Oleg Petrovsky"}, SEATS)
    error = purged("Petrovskj", twins).error or ""
    assert "Ivan Petrovski (A)" in error
    assert "Oleg Petrovsky (B)" in error


def test_an_unknown_name_is_rejected_with_suggestions_where_there_are_any() -> None:
    assert "did you mean" in (purged("Palavsky").error or "")
    assert "did you mean" not in (purged("Zaphod").error or "")


def test_order_words_are_never_taken_for_the_beginning_of_a_name() -> None:
    (reading,) = read(["purge Manjak purge Satin"], LEXICON)
    assert reading.lines == (
        Line("purge", text=reading.text, who=(Named("P"),)),
        Line("purge", text=reading.text, who=(Named("O"),)),
    )


def test_a_player_who_is_called_like_a_politician_is_told_by_the_next_word() -> None:
    lexicon = Lexicon(POLITICIANS, {**SEATS, "red": ("Hardline Stalinists", "Igor")})
    (reading,) = read(["PURGE K IF Igor CONTROLS G AND Igor AGE < 70"], lexicon)
    assert "Controls(player='red'" in repr(reading.lines[0].condition)
    assert "Age(who=Named(letter='L')" in repr(reading.lines[0].condition)


def test_a_player_who_calls_himself_i_or_by_anothers_colour_is_known_by_his_own_colour() -> None:
    lexicon = Lexicon(
        POLITICIANS, {**SEATS, "red": ("Hardline Stalinists", "I"), "blue": ("Reform Expansionists", "Green")}
    )
    (reading,) = read(["PURGE K IF I CONTROL G AND green CONTROLS FM"], lexicon)
    assert "Controls(player='i'" in repr(reading.lines[0].condition)
    assert "Controls(player='green'" in repr(reading.lines[0].condition)


@pytest.mark.parametrize(
    "name", ["", "😀", "Purge", "the", "Anna (Basel)", "R2-D2", "O'Neil", "и", "x" * 200, "and then"]
)
def test_any_display_name_makes_a_lexicon(name: str) -> None:
    lexicon = Lexicon(POLITICIANS, {**SEATS, "red": ("Hardline Stalinists", name)})
    (reading,) = read(["PURGE K IF red CONTROLS G"], lexicon)
    assert reading.kind == "order"
    if name in ("Anna (Basel)", "R2-D2", "O'Neil"):
        (reading,) = read([f"PURGE K IF {name} CONTROLS G"], lexicon)
        assert reading.kind == "order"
