"""Set-up, sessions, deadlines and what the moderator may do."""

from datetime import timedelta

import pytest

from pbem.service import desk, showing
from pbem.service.errors import ServiceError, UsageError
from pbem.service.seating import parse_seats

from .mailgame import SHEETS, MailGame, subject_of, text_of


def test_hr_29_without_full_sheets_the_game_does_not_begin_and_everybody_is_told(game):
    game.write("red", SHEETS["red"])
    game.write("blue", "INFLUENCE L=10, M=9")
    game.poll(1)
    game.poll(72)
    assert game.record().row.session == "setup"
    assert [subject_of(mail) for mail in game.to("blue")][-1].startswith("[test] your sheet by")
    assert "still to give: 8, 7" in text_of(game.to("blue")[-1])
    for _ in range(3):
        game.poll(73)
    assert "Clara" in text_of(game.to("gm@judge.example")[-1])


def test_d24_a_number_given_anew_is_taken_from_whoever_had_it(game):
    game.write("red", "INFLUENCE B=10, C=9")
    game.poll(1)
    game.write("red", "INFLUENCE D 10")
    game.poll(1)
    assert game.record().draft("red") == {"C": 9, "D": 10}


def test_r1_3_nestor_may_get_none(game):
    game.write("red", "INFLUENCE A 10")
    game.poll(1)
    assert game.record().draft("red") == {}
    assert "Aparatschik may get no influence" in " ".join(text_of(game.to("red")[-1]).split())


def test_salts_are_published_when_set_up_closes_and_change_the_dice(game):
    game.write("red", "SALT nobody knows the trouble")
    game.poll(1)
    before = game.record().dice()("1951/health B #0", 20), game.record().dice()("1951/health C #0", 20)
    game.begin()
    assert any("nobody knows the trouble" in " ".join(text_of(mail).split()) for mail in game.to("green"))
    record = game.record()
    after = record.dice()("1951/health B #0", 20), record.dice()("1951/health C #0", 20)
    rolls = [record.dice()(f"x #{n}", 20) for n in range(30)]
    assert after != before or rolls != [1] * 30


def test_all_ready_resolves_early_and_ready_holds_for_one_session_only(begun):
    for colour in SHEETS:
        begun.write(colour, "READY")
    assert begun.poll(1).resolved == ["test"]
    assert begun.record().row.session.startswith(("funeral", "replacement"))
    assert begun.poll(1).resolved == []


def test_the_deadline_resolves_with_what_silence_means(begun):
    assert begun.poll(100).resolved == ["test"]
    assert begun.record().row.session == "replacement"


def test_tempo_phase_waits_for_each_phase_in_which_somebody_could_decide(tmp_path):
    game = MailGame(tmp_path / "site", tempo="phase")
    game.begin()
    seen = []
    for _ in range(8):
        seen.append(game.record().row.session)
        game.poll(73)
    assert seen[0] == "purge"
    assert "health" not in seen, "nobody can decide anything there: it is resolved at once"
    assert set(seen) <= {"cure", "purge", "spy", "funeral", "replacement", "rehabilitation", "parade"}


def test_a_dry_run_changes_nothing(begun):
    before = begun.record().row
    told = desk.resolve(begun.site, "test", begun.now, dry_run=True)
    assert "1951" in told.text
    assert begun.record().row == before
    assert desk.resolve(begun.site, "test", begun.now, dry_run=False).text == told.text
    assert begun.record().row.events > before.events


def test_hold_stops_the_clock_and_resume_lets_it_run_again(begun):
    desk.hold(begun.site, "test", "the moderator is at the dacha", begun.now)
    assert begun.poll(500).resolved == []
    assert "dacha" in text_of(begun.to("red")[-1])
    moved = desk.resume(begun.site, "test", begun.now)
    assert moved > begun.now + timedelta(hours=24)
    begun.poll()
    assert begun.poll(73).resolved == ["test"]


def test_the_deadline_can_be_moved_and_everybody_is_told(begun):
    old = begun.record().row.deadline
    desk.deadline(begun.site, "test", "+48h", begun.now)
    begun.poll()
    assert begun.record().row.deadline == old + timedelta(hours=48)
    assert all("deadline is now" in subject_of(begun.to(colour)[-1]) for colour in SHEETS)
    with pytest.raises(UsageError):
        desk.deadline(begun.site, "test", "someday", begun.now)


def test_orders_entered_on_behalf_are_acknowledged_to_the_player(begun):
    entered = desk.enter(begun.site, "test", "Anna", ["PURGE M", "nonsense", "PURGE Zaphod"], begun.now)
    assert "PURGE Eatstumuch" in entered.text
    assert entered.rejected == 2, "what the moderator types is meant as an order"
    begun.poll()
    assert "PURGE Eatstumuch" in text_of(begun.to("red")[-1])
    assert [entry.text for entry in desk.orders(begun.site, "test", "red")] == ["PURGE Eatstumuch"]


def test_a_report_can_be_read_again_as_the_player_got_it(begun):
    text = desk.report(begun.site, "test", "red", 1, "cure")
    assert text_of(begun.to("red")[-1]).strip() in text
    with pytest.raises(ServiceError):
        desk.report(begun.site, "test", "red", 7, None)


def test_show_hides_what_is_secret_unless_asked(begun):
    assert "Recorded by" not in desk.show(begun.site, "test", None, reveal=False).text
    mine = desk.show(begun.site, "test", "red", reveal=False).text
    assert "Recorded by red" in mine
    assert "Recorded by blue" not in mine
    assert "Recorded by blue" in desk.show(begun.site, "test", None, reveal=True).text


def test_show_tells_the_sheets_so_far_to_their_owners_only(game):
    game.write("red", "INFLUENCE B=10, C=9")
    game.poll(1)
    assert "Schukrutoff 10" in desk.show(game.site, "test", "red", reveal=False).text
    assert "Recorded by" not in desk.show(game.site, "test", "blue", reveal=False).text
    assert "Recorded by" not in desk.show(game.site, "test", None, reveal=False).text
    assert "Schukrutoff 10" in desk.show(game.site, "test", None, reveal=True).text


def test_a_whole_silent_game_ends(begun):
    for _ in range(80):
        if not begun.poll(73).resolved:
            break
    record = begun.record()
    assert record.state.over
    assert record.row.turn <= 11
    last = text_of(begun.to("red")[-1])
    assert record.seed.hex() in last.replace("\n", "")
    begun.write("red", "PURGE M")
    begun.poll(1)
    assert "over" in text_of(begun.to("red")[-1])


@pytest.mark.parametrize(
    "players",
    [
        ["red=Anna <a@x.example>"] * 3,
        ["red=Anna <a@x.example>", "blue=B <b@x.example>"],
        ["pink=Anna <a@x.example>", "blue=B <b@x.example>", "green=C <c@x.example>"],
        ["red=Anna", "blue=B <b@x.example>", "green=C <c@x.example>"],
        ["red=Anna <a@x.example>", "blue=B <A@x.example>", "green=C <c@x.example>"],
        ["red=Anna <a@x.example>", "blue=anna <b@x.example>", "green=C <c@x.example>"],
        ["red=KGB <a@x.example>", "blue=B <b@x.example>", "green=C <c@x.example>"],
        ["red=blue <a@x.example>", "blue=B <b@x.example>", "green=C <c@x.example>"],
        ["red=judge@judge.example", "blue=B <b@x.example>", "green=C <c@x.example>"],
        ["red=b@x.example <a@x.example>\nBcc: e@x.example", "blue=B <b@x.example>", "green=C <c@x.example>"],
        ["red=A <a@x.example> <b@x.example>", "blue=B <b@x.example>", "green=C <c@x.example>"],
        ["red=A <a@x.example> Mars/Olympus", "blue=B <b@x.example>", "green=C <c@x.example>"],
    ],
)
def test_seats_that_cannot_be_are_refused_with_one_sentence(players):
    with pytest.raises(UsageError) as refused:
        parse_seats(players, "UTC", "judge@judge.example")
    assert "\n" not in str(refused.value)


def test_a_name_that_looks_like_an_address_does_not_divert_the_mail():
    seats = parse_seats(
        ["red=boris@x.example <anna@x.example>", "blue=B <b@x.example>", "green=C <c@x.example> Asia/Tokyo"],
        "UTC",
    )
    assert [seat.address for seat in seats] == ["anna@x.example", "b@x.example", "c@x.example"]
    assert seats[2].zone == "Asia/Tokyo"


def test_the_site_keeps_its_secrets_from_other_users_of_the_machine(game):
    for secret in ("mail", "mail/in", "mail/out", "pbem.db", "pbem.log"):
        assert (game.folder / secret).stat().st_mode & 0o077 == 0, secret
    for path in (game.folder / "mail/out/new").iterdir():
        assert "pbem." not in path.name, "no reply code stands in a file name"


def test_an_error_while_resolving_holds_the_game_and_its_words_stand_in_the_log_only(begun, monkeypatch):
    from pbem.service import poll as polling

    def fail(*anything):
        raise KeyError("blue recorded 10 on L")

    monkeypatch.setattr(polling, "resolve", fail)
    begun.now += timedelta(hours=80)
    result = polling.poll(begun.site, begun.now)
    assert len(result.problems) == 1
    begun.write("red", "STATUS")
    begun.poll(1)
    told = [text_of(mail) for who in ("red", "gm@judge.example") for mail in begun.to(who)]
    assert any("Resolving failed (KeyError)" in words for words in told)
    assert not any("recorded 10" in words for words in (*told, *result.problems))
    assert "recorded 10" in (begun.folder / "pbem.log").read_text("utf-8")


def test_a_letter_that_breaks_the_program_is_put_aside_after_three_polls_and_no_other_suffers(
    begun, monkeypatch
):
    from pbem.service import poll as polling
    from pbem.service import reading

    apply = reading.apply

    def sometimes(connection, config, letters, now):
        if any("Manjak" in " ".join(one.letter.lines) for one in letters):
            raise RuntimeError("no")
        return apply(connection, config, letters, now)

    monkeypatch.setattr(reading, "apply", sometimes)
    begun.write("red", "PURGE Manjak")
    begun.write("blue", "PURGE Satin")
    for attempt in range(4):
        result = polling.poll(begun.site, begun.now + timedelta(hours=attempt))
        assert bool(result.problems) == (attempt < 3)
    assert begun.orders("blue") == ["PURGE Satin"]
    told = begun.to("gm@judge.example")[-1]
    assert "put aside" in subject_of(told)
    assert "`pbem mail release L" in " ".join(text_of(told).split())


def test_e25_where_a_game_goes_by_factions_no_name_stands_in_any_mail_to_others(tmp_path):
    game = MailGame(tmp_path / "site", options={"names": "factions"})
    game.begin()
    game.poll(80)
    assert [seat.name for seat in game.record().seats] == [seat.faction for seat in game.record().seats]
    for colour in game.colours:
        for mail in game.to(colour):
            said = text_of(mail)
            assert not any(name in said for name in ("Anna", "Clara")), said


def test_a_player_is_named_by_colour_faction_or_name(tmp_path):
    """`pbem show GAME --as PLAYER` and all the others; where players go by their factions every list of the moderator says those."""
    record = MailGame(tmp_path).record()
    for said in ("red", "Anna", "anna ", "hardline  stalinists", "Hardline Stalinists"):
        assert showing.seat_of(record, said) == "red"
    for said in ("", "R", "hardline", None):
        with pytest.raises(UsageError, match="There is no player"):
            showing.seat_of(record, said)
