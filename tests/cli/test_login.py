"""`pbem login`: for what it is, and what it says where it is not."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from pbem.mail.oauth import KeptTokens
from pbem.service import logins
from tests.mail.microsoft import CLIENT, USER, Microsoft

from .conftest import Pbem

Refused = Callable[..., str]


@pytest.fixture
def microsoft(monkeypatch: pytest.MonkeyPatch) -> Iterator[Microsoft]:
    pytest.importorskip("msal")
    with Microsoft() as server:
        monkeypatch.setattr(logins, "KeptTokens", partial(KeptTokens, http=server))
        yield server


@pytest.fixture
def tokens(pbem: Pbem, tmp_path: Path) -> Path:
    """A site whose inbox wants tokens."""
    assert pbem("init").exit_code == 0
    toml = tmp_path / "pbem.toml"
    inbox = f'url = "imaps://{USER}@outlook.office365.com"\nlogin = "xoauth2"\noauth_client = "{CLIENT}"'
    toml.write_text(toml.read_text().replace('url = "maildir:mail/in"', inbox))
    return tmp_path


def test_it_prints_where_to_enter_which_code_and_who_logged_in(
    tokens: Path, pbem: Pbem, microsoft: Microsoft
) -> None:
    result = pbem("login", "inbox")
    assert result.exit_code == 0
    where, who = result.stdout.splitlines()
    assert "https://microsoft.com/devicelogin" in where
    assert "ABCD1234" in where
    assert who == f"Logged in as {USER}."
    assert "ACCESS" not in result.output
    assert (tokens / f"oauth-{USER}.json").exists()


def test_what_microsoft_refuses_is_one_line_and_status_1(
    tokens: Path, refused: Refused, microsoft: Microsoft
) -> None:
    microsoft.error = {"error": "authorization_declined"}
    assert "declined" in refused(1, "login", "inbox")


def test_a_box_that_takes_passwords_needs_no_login(tokens: Path, refused: Refused) -> None:
    assert "docs/providers/microsoft.md" in refused(2, "login", "outbox")


def test_nowhere_is_no_site(refused: Refused) -> None:
    assert "is no site" in refused(2, "login", "inbox")
