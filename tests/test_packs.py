"""Packs: what comes with the program, and what is said about a faulty one."""

import hashlib
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.engine import board, packs
from pbem.engine.packs import Fault, Faulty, Packs
from pbem.engine.packs.supplied import data_text
from pbem.orders.words import RESERVED
from pbem.service import packs as service

RING = ("KGB", "FM", "DM", "IDE", "IND", "ECO", "SPO")

PEOPLE, CHART, DECK = (data_text(file) for file in ("politicians", "health", "intrigue"))


def faults(text: str) -> list[Fault]:
    """What is wrong with a text; it must be something."""
    with pytest.raises(Faulty) as caught:
        packs.read(text, "mine", packs.effects(), RESERVED)
    return list(caught.value.faults)


def only(text: str) -> str:
    """The one thing that is wrong."""
    found = faults(text)
    assert len(found) == 1, [str(fault) for fault in found]
    return str(found[0])


def line_of(text: str, words: str) -> int:
    """Where these words first stand."""
    return text[: text.index(words)].count("\n") + 1


def entry(kind: str, text: str, mark: str) -> str:
    """One entry of a file: the one with this mark."""
    found = [one for one in re.split(rf"(?=\[\[{kind}\]\])", text) if mark in one]
    assert len(found) == 1
    return found[0]


B, C = (entry("politician", PEOPLE, f'letter = "{letter}"') for letter in "BC")
CARD_8, CARD_31, CARD_14 = (entry("card", DECK, f"number = {number}\n") for number in (8, 31, 14))


# --- what comes with the program ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", packs.names())
def test_what_comes_with_the_program_is_a_pack_by_its_own_rules(name: str) -> None:
    pack = packs.supplied(name)
    read = packs.read(pack.text, name, None, RESERVED)
    assert read == pack
    assert pack.holds
    assert pack.notes == ()
    assert pack.sha256 == hashlib.sha256(pack.text.encode()).hexdigest()
    assert name in packs.ABOUT


def test_r15_4a_the_house_deck_has_34_cards_with_their_own_effects() -> None:
    deck = packs.supplied(packs.HOUSE_DECK).cards
    assert sorted(deck) == list(range(1, 35))
    assert all(card.code == number for number, card in deck.items())
    assert [card.number for card in deck.values() if card.kind == "blackmail"] == [1, 2, 3, 4]
    assert [card.number for card in deck.values() if card.printed] == [31]


def test_r18_1_the_further_deck_has_other_numbers_and_speaks_the_same_words() -> None:
    house, more = (packs.supplied(name).cards for name in (packs.HOUSE_DECK, packs.REVOLUTION_DECK))
    assert min(more) == 41
    assert len(more) >= 22
    assert not set(house) & set(more)
    assert {card.on for card in more.values()} <= {card.on for card in house.values()}
    assert len({card.name for card in (*house.values(), *more.values())}) == len(house) + len(more)


def test_r18_1_historical_cards_follow_from_year_of_birth_and_office_held() -> None:
    entries = tomllib.loads(data_text("historical"))["politician"]
    contemporary = packs.politicians()
    order = sorted(entries, key=lambda one: (one["born"], one["name"].split()[-1]))
    assert [one["letter"] for one in order] == [2 * letter for letter in contemporary]
    for one in entries:
        assert one["age"] == contemporary[one["letter"][0]].age
        assert one["strength"] == one["held"]
        step = 1 + (one["born"] + 1) % 6
        assert one["weakness"] == RING[(RING.index(one["held"]) + step) % len(RING)]


def test_r18_1_all_52_can_be_told_apart_by_three_letters() -> None:
    cards = [*packs.politicians().values(), *packs.supplied(packs.HISTORICAL).politicians.values()]
    assert len(cards) == 52
    assert len({card.surname[:3].casefold() for card in cards}) == 52
    assert len({card.letter for card in cards}) == 52
    assert not {card.surname.casefold() for card in cards} & RESERVED


def test_r18_1_the_oldest_is_the_first() -> None:
    cards = packs.supplied(packs.HISTORICAL).politicians
    assert max(cards.values(), key=lambda card: card.age).letter == min(cards) == "AA"


# --- a pack of one's own -----------------------------------------------------------------------------------------


def test_a_file_may_hold_all_kinds_under_a_name_and_a_version() -> None:
    chart = CHART.replace('name = "swiss-1986"\n', "")
    pack = packs.read(
        f'[pack]\nname = "board"\nversion = 2\n{PEOPLE}\n{DECK}\n{chart}', "file", packs.effects()
    )
    assert (pack.name, pack.version) == ("board", "2")
    assert pack.holds == {"politicians": 26, "intrigue": 34, "health": 46}
    assert pack.chart is not None
    assert pack.chart.name == "board"
    assert pack.mark == f"version 2, sha256 {pack.sha256}"


def test_a_pack_without_a_name_is_called_as_its_file_and_a_chart_as_itself() -> None:
    assert packs.read(PEOPLE, "mine").name == "mine"
    assert packs.read(CHART, "mine").name == "swiss-1986"
    own = packs.read(CHART.replace("swiss-1986", "Avalon Hill, 1988"), "mine")
    assert own.chart is not None
    assert (own.name, own.chart.name) == ("Avalon-Hill-1988", "Avalon Hill, 1988")
    assert packs.read(PEOPLE, "my people (2)").name == "my-people-2"
    assert packs.read(PEOPLE, "rules").name == "pack"


def test_r15_4a_cards_of_an_own_deck_have_an_effect_only_if_they_name_it() -> None:
    liked = DECK.replace(CARD_8, CARD_8.rstrip() + "\nlike = 8\n\n")
    pack = packs.read(liked, "mine", packs.effects())
    assert {card.number: card.code for card in pack.cards.values() if card.code} == {8: 8}
    assert pack.notes[0].startswith("the moderator applies by hand, as the game names none of ours")
    assert pack.notes[0].endswith("cards 1, 2, 3, 4, 5, 6, 7, 9, " + ", ".join(map(str, range(10, 35))))


def test_the_chart_and_the_entries_of_the_page_about_packs_are_right() -> None:
    page = (Path(__file__).parents[1] / "docs" / "packs.md").read_text("utf-8")
    chart, person, card = (
        text for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "[pack]" not in text
    )
    assert packs.read(chart, "page").holds == {"health": 46}
    assert packs.read(PEOPLE.replace(B, person), "page").politicians == packs.politicians()
    assert packs.read(DECK.replace(CARD_8, card), "page", packs.effects()).cards[8].code == 8


def test_other_numbers_of_politicians_are_told() -> None:
    fewer = PEOPLE
    for letter in "VWX":
        fewer = fewer.replace(entry("politician", PEOPLE, f'letter = "{letter}"'), "")
    said = "23 Politicians, where the printed games have 24 or 26: the People are 10 at the beginning"
    assert packs.read(fewer, "mine").notes == (said,)


def test_surnames_that_begin_alike_are_told() -> None:
    alike = PEOPLE.replace("Goferbrok", "Schkolnik")
    said = "Schukrutoff and Schkolnik begin alike: players must type more than 3 letters of them"
    assert packs.read(alike, "mine").notes == (said,)


def test_a_game_keeps_the_packs_it_began_with() -> None:
    older = packs.supplied(packs.POLITICIANS)._replace(version="0")
    assert Packs((), (older,)).of(packs.POLITICIANS).version == "0"
    assert Packs((), (older,)).of(packs.HEALTH) == packs.supplied(packs.HEALTH)


# --- faults: the file ----------------------------------------------------------------------------------------------


def test_no_toml_is_told_with_its_line() -> None:
    broken = PEOPLE.replace('name = "Lech Schukrutoff"', 'name = "Lech Schukrutoff')
    found = faults(broken)
    assert found[0].line == line_of(broken, "Schukrutoff")
    assert "The file is no TOML there" in found[0].mend


def test_no_toml_at_the_end() -> None:
    assert faults("[pack]\nname = ")[0].line == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file holds nothing. Add [[politician]], [[card]] or a health chart."),
        ("politician = 3\n", "[politician] is not a list of entries. Begin each entry with [[politician]]."),
        ("[politician]\nletter = 'A'\n", "line 1, politician: [politician] is not a list of entries"),
        (f"{PEOPLE}\n[[cards]]\n", "there is no entry cards in a pack. Did you mean card."),
        (f"{PEOPLE}\n[[faction]]\n", "there is no entry faction in a pack. A pack has pack, name"),
        (f"colour = 3\n{PEOPLE}", "line 1: there is no entry colour in a pack."),
        (
            f"[pack]\nauthor = 'I'\n{PEOPLE}",
            "line 2, pack: there is no field author. Known are name and version",
        ),
        (f"[pack]\nname = 'my deck'\n{PEOPLE}", "line 2, pack: 'my deck' cannot name a pack. Write name ="),
        (f"[pack]\nname = 'rules'\n{PEOPLE}", "line 2, pack: 'rules' cannot name a pack"),
        (f"[pack]\nversion = true\n{PEOPLE}", "line 2, pack: version is True. Write a number or words"),
        (
            f"name = 3\n{CHART.partition('name = ')[2].partition(chr(10))[2]}",
            "line 1, name: 3 cannot name a chart.",
        ),
        (f"pack = 1\n{PEOPLE}", "pack: pack is no table. Write [pack] above its lines."),
    ],
)
def test_faults_of_the_file(text: str, said: str) -> None:
    assert said in str(faults(text)[0])


# --- faults: Politicians -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'letter = "B"',
            'letter = "C"',
            "politician C (Alexej Goferbrok): letter C stands on politician C (Lech Schukrutoff) too. Give each",
        ),
        ('letter = "B"\n', "", 'letter is missing. Add a line like letter = "B".'),
        (
            'letter = "B"',
            'letter = "b"',
            'politician b (Lech Schukrutoff): letter is "b". Write one capital letter',
        ),
        (
            'letter = "B"',
            'letter = "BC"',
            'letter is "BC". Write one capital letter, or the same one twice, like BB',
        ),
        ('letter = "B"', "letter = 7", "letter is 7, not words. Write it in quotation marks"),
        ('name = "Lech Schukrutoff"\n', "", "politician B: name is missing. Add a line like name ="),
        (
            'name = "Lech Schukrutoff"',
            'name = ""',
            "politician B: name is empty. Write it in quotation marks",
        ),
        (
            "Schukrutoff",
            "Goferbrok",
            "politician B (Lech Goferbrok) has the same surname. Give each a surname",
        ),
        ("Schukrutoff", "Purge", '"Purge" is a word of the order language. Choose another surname.'),
        ("Schukrutoff", "Chief", '"Chief" is the name of an office or place. Choose another surname.'),
        ("Schukrutoff", "KGB", '"KGB" is the name of an office or place.'),
        (
            "Schukrutoff",
            "Li",
            '"Li" cannot be typed as a surname. Write three letters or more, the surname last.',
        ),
        ("Schukrutoff", "X34", '"X34" cannot be typed as a surname.'),
        ("age = 75\n", "", "politician B (Lech Schukrutoff): age is missing. Add a line like age = 65."),
        ("age = 75", 'age = "75"', 'age is "75", not a whole number. Write it like age = 65.'),
        ("age = 75", "age = 7.5", "age is 7.5, not a whole number."),
        ("age = 75", "age = true", "age is true, not a whole number."),
        ("age = 75", "age = 175", "age is 175. It must lie between 40 and 95."),
        ("age = 75", "age = 39", "age is 39. It must lie between 40 and 95."),
        ('strength = "ECO"\n', "", 'strength is missing. Add a line like strength = "KGB".'),
        ('strength = "ECO"', 'strength = "EKO"', 'strength is "EKO", which is no office. Did you mean ECO.'),
        ('strength = "ECO"', 'strength = "Sport Minister"', "which is no office. Did you mean SPO."),
        ('strength = "ECO"', 'strength = "Circus"', "which is no office. The offices are PC, KGB, FM"),
        (
            'strength = "ECO"',
            'strength = "DM"',
            "strength and weakness are both DM. Write two different offices.",
        ),
        ('weakness = "DM"', 'weaknes = "DM"', "there is no field weaknes. Did you mean weakness."),
        (
            'weakness = "DM"',
            'weakness = "DM"\ncolour = "red"',
            "there is no field colour. Known are letter, name",
        ),
    ],
)
def test_faults_of_a_politician(old: str, new: str, said: str) -> None:
    found = faults(PEOPLE.replace(B, B.replace(old, new)))
    told = [str(fault) for fault in found if said in str(fault)]
    assert told, [str(fault) for fault in found]
    assert re.match(r"line \d+, politician ", told[0])


def test_a_fault_names_the_line_of_its_field_or_entry() -> None:
    text = PEOPLE.replace("age = 75", "age = 175")
    assert faults(text)[0].line == line_of(text, "age = 175")
    text = PEOPLE.replace("age = 75\n", "")
    assert faults(text)[0].line == line_of(PEOPLE, B)


def test_all_faults_are_told_in_the_order_of_lines() -> None:
    text = (
        PEOPLE.replace("age = 74", "age = 174").replace("age = 75", "age = 175").replace('"FM"', '"XYZ"', 1)
    )
    found = faults(text)
    assert [fault.line for fault in found] == sorted(fault.line or 0 for fault in found)
    assert len(found) == 3


def test_too_few_and_too_many_politicians() -> None:
    few = PEOPLE[: PEOPLE.index('[[politician]]\nletter = "U"')]
    assert (
        only(few) == "politicians: 20 Politicians are too few: 13 slots and eight People need 21. Add 1 more."
    )
    many = "".join(
        f'[[politician]]\nletter = "A"\nname = "X {"x" * (n + 3)}"\nage = 60\nstrength = "PC"\nweakness = "FM"\n'
        for n in range(53)
    )
    assert "53 Politicians are too many. Take out 1: there are 52 card letters." in str(faults(many)[0])


# --- faults: the health chart --------------------------------------------------------------------------------------

WORK_ONE = (
    '"50-52:4 53-57:5 58-60:6 61-64:7 65-67:8 68-70:9 71-73:10 74-76:11 77-81:12 82-84:13 85-88:14 89-95:15"'
)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("53-57:5 58-60:6", "53-56:5 58-60:6", "age 57 is missing. Every age from 50 to 95 needs a number."),
        ("53-57:5 58-60:6", "53-55:5 59-60:6", "ages 56-58 are missing."),
        ("53-57:5 58-60:6 61-64:7", "53-56:5 58-60:6 62-64:7", "ages 57 and 61 are missing."),
        ("89-95:15", "89-94:15", "age 95 is missing."),
        ("53-57:5", "53-58:5", "age 58 is twice. Let each age stand in one part only."),
        ("53-57:5", "53-59:5", "ages 58-59 are twice."),
        ("53-57:5", "53-57", '"53-57" cannot be read. Write ages, a colon and a number, like "50-68:0".'),
        (
            "89-95:15",
            "89-96:15",
            '"89-96:15" names ages that the chart does not have, or in the wrong order.',
        ),
        ("53-57:5", "57-53:5", '"57-53:5" names ages that the chart does not have, or in the wrong order.'),
        ("89-95:15", "89-95:21", '"89-95:21" has the number 21. A roll lies between 0 and 20.'),
        ("53-57:5", "53-57:0", "at age 53 one is 0, less than two with 2. Each row gives the highest roll"),
        ("53-57:5", "53-57:7", "at age 58 the number falls from 7 to 6. With age numbers rise or stay"),
    ],
)
def test_faults_of_a_row(old: str, new: str, said: str) -> None:
    text = CHART.replace(WORK_ONE, WORK_ONE.replace(old, new))
    found = [fault for fault in faults(text) if said in str(fault)]
    assert found, [str(fault) for fault in faults(text)]
    assert found[0].entry == "at_work.one"
    assert found[0].line == line_of(text, "one  =")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('dead = "50-95:0"\n', "", "sanatorium.dead: the row dead is missing. Write it like dead ="),
        ('dead = "50-95:0"', "dead = 0", "sanatorium.dead: the row dead is not a text in quotation marks."),
        (
            'dead = "50-95:0"',
            'deed = "50-95:0"',
            "sanatorium.deed: there is no such result. Did you mean dead.",
        ),
        (
            'dead = "50-95:0"',
            'dead = "50-95:0"\nhop = ""',
            "there is no such result. The results are dead, two",
        ),
        (CHART[CHART.index("[sanatorium]") :], "", "sanatorium: the chart has no [sanatorium]. Add a table"),
    ],
)
def test_faults_of_a_table(old: str, new: str, said: str) -> None:
    assert any(said in str(fault) for fault in faults(CHART.replace(old, new)))


def test_a_table_must_be_one() -> None:
    assert "sanatorium is no table. Write [sanatorium] above its rows." in str(
        faults("sanatorium = 1\n" + CHART[: CHART.index("[sanatorium]")])[0]
    )


@pytest.mark.parametrize("age", range(50, 96))
def test_any_missing_age_is_found(age: int) -> None:
    ages = [f"{one}:0" for one in range(50, 96) if one != age]
    text = CHART.replace('dead = "50-95:0"', f'dead = "{" ".join(ages)}"')
    assert only(text).endswith(
        f"sanatorium.dead: age {age} is missing. Every age from 50 to 95 needs a number."
    )


# --- faults: cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "old", "new", "said"),
    [
        (CARD_8, "number = 8", "number = 9", "number 9 stands on card 9 (Doctor's orders) too. Give each card"),
        (CARD_8, "number = 8\n", "", "card 8 (Doctor's orders): number is missing. Add a line like number = 35."),
        (CARD_8, "number = 8", "number = 0", "number is 0. It must lie between 1 and 999."),
        (CARD_8, "number = 8", 'number = "8"', 'number is "8", not a whole number.'),
        (CARD_8, 'name = "Doctor\'s orders"\n', "", "card 8: name is missing."),
        (CARD_8, "He goes to the Sanatorium at once. Cannot be played between the health roll and the end of the turn.", " ", "text is empty."),
        (CARD_8, 'when = "any"\n', "", 'when is missing. Add a line like when = "any".'),
        (CARD_8, 'when = "any"', 'when = "start:purg"', 'when is "start:purg", which is not known. Did you mean start:purge.'),
        (CARD_8, 'when = "any"', 'when = "trial or lunch"', 'when is "lunch", which is not known. Known are any; trial'),
        (CARD_8, "Sick or Ill member at work", "Sick or Ill member", 'on is "Sick or Ill member", which is not known. Did you mean Sick or Ill member at work.'),
        (CARD_8, "Sick or Ill member at work", "moon", 'on is "moon", which is not known. Known are member; member at'),
        (CARD_8, 'when = "any"', 'when = "any"\nkind = "blackmial"', "Did you mean blackmail."),
        (CARD_8, 'when = "any"', 'when = "any"\nkind = "blackmail"', "a blackmail card is played on a member who has just announced. Write on ="),
        (CARD_31, 'when = "start:purge"', 'when = "any"', "a card about the first purge attempt is played at the start of a Purge Phase."),
        (CARD_14, 'on = "Politician on the board"\n', "", "a lasting card lies on a Politician. Write on ="),
        (CARD_14, "lasting = true", 'lasting = "yes"', 'lasting is "yes". Write true or false, without quotation marks.'),
        (CARD_8, 'when = "any"', 'whn = "any"', "there is no field whn. Did you mean when."),
        (CARD_8, 'when = "any"', 'when = "any"\nlike = 35', "no card of ours has the number 35. `pbem packs show` lists them"),
        (CARD_8, 'when = "any"', 'when = "any"\nlike = "8"', 'like is "8", not a whole number.'),
        (CARD_8, 'when = "any"', 'when = "any"\nlike = 14', 'card 14 of ours (Iron constitution) has kind, on or lasting otherwise. Write no kind, on = "Politician on the board", lasting = true, or take like out.'),
    ],
)  # fmt: skip
def test_faults_of_a_card(card: str, old: str, new: str, said: str) -> None:
    assert old in card
    found = faults(DECK.replace(card, card.replace(old, new)))
    told = [str(fault) for fault in found if said in str(fault)]
    assert told, [str(fault) for fault in found]
    assert re.match(r"line \d+, card ", told[0])


def test_too_few_cards() -> None:
    few = DECK[: DECK.index("[[card]]\nnumber = 19\n")]
    assert only(few) == (
        "cards: 18 Intrigue cards are too few: three for each of six players and one to draw are 19. Add 1 more."
    )


# --- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrap", [str.encode, lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()]
)
def test_a_file_of_any_editor_is_the_same_pack(tmp_path: Path, wrap: Callable[[str], bytes]) -> None:
    file = tmp_path / "politicians.toml"
    file.write_bytes(wrap(PEOPLE))
    assert service.read(file) == packs.supplied(packs.POLITICIANS)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b"# one\n# two \xff\n")
    with pytest.raises(Faulty, match=r"line 2: a letter there is not in UTF-8\. Save the file as UTF-8\."):
        service.read(file)
    file.write_bytes(b"#" * (service.LONGEST + 1))
    with pytest.raises(Faulty, match="the file is too long for a pack"):
        service.read(file)


def test_the_words_nearest_to_a_slip() -> None:
    assert packs.nearest("bribe", ["ties", "bribes"]) == "bribes"
    assert packs.nearest("free", ["by_age", "free_allocation"]) == "free_allocation"
    assert packs.nearest("xyz", ["ties"]) == ""
    assert packs.meant("xyz", ["ties"]) == ""
    assert board.POLITBURO[0] == "PC"
