"""`pbem.toml`: what it may say, what is told of mistakes, where a site and its passwords are found."""

import re
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.config import ConfigError, default_toml, find_site, load, parse

JUDGE = '[judge]\naddress = "judge@example.org"\nmoderator = "gm@example.org"\ntimezone = "Europe/Zurich"\n'
IMAP = JUDGE + "[inbox]\nurl = 'imaps://me@x.org'\n"
SMTP = JUDGE + "[outbox]\nurl = 'smtps://me@x.org'\n"
PATH = Path("site/pbem.toml")


def fault(text: str) -> str:
    with pytest.raises(ConfigError) as error:
        parse(text, PATH)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_new_sites_file_can_be_read(tmp_path: Path) -> None:
    text = default_toml("Kremlin Judge", "judge@example.org", "gm@example.org", "Europe/Zurich")
    (tmp_path / "pbem.toml").write_text(text, "utf-8")
    config = load(tmp_path)
    assert config.judge.name == "Kremlin Judge"
    assert config.judge.subaddress == ""
    assert config.database_url({}) == "sqlite:///pbem.db"
    assert (config.inbox.url, config.outbox.url) == ("maildir:mail/in", "maildir:mail/out")
    assert (config.games.tempo, config.games.deadline) == ("club", "")
    assert config.folder == tmp_path


def test_what_is_commented_out_would_be_understood() -> None:
    text = default_toml("Kremlin Judge", "judge@example.org", "gm@example.org", "Europe/Zurich")
    settings = re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
    assert settings != text
    settings = settings.replace(
        "maildir:mail/in", "imaps://judge@example.org"
    )  # which its other settings are for
    config = parse(settings, PATH)
    assert config.judge.subaddress == "+"
    assert config.games.deadline == "Tue 20:00, Fri 20:00"
    assert config.inbox.password_command
    assert (config.inbox.login, config.inbox.junk) == ("xoauth2", "Junk")
    assert config.inbox.oauth_client
    assert (config.outbox.per_minute, config.outbox.per_day) == (20, 400)


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1))
def test_any_name_can_be_written(name: str) -> None:
    assert tomllib.loads(default_toml(name, "j@x.org", "g@x.org", "UTC"))["judge"]["name"] == name


def test_a_new_site_is_not_given_a_file_that_does_not_work() -> None:
    with pytest.raises(ConfigError, match="moderator"):
        default_toml("Judge", "judge@example.org", "me", "Europe/Zurich")


def test_only_the_judge_must_be_there() -> None:
    assert parse(JUDGE, PATH).judge.name == "Kremlin Judge"


@pytest.mark.parametrize(
    ("text", "key", "mend"),
    [
        ("", "[judge]", "is missing"),
        ("judge = 1", "judge", "a table"),
        ("[jugde]", "jugde", "did you mean judge?"),
        ("[judge]\naddress = 'j@x.org'", "[judge] moderator", "is missing"),
        (JUDGE + "nam = 'x'", "[judge] nam", "did you mean name?"),
        (JUDGE + "name = 3", "[judge] name", "a text between quotation marks"),
        (JUDGE + "folder = 3", "[judge] folder", "there are address"),
        ("folder = 'x'\n" + JUDGE, "folder", "no such key"),
        (JUDGE + 'name = "a\\nb"', "[judge] name", "one line"),
        (JUDGE + "subaddress = '-'", "[judge] subaddress", 'write "+"'),
        (JUDGE.replace("Zurich", "Zürich"), "[judge] timezone", "did you mean Europe/Zurich?"),
        (JUDGE.replace("judge@", "Judge <judge@"), "[judge] address", "only the address"),
        (JUDGE + "[inbox]", "[inbox] url", "is missing"),
        (JUDGE + "[inbox]\nurl = 'pop3:x'", "[inbox] url", "maildir:, imaps:, imap:"),
        (JUDGE + "[outbox]\nurl = 'imaps:x'", "[outbox] url", "maildir:, smtps:, smtp:"),
        (JUDGE + "[outbox]\nurl = 'smtps://me:pw@x'", "[outbox] url", "set PBEM_OUTBOX_PASSWORD"),
        (
            JUDGE + "[inbox]\nurl = 'maildir:x'\npassword = 'pw'",
            "[inbox] password",
            "set PBEM_INBOX_PASSWORD",
        ),
        (JUDGE + "[database]\nurl = 'pbem.db'", "[database] url", "sqlite:///pbem.db"),
        (JUDGE + "[database]\nurl = 'postgresql://me:pw@x/y'", "[database] url", "set PBEM_DATABASE_URL"),
        (IMAP + "login = 'oauth'", "[inbox] login", '"password" or "xoauth2"'),
        (IMAP + "login = 'xoauth2'", "[inbox] login", "`pbem login inbox`"),
        (JUDGE + "[inbox]\nurl = 'maildir:x'\nlogin = 'xoauth2'", "[inbox] login", "imaps://USER@HOST"),
        (IMAP.replace("me@", "") + "login = 'xoauth2'", "[inbox] login", "a user"),
        (IMAP + "oauth_client = 'x'", "[inbox] oauth_client", "write that, or take it out"),
        (IMAP + "login = 'xoauth2'\noauth_client = 'a b'", "[inbox] oauth_client", "is no id"),
        (
            IMAP + "login = 'xoauth2'\noauth_client = 'x'\noauth_tenant = '../x'",
            "[inbox] oauth_tenant",
            "is no id",
        ),
        (IMAP + "login = 'xoauth2'\noauth_client = 'x'\noauth_tenant = ''", "[inbox] oauth_tenant", "common"),
        (SMTP + "login = 'xoauth2'", "[outbox] login", "`pbem login outbox`"),
        (IMAP + "authserv = 'mx.example.org; dmarc=pass'", "[inbox] authserv", "the first word"),
        (IMAP + "junk = 'J\u00fcnk'", "[inbox] junk", "like Junk"),
        (JUDGE + "[inbox]\nurl = 'maildir:x'\njunk = 'Junk'", "[inbox] junk", "IMAP"),
        (SMTP + "per_minute = -1", "[outbox] per_minute", "0 for any number"),
        (SMTP + "per_day = -5", "[outbox] per_day", "0 for any number"),
        (SMTP + "per_day = 'many'", "[outbox] per_day", "a number"),
        (IMAP + "per_day = 3", "[inbox] per_day", "no such key"),
        (JUDGE + "[games]\npress = 'loud'", "[games] press", "free, named, off"),
        (JUDGE + "[games]\ntempo = 'daily'", "[games] tempo", "choose one of club, phase"),
        (JUDGE + "[games]\ndeadline = '8pm'", "[games] deadline", "like 72h"),
        ("judge\n", "pbem.toml", "line 1"),
    ],
)
def test_a_mistake_is_told_with_file_key_and_how_to_mend_it(text: str, key: str, mend: str) -> None:
    said = fault(text)
    assert said.startswith("site/pbem.toml")
    assert key in said
    assert mend in said
    assert "pw" not in said


@pytest.mark.parametrize(
    "text",
    [
        IMAP + "login = 'xoauth2'\npassword_command = 'x'",
        IMAP + "login = 'xoauth2'\noauth_client = '1234-abcd'\noauth_tenant = 'contoso.onmicrosoft.com'",
        IMAP + "authserv = 'mx.example.org'\njunk = '[Gmail]/Spam'",
        IMAP + "authserv = 'microsoft365'",
        SMTP + "per_minute = 0\nper_day = 400",
    ],
)
def test_what_is_right_is_taken(text: str) -> None:
    parse(text, PATH)


def test_a_folder_without_a_file_is_no_site(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"is no site.*pbem init"):
        load(tmp_path)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


# --- where it is ------------------------------------------------------------------------------------------------------


def test_a_site_is_found_as_interface_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    assert find_site(None, {}) == deep
    (tmp_path / "pbem.toml").touch()
    assert find_site(None, {}) == tmp_path
    (tmp_path / "a" / "pbem.toml").touch()
    assert find_site(None, {}) == tmp_path / "a"
    assert find_site(None, {"PBEM_SITE": "/elsewhere"}) == Path("/elsewhere")
    assert find_site(Path("here"), {"PBEM_SITE": "/elsewhere"}) == Path("here")


# --- passwords ------------------------------------------------------------------------------------------------------


def with_command(tmp_path: Path, script: str) -> Path:
    (tmp_path / "say.py").write_text(script)
    command = f"'{sys.executable}' say.py"
    file = tmp_path / "pbem.toml"
    file.write_text(JUDGE + f'[inbox]\nurl = "imaps://judge@x.org"\npassword_command = "{command}"\n')
    return file


def test_passwords_come_from_the_environment(tmp_path: Path) -> None:
    config = load(with_command(tmp_path, "print('from command')"))
    env = {
        "PBEM_INBOX_PASSWORD": "in",
        "PBEM_OUTBOX_PASSWORD": "out",
        "PBEM_DATABASE_URL": "postgresql://a:b@c/d",
    }
    assert (config.inbox_password(env), config.outbox_password(env)) == ("in", "out")
    assert config.database_url(env) == "postgresql://a:b@c/d"
    assert config.outbox_password({}) is None


def test_else_from_a_command_that_runs_in_the_site(tmp_path: Path) -> None:
    assert load(with_command(tmp_path, "print('s e cret'); print('more')")).inbox_password({}) == "s e cret"


@pytest.mark.parametrize("script", ["", "print('pw'); raise SystemExit(3)"])
def test_a_command_that_fails_is_told_without_what_it_printed(tmp_path: Path, script: str) -> None:
    config = load(with_command(tmp_path, script))
    with pytest.raises(ConfigError, match=r"\[inbox\] password_command: .* no password") as error:
        config.inbox_password({})
    assert "pw" not in str(error.value)


def test_a_command_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text(
        JUDGE + '[outbox]\nurl = "smtps://j@x.org"\npassword_command = "no-such-word"\n'
    )
    with pytest.raises(ConfigError, match=r"\[outbox\] password_command: .*no-such-word"):
        load(tmp_path).outbox_password({})


def test_a_database_url_that_is_none() -> None:
    with pytest.raises(ConfigError, match="PBEM_DATABASE_URL"):
        parse(JUDGE, PATH).database_url({"PBEM_DATABASE_URL": "pbem.db"})
