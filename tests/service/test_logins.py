"""How the judge gets into his mailboxes: `pbem login`, and what a site says when he cannot."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pbem.config import load
from pbem.mail.errors import MailError
from pbem.mail.oauth import KeptTokens, PrintedTokens, where_set
from pbem.service import logins
from pbem.service.errors import UsageError
from pbem.service.poll import poll
from pbem.service.site import Site
from tests.mail.microsoft import CLIENT, USER, Microsoft

pytest.importorskip("msal")
BOX = f'login = "xoauth2"\noauth_client = "{CLIENT}"\n'


@pytest.fixture
def microsoft(monkeypatch: pytest.MonkeyPatch) -> Iterator[Microsoft]:
    """Microsoft's login server, whom the service asks instead of the real one."""
    with Microsoft() as server:
        monkeypatch.setattr(logins, "KeptTokens", partial(KeptTokens, http=server))
        yield server


def site(folder: Path, inbox: str = BOX, outbox: str = BOX, user: str = USER) -> Path:
    Site.create(folder, name="Judge", address=USER, moderator="gm@x.org", zone="UTC")
    toml = folder / "pbem.toml"
    text = toml.read_text().replace('url = "maildir:mail/in"', f'url = "imaps://{USER}@127.0.0.1:1"\n{inbox}')
    toml.write_text(text.replace('url = "maildir:mail/out"', f'url = "smtps://{user}@127.0.0.1:1"\n{outbox}'))
    return folder


def login(folder: Path, which: str) -> str:
    return logins.login(load(folder), folder, which, lambda _: None)


def test_one_login_serves_both_boxes_of_an_account(tmp_path: Path, microsoft: Microsoft) -> None:
    folder = site(tmp_path / "s")
    assert login(folder, "both") == USER
    config = load(folder)
    for box in logins.BOXES:
        found = logins.secret(config, folder, box)
        assert isinstance(found, KeptTokens)
        assert found.token() == "ACCESS-1"
    assert [path.name for path in folder.glob("oauth-*")] == [f"oauth-{USER}.json"]


def test_two_accounts_log_in_one_by_one(tmp_path: Path, microsoft: Microsoft) -> None:
    folder = site(tmp_path / "s", user="other@example.org")
    with pytest.raises(UsageError, match="different accounts"):
        login(folder, "both")
    login(folder, "inbox")
    login(folder, "outbox")
    assert len(list(folder.glob("oauth-*.json"))) == 2


@pytest.mark.parametrize("settings", ["", 'login = "xoauth2"\npassword_command = "true"\n'])
def test_a_box_with_another_way_to_log_in_says_so(tmp_path: Path, settings: str) -> None:
    folder = site(tmp_path / "s", outbox=settings)
    with pytest.raises(UsageError, match=r"\[outbox\]: `pbem login` is for"):
        login(folder, "outbox")


def test_a_site_without_a_login_polls_on_and_says_what_to_do(tmp_path: Path, microsoft: Microsoft) -> None:
    result = poll(Site.open(site(tmp_path / "s")))
    assert "run `pbem login inbox`" in result.problems[0]


def test_what_a_command_prints_is_the_token(tmp_path: Path) -> None:
    folder = site(tmp_path / "s", inbox='login = "xoauth2"\npassword_command = "echo TOKEN"\n')
    found = logins.secret(load(folder), folder, "inbox")
    assert isinstance(found, PrintedTokens)
    assert found.token() == "TOKEN"


def test_a_command_that_fails_is_a_problem_of_the_poll(tmp_path: Path) -> None:
    folder = site(tmp_path / "s", inbox='login = "xoauth2"\npassword_command = "false"\n', outbox="")
    found = logins.secret(load(folder), folder, "inbox")
    assert isinstance(found, PrintedTokens)
    with pytest.raises(MailError, match=r"\[inbox\] password_command"):
        found.token()
    assert "password_command" in poll(Site.open(folder)).problems[0]


def test_passwords_are_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = site(tmp_path / "s", inbox="", outbox="")
    monkeypatch.setitem(os.environ, "PBEM_INBOX_PASSWORD", "pw")
    assert logins.secret(load(folder), folder, "inbox") == "pw"
    with pytest.raises(
        MailError, match=f"as {USER}: no password is set: set PBEM_OUTBOX_PASSWORD .* password_command"
    ):
        logins.secret(load(folder), folder, "outbox")


def test_without_a_user_no_password_is_asked_for(tmp_path: Path) -> None:
    config = load(Site.create(tmp_path / "s", name="J", address=USER, moderator="gm@x.org", zone="UTC").path)
    assert [logins.secret(config, tmp_path, box) for box in logins.BOXES] == [None, None]


def test_a_refused_password_is_mended_where_it_was_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = 'password_command = "echo pw"\n'
    folder = site(tmp_path / "s", inbox=command, outbox=command)
    monkeypatch.setitem(os.environ, "PBEM_OUTBOX_PASSWORD", "other")
    found = {box: logins.secret(load(folder), folder, box) for box in logins.BOXES}
    assert found == {"inbox": "pw", "outbox": "other"}
    said = {box: where_set(str_of(word), box) for box, word in found.items()}
    assert said == {
        "inbox": "check what [inbox] password_command prints",
        "outbox": "check PBEM_OUTBOX_PASSWORD",
    }


def str_of(word: object) -> str:
    assert isinstance(word, str)
    return word
