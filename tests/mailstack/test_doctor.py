"""`pbem doctor` against a real Postfix and Dovecot: the mail to himself comes back, and the next poll passes it over."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail.roundtrip import named
from pbem.service.doctor import examine
from pbem.service.doctor.findings import Finding
from pbem.service.poll import poll
from pbem.service.site import Site
from tests.mailstack.stack import JUDGE, PASSWORDS, Stack

pytestmark = pytest.mark.servers


@pytest.fixture
def site(tmp_path: Path, mail_stack: Stack, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBEM_INBOX_PASSWORD", PASSWORDS[JUDGE])
    monkeypatch.setenv("PBEM_OUTBOX_PASSWORD", PASSWORDS[JUDGE])
    folder = tmp_path / "site"
    Site.create(folder, name="Judge", address=JUDGE, moderator="gm@players.test", zone="UTC").engine.dispose()
    toml = folder / "pbem.toml"
    text = toml.read_text("utf-8").replace("maildir:mail/in", mail_stack.inbox_url())
    toml.write_text(text.replace("maildir:mail/out", mail_stack.outbox_url()), "utf-8")
    return folder


def trip(folder: Path) -> list[Finding]:
    return [one for one in examine(folder, datetime.now(UTC)) if one.check == "round trip"]


def test_a_mail_to_himself_comes_back(site: Path) -> None:
    found = trip(site)
    assert found[0].verdict == "ok", found
    assert f"a mail to {JUDGE} came back" in found[0].said
    assert "clock agrees" in found[1].said
    place = Site.open(site)
    result = poll(place)
    assert (result.letters, result.receipts, result.sent, result.problems) == (1, 0, 0, [])
    with place.engine.begin() as connection:
        states = connection.exec_driver_sql("select state, reason from letter").all()
    assert [tuple(row) for row in states] == [("ignored", "it comes from the judge's own address")]


def test_with_subaddresses_it_goes_to_one(site: Path) -> None:
    toml = site / "pbem.toml"
    toml.write_text(toml.read_text("utf-8").replace("# subaddress", "subaddress"), "utf-8")
    found = trip(site)
    assert found[0].verdict == "ok", found
    assert "judge+doctor@" in found[0].said


def test_a_mail_that_goes_elsewhere_is_missed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_DOCTOR_SECONDS", "2")
    toml = site / "pbem.toml"
    toml.write_text(
        toml.read_text("utf-8").replace(f'address = "{JUDGE}"', 'address = "alice@players.test"'), "utf-8"
    )
    (found,) = trip(site)
    assert found.verdict == "fail"
    assert "did not come" in found.said or "was not taken" in found.said


def test_a_wrong_password(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_INBOX_PASSWORD", "wrong")
    found = {one.check: one for one in examine(site, datetime.now(UTC))}
    assert found["inbox"].verdict == "fail"
    assert "PBEM_INBOX_PASSWORD" in found["inbox"].said
    assert found["outbox"].verdict == "ok"


def test_the_name_on_top() -> None:
    assert named(["mx.example.org; dmarc=pass", "other; x"]) == "mx.example.org"
    assert named(["mx.example.org 1; dmarc=pass"]) == "mx.example.org"
    assert named([]) == named(["; x"]) == ""
