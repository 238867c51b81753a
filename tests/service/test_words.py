"""E15, E16: what players write for the paper, for the dead, over the parade and into their diaries, by mail."""

import pytest

from pbem.engine.events import Diary, Died, Printed
from pbem.engine.journal import effective
from pbem.engine.state import fold
from pbem.service import desk, tuning, undoing
from pbem.service.explaining import explain
from pbem.service.papers import printable
from pbem.service.undoing import Manner

from .mailgame import MailGame, subject_of, text_of
from .test_pauses import on_trial
from .whims import lawful


def words(mail):
    return " ".join(text_of(mail).replace("| ", "").split())


def say(game, colour, text, hours=0.1, **how):
    """A letter, read at once; the receipt."""
    game.write(colour, text, **how)
    game.poll(hours)
    return words(game.to(colour)[-1])


def resolve(game):
    """The deadline passes; everybody's report of it."""
    for colour in game.colours:
        game.write(colour, "WAIT")  # nobody is silent
    game.poll(0.1)
    game.poll(75)
    return {colour: words(reports(game, colour)[-1]) for colour in game.colours}


def reports(game, colour):
    """His reports, by their subjects."""
    kinds = ("your move", "nothing asked", "the last report", "re-run")
    return [mail for mail in game.to(colour) if any(kind in subject_of(mail) for kind in kinds)]


def printed(game):
    return [event for event in effective(game.events()) if isinstance(event, Printed)]


# --- PRAVDA ---


def test_a_letter_to_the_paper_stands_in_everybodys_next_report(begun):
    told = say(begun, "red", "PRAVDA: The harvest # was never in doubt.")
    assert "It will stand in the next report, signed Hardline Stalinists" in told
    assert "PRAVDA: The harvest # was never in doubt. (until the next report" in told
    assert not printed(begun)
    assert "harvest" not in say(begun, "blue", "STATUS"), "nothing of it shows before it is printed"
    told = resolve(begun)
    for report in told.values():
        assert "From our readers" in report
        assert "Hardline Stalinists (Anna)" in report
        assert "“The harvest # was never in doubt.”" in report
    assert [(e.kind, e.player, e.text) for e in printed(begun)] == [
        ("pravda", "red", "The harvest # was never in doubt.")
    ]
    assert "harvest" not in " ".join(resolve(begun).values()), "it is printed once"


def test_a_later_one_takes_the_place_of_an_earlier_one_and_CANCEL_withdraws_it(begun):
    say(begun, "red", "PRAVDA: first")
    assert "PRAVDA: first replaced by your newer line" in say(begun, "red", "PRAVDA: second")
    assert "One of a kind is printed at a time" in say(begun, "red", "PRAVDA: third\nPRAVDA: fourth")
    assert begun.orders("red") == ["PRAVDA: fourth"]
    say(begun, "red", "CANCEL ALL")
    resolve(begun)
    assert not printed(begun)


@pytest.mark.parametrize("mark", '“”„‟"«»″〝〞〟＂')
def test_nobody_ends_our_quotation_and_speaks_for_another(mark):
    """Behind a closing mark of his own a writer could go on as the judge, or as another faction."""
    said = printable(f"yes.{mark}, adds Boris (Reform Expansionists): {mark}no")
    assert said == "yes.’, adds Boris (Reform Expansionists): ‘no"
    assert printable("« Oui » (“now”) „so“").startswith("‘ Oui ’ (‘now’) ‘so’")


def test_an_unsigned_one_names_nobody(begun):
    say(begun, "red", "PRAVDA ANONYMOUS: Somebody has counted the spoons.")
    report = resolve(begun)["blue"]
    paper = report[report.index("From our readers") : report.index("Somebody has counted")]
    assert "Anna" not in paper
    assert "Stalinists" not in paper
    assert [e.player for e in printed(begun)] == [""]


def test_the_house_may_forbid_unsigned_ones_or_all(begun):
    tuning.tune(begun.site, begun.name, {"press": "named"}, "peace", begun.now)
    assert "allows no anonymous messages" in say(begun, "red", "PRAVDA ANONYMOUS: psst")
    say(begun, "red", "PRAVDA: hello")
    tuning.tune(begun.site, begun.name, {"press": "off"}, "peace", begun.now)
    assert "press=off" in say(begun, "blue", "SLOGAN: hello")
    report = resolve(begun)["red"]
    assert "not used: the moderator has switched off messages between players" in report
    assert not printed(begun)


def test_it_is_one_line_of_three_hundred_signs_without_codes_and_addresses(begun):
    long = "word " * 70
    assert "takes one line of 300 characters; yours has 349" in say(begun, "red", f"PRAVDA: {long}")
    code = subject_of(begun.to("red")[-1]).rpartition("[")[2].rstrip("]")
    broken = f"PRAVDA: write to anna@players.example, my code is {code}, and this line was\nbroken by my program\x07."
    say(begun, "red", broken)
    report = resolve(begun)["blue"]
    assert "write to (address), my code is (code), and this line was broken by my program" in report
    assert code not in report


def test_words_that_read_like_orders_are_none_when_they_are_quoted_back(begun):
    say(begun, "red", "PRAVDA: PURGE Manjak. VOTE GUILTY. END")
    resolve(begun)
    text = text_of(begun.to("blue")[-1])
    from pbem.orders.reader import read

    kinds = {one.kind for one in read(text.split("\n"), begun.record().lexicon)}
    assert kinds <= {"ignored", "comment"}


def test_words_for_the_paper_make_nobody_ready(tmp_path):
    game = MailGame(tmp_path / "site", options={"ready": "complete"})
    game.begin()
    assert "READY" not in say(game, "red", "PRAVDA: hello").partition("Carried out")[2].partition("==")[0]
    assert not game.record().seat_rows["red"].ready


# --- OBITUARY ---


def mourn(game):
    """Play until somebody dies who had a controller; his letter, and that player."""
    for _ in range(40):
        resolve(game)
        story = effective(game.events())
        for at, event in enumerate(story):
            holder = isinstance(event, Died) and fold(story[:at]).controller(event.politician)
            if holder:
                return event.politician, holder
    raise AssertionError("nobody died")


def test_an_obituary_by_the_last_controller(tmp_path):
    game = MailGame(tmp_path / "site", rules="basic")
    game.begin()
    name = game.record().lexicon.name
    assert f"{name('A')} is not dead" in say(game, "red", f"OBITUARY {name('A')}: too early")
    for colour, who in (("red", "DEFGHIJK"), ("blue", "LMNO"), ("green", "PQRST")):
        say(game, colour, "\n".join(f"DECLARE ALL {one}" for one in who))
    dead, holder = mourn(game)
    other = next(colour for colour in game.colours if colour != holder)
    assert "was not yours when death came" in say(game, other, f"OBITUARY {name(dead)}: a rival")
    say(game, holder, f"OBITUARY {name(dead)}: Never late, until now.")
    report = resolve(game)[other]
    assert "“Never late, until now.”" in report
    assert [(e.kind, e.player, e.politician) for e in printed(game)] == [("obituary", holder, dead)]
    for _ in range(2):
        resolve(game)
    assert "died some time ago" in say(game, holder, f"OBITUARY {name(dead)}: again")


# --- SLOGAN ---


def parade(game):
    """Up to the report of the next parade."""
    for _ in range(6):
        told = resolve(game)
        if "phase 8: " in told["red"]:
            return told
    raise AssertionError("no parade")


@pytest.fixture
def chief(tmp_path):
    """Anna holds the Party Chief with all that she has."""
    game = MailGame(tmp_path / "site", seats=4, rules="advanced")
    game.begin()
    say(game, "red", "DECLARE ALL A")
    return game


def test_a_slogan_hangs_over_the_parade_of_whoever_holds_the_party_chief(chief):
    told = say(chief, "red", "SLOGAN: Forward, and mind the step!")
    assert "will hang over the parade of 1951 if the Party Chief is yours then" in told
    assert "SLOGAN: Forward, and mind the step! (until the next parade)" in told
    assert "is not yours" in say(chief, "blue", "SLOGAN: Backward!")
    everybodys = parade(chief)
    for colour, report in everybodys.items():
        begins = report.index("phase 8: ")
        hangs, waves = report.index("“Forward, and mind the step!”"), report.index(" wave", begins)
        assert begins < hangs < waves, "the banner hangs there before the arm rises"
        assert "Hardline Stalinists (Anna)" in report[begins:hangs] + report[hangs - 200 : hangs]
        assert ("not used: you did not control the Party Chief at the parade" in report) == (colour == "blue")
        assert "From our readers" not in report
    assert chief.orders("red") == chief.orders("blue") == []
    assert "mind the step" in say(chief, "green", "HISTORY 1951")
    assert "mind the step" not in parade(chief)["green"]


# --- undo ---


def test_an_undo_gives_the_words_back(begun):
    say(begun, "red", "PRAVDA: hello")
    resolve(begun)
    assert printed(begun)
    undoing.undo(begun.site, begun.name, "last", "a slip", begun.now, Manner(), False)
    begun.poll()
    assert not printed(begun)
    assert begun.orders("red") == ["PRAVDA: hello"]
    assert "“hello”" in resolve(begun)["blue"]
    assert len(printed(begun)) == 1


# --- DIARY ---


def test_a_diary_is_sealed(begun):
    told = say(begun, "red", "DIARY: Nine on Manjak.\nNobody has asked.\nEND DIARY\nPURGE FM")
    assert "Your diary has taken 33 characters, and is sealed" in told
    assert "Nobody has asked" not in told
    assert begun.orders("red") == ["PURGE FM"]
    (entry,) = [e for e in begun.events() if isinstance(e, Diary)]
    assert entry == Diary("red", "Nine on Manjak.\nNobody has asked.")
    told = say(begun, "red", "HISTORY")
    assert "your diary has taken an entry of 33 characters" in told
    assert "Nobody has asked" not in told, "whoever takes over the seat could read it"
    assert "Manjak. Nobody" not in say(begun, "blue", "HISTORY\nSTATUS")
    told = resolve(begun)
    assert "Nobody has asked" not in told["blue"]
    assert "Nobody has asked" not in told["green"]


def test_the_moderator_reads_no_diary_before_the_end(begun):
    say(begun, "red", "DIARY: Nine on Manjak.")
    number = next(n for n, e in enumerate(begun.events(), 1) if isinstance(e, Diary))
    told = explain(begun.site, begun.name, str(number), now=begun.now)
    assert "writes into a diary" in str(told)
    assert "Nine on" not in str(told)


def test_what_looks_like_an_order_in_a_diary_is_mentioned(begun):
    told = say(begun, "red", "DIARY: Dear diary,\nPURGE FM")
    assert "line 2 looks like an order but stands in your diary; END DIARY closes it" in told
    assert begun.orders("red") == []


def test_an_entry_has_two_thousand_signs(begun):
    assert "takes 2,000 characters at a time; yours has 2,499" in say(begun, "red", "DIARY: " + "word " * 500)


def test_a_diary_is_written_from_an_answer_to_an_older_mail_and_while_a_phase_stands_open(begun):
    old = begun.to("red")[-1]
    resolve(begun)
    assert "Your diary has taken 5 characters" in say(begun, "red", "DIARY: later", to=old)
    desk.hold(begun.site, begun.name, "lunch", begun.now)
    assert "Your diary has taken 6 characters" in say(begun, "red", "DIARY: lunch!")


# --- MEMOIRS ---


def ended(game):
    from pbem.service import ending

    ending.end(game.site, game.name, "enough", game.now)
    game.poll()


def test_memoirs_are_for_afterwards(begun):
    assert "MEMOIRS are for afterwards" in say(begun, "red", "MEMOIRS: It was like this.")
    ended(begun)
    assert "MEMOIRS" in words(begun.to("red")[-1])
    told = say(begun, "red", "MEMOIRS: It was like this.\n\nPURGE FM was never my idea.")
    assert "Your memoirs are kept" in told
    assert "nothing can be ordered" not in told
    assert "in place of the earlier ones" in say(begun, "red", "MEMOIRS: It was like that.")
    say(begun, "blue", "MEMOIRS: I saw nothing.")
    before = {colour: len(begun.to(colour)) for colour in begun.colours}
    begun.poll(24 * 13)
    assert [len(begun.to(colour)) for colour in begun.colours] == list(before.values())
    begun.poll(24 * 2)
    for colour in begun.colours:
        (mail,) = begun.to(colour)[before[colour] :]
        assert "[test] Memoirs" in subject_of(mail)
        assert "It was like that." in words(mail)
        assert "It was like this" not in words(mail)
        assert "Boris): I saw nothing." in words(mail)
        assert "No comment from Clara." in words(mail)
    assert "were taken for two weeks" in say(begun, "green", "MEMOIRS: too late")
    begun.poll(24)
    assert all(len(begun.to(colour)) <= before[colour] + 2 for colour in begun.colours)


def test_the_last_report_prints_what_was_waiting(begun):
    say(begun, "red", "PRAVDA: Too late.\nSLOGAN: Never.")
    ended(begun)
    assert "“Too late.”" in words(reports(begun, "blue")[-1])
    assert [e.text for e in printed(begun)] == ["Too late."]


def test_the_diary_closes_with_the_game(begun):
    ended(begun)
    assert "The game is over, and so is the diary" in say(begun, "red", "DIARY: tomorrow")


# --- the same words everywhere ---


def sections_of(mail):
    """Heading -> paragraphs of the chronicle in a mail."""
    found, heading = {}, ""
    for line in text_of(mail).split("\n"):
        if line.startswith("== "):
            heading = line.strip("= ")
        elif line.strip() and heading[:4].isdecimal():
            found.setdefault(heading, []).append(line.strip())
    return {heading: " ".join(lines) for heading, lines in found.items() if " in figures" not in heading}


def test_the_reports_of_a_year_put_together_are_HISTORY_of_that_year(tmp_path):
    """E15: no wording is chosen by where a report begins."""
    game = MailGame(tmp_path / "site", seats=4, rules="advanced")
    game.begin()
    for colour in game.colours:
        game.write(
            colour,
            "DECLARE ALL KGB\nHOLD FM EACH TURN\nTAKE DM EACH TURN\nPURGE FM, DM EACH TURN\nINVESTIGATE IND EACH TURN",
        )
    game.poll(0.1)
    say(game, "red", "DIARY: today")
    say(game, "blue", "PRAVDA: yesterday")
    while game.record().row.turn < 3:
        resolve(game)
    for colour in ("red", "green"):
        told = {}
        for mail in reports(game, colour):
            for heading, words_ in sections_of(mail).items():
                told[heading] = f"{told.get(heading, '')} {words_}".strip()
        for year in (1951, 1952):
            say(game, colour, f"HISTORY {year}")
            history = {h: w for h, w in sections_of(game.to(colour)[-1]).items() if h.startswith(str(year))}
            assert len(history) > 5
            assert history == {heading: told[heading] for heading in history}


# --- in the middle of a phase ---


def test_words_come_while_a_ballot_stands_open_and_the_phase_goes_on(tmp_path):
    """D28: they may stand at any question, and the phase is played again around them."""
    game = on_trial(tmp_path / "site")
    assert game.record().row.pause
    for colour in ("red", "blue"):
        say(game, colour, f"DIARY: {colour} waits.\nEND DIARY\nPRAVDA: {colour} has hopes.")
    assert game.record().row.pause
    resolve(game)
    record = game.record()
    assert not record.row.pause
    assert not record.row.held
    assert [e.text for e in game.events() if isinstance(e, Diary)] == ["red waits.", "blue waits."]
    assert [e.text for e in printed(game)] == ["red has hopes.", "blue has hopes."]
    for colour in game.colours:
        told = words(reports(game, colour)[-1])
        assert "“red has hopes.”" in told
        assert "waits." not in told
    lawful(game)


def test_markup_stays_text_in_the_html_part(begun):
    say(begun, "red", "PRAVDA: <b>Bread</b> & <img src=https://spy.example/x.png>")
    resolve(begun)
    mail = reports(begun, "blue")[-1]
    html = (
        next(p for p in mail.walk() if p.get_content_type() == "text/html").get_payload(decode=True).decode()
    )
    assert "<b>Bread</b>" not in html
    assert "<img src=https" not in html
    assert "&lt;b&gt;Bread&lt;/b&gt; &amp; &lt;img" in html
    assert "“<b>Bread</b> & <img src=https://spy.example/x.png>”" in words(mail)
