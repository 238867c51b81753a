"""Access tokens: asked for once, kept where only their owner can read them, renewed, and never told to anybody."""

import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.errors import MailError
from pbem.mail.oauth import SCOPES, KeptTokens, PrintedTokens, kept_in, sasl, write_secret
from tests.mail.microsoft import CLIENT, USER, Microsoft

pytest.importorskip("msal")


@pytest.fixture
def microsoft() -> Iterator[Microsoft]:
    with Microsoft() as server:
        yield server


def tokens(folder: Path, server: Microsoft, box: str = "inbox") -> KeptTokens:
    return KeptTokens(kept_in(folder, USER), CLIENT, "common", USER, box, http=server)


def logged_in(folder: Path, server: Microsoft, *boxes: str) -> list[str]:
    said: list[str] = []
    assert tokens(folder, server).login(boxes or ("inbox", "outbox"), said.append) == USER
    return said


def test_the_owner_is_told_where_to_enter_which_code_and_waited_for(
    tmp_path: Path, microsoft: Microsoft
) -> None:
    microsoft.pending = 1
    (said,) = logged_in(tmp_path, microsoft)
    assert "https://microsoft.com/devicelogin" in said
    assert "ABCD1234" in said
    assert USER in said
    asked = microsoft.asked[0][1]["scope"].split()
    assert set(SCOPES.values()) | {"offline_access"} <= set(asked)


def test_the_tokens_lie_in_one_file_that_only_its_owner_can_read(
    tmp_path: Path, microsoft: Microsoft
) -> None:
    logged_in(tmp_path, microsoft)
    (file,) = tmp_path.iterdir()
    assert file.name == "oauth-judge@example.org.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "REFRESH-1" in file.read_text()


def test_polls_use_the_kept_token_without_asking_anybody(tmp_path: Path, microsoft: Microsoft) -> None:
    logged_in(tmp_path, microsoft)
    microsoft.close()
    assert tokens(tmp_path, microsoft, "inbox").token() == "ACCESS-1"
    assert tokens(tmp_path, microsoft, "outbox").token() == "ACCESS-1"


def test_an_old_token_is_renewed_and_the_new_ones_are_kept(tmp_path: Path, microsoft: Microsoft) -> None:
    microsoft.lifetime = 200
    logged_in(tmp_path, microsoft)
    microsoft.lifetime = 3600
    assert tokens(tmp_path, microsoft).token() == "ACCESS-2"
    assert microsoft.asked[-1][1]["refresh_token"] == "REFRESH-1"
    assert "REFRESH-2" in kept_in(tmp_path, USER).read_text()
    asked = len(microsoft.asked)
    assert tokens(tmp_path, microsoft).token() == "ACCESS-2"
    assert len(microsoft.asked) == asked


def test_a_refused_token_is_renewed_before_its_time(tmp_path: Path, microsoft: Microsoft) -> None:
    logged_in(tmp_path, microsoft)
    mine = tokens(tmp_path, microsoft)
    assert [mine.token(), mine.token(), mine.token(afresh=True), mine.token()] == [
        "ACCESS-1",
        "ACCESS-1",
        "ACCESS-2",
        "ACCESS-2",
    ]


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (
            {
                "error": "invalid_grant",
                "error_description": "AADSTS700082: The refresh token REFRESH-1 has expired",
            },
            "expired or was revoked",
        ),
        ({"error": "interaction_required", "error_description": "AADSTS50076: x"}, "expired or was revoked"),
        ({"error": "unauthorized_client", "error_description": "AADSTS700016: x"}, "check oauth_client"),
        ({"error": "something new", "error_description": "REFRESH-1 is odd"}, "was refused"),
    ],
)
def test_a_refusal_is_one_sentence_without_a_token(
    tmp_path: Path, microsoft: Microsoft, error: dict[str, str], word: str
) -> None:
    logged_in(tmp_path, microsoft)
    microsoft.error = error
    with pytest.raises(MailError, match=word) as caught:
        tokens(tmp_path, microsoft).token(afresh=True)
    said = str(caught.value)
    assert "pbem login inbox" in said
    assert "ACCESS" not in said and "REFRESH" not in said and "\n" not in said
    assert "AADSTS" in said or "something" in error["error"]


@pytest.mark.parametrize(
    ("error", "word"),
    [
        ("authorization_declined", "declined"),
        ("expired_token", "nobody entered the code"),
        ("invalid_client", "public client"),
    ],
)
def test_a_login_that_fails_says_why_and_keeps_nothing(
    tmp_path: Path, microsoft: Microsoft, error: str, word: str
) -> None:
    microsoft.error = {"error": error}
    with pytest.raises(MailError, match=word):
        tokens(tmp_path, microsoft).login(["inbox"], lambda _: None)
    assert list(tmp_path.iterdir()) == []


def test_nobody_has_logged_in_yet(tmp_path: Path, microsoft: Microsoft) -> None:
    with pytest.raises(MailError, match="run `pbem login outbox`"):
        tokens(tmp_path, microsoft, "outbox").token()


def test_a_login_for_one_box_is_none_for_the_other(tmp_path: Path, microsoft: Microsoft) -> None:
    logged_in(tmp_path, microsoft, "inbox")
    microsoft.error = {"error": "invalid_grant", "error_description": "AADSTS65001: no consent"}
    assert tokens(tmp_path, microsoft, "inbox").token() == "ACCESS-1"
    with pytest.raises(MailError, match=r"AADSTS65001.*pbem login outbox"):
        tokens(tmp_path, microsoft, "outbox").token()


def test_a_file_that_others_can_read_or_that_is_broken_is_refused(
    tmp_path: Path, microsoft: Microsoft
) -> None:
    logged_in(tmp_path, microsoft)
    file = kept_in(tmp_path, USER)
    file.chmod(0o640)
    with pytest.raises(MailError, match="chmod 600"):
        tokens(tmp_path, microsoft).token()
    write_secret(file, "{")
    with pytest.raises(MailError, match="pbem login inbox"):
        tokens(tmp_path, microsoft).token()


def test_no_network_is_one_sentence(tmp_path: Path, microsoft: Microsoft) -> None:
    logged_in(tmp_path, microsoft)
    microsoft.close()
    with pytest.raises(MailError, match="check the network"):
        tokens(tmp_path, microsoft).token(afresh=True)


def test_without_the_package_it_is_said_how_to_install_it(
    tmp_path: Path, microsoft: Microsoft, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged_in(tmp_path, microsoft)
    monkeypatch.setitem(sys.modules, "msal", None)
    with pytest.raises(MailError, match=r"pip install 'pbem\[microsoft\]'"):
        tokens(tmp_path, microsoft).token()


def test_a_secret_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "oauth-x.json"
    write_secret(file, "old")
    (tmp_path / "full").mkdir()
    with pytest.raises(MailError, match="cannot be written"):
        write_secret(tmp_path / "nowhere" / "oauth-x.json", "new")
    write_secret(file, "new")
    assert file.read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full", "oauth-x.json"]


def test_a_printed_token_is_asked_for_once_and_again_when_it_is_refused() -> None:
    printed = iter(["one", "two"])
    source = PrintedTokens(lambda: next(printed), "outbox")
    assert [source.token(), source.token(), source.token(afresh=True)] == ["one", "one", "two"]
    assert "[outbox] password_command" in source.advice


def test_the_answer_to_a_servers_error_is_empty() -> None:
    answer = sasl("judge@example.org", "TOKEN")
    assert answer(b"") == b"user=judge@example.org\1auth=Bearer TOKEN\1\1"
    assert answer(b'{"status":"400"}') == b""


def test_no_account_names_a_file_elsewhere(tmp_path: Path) -> None:
    assert kept_in(tmp_path, "../../etc/x y@z").parent == tmp_path
