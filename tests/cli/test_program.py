"""The program as a whole: help, start-up, options, and how errors come out."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import pytest
import typer
from typer.main import get_command

from pbem.cli import edge, options, tools
from pbem.cli.commands import app
from pbem.service import errors

from .conftest import Pbem

Refused = Callable[..., str]

#: interface.md, "Commands", what came since, and `packs`, which has commands of its own.
COMMANDS = (
    "init demo new poll run games show report orders order resolve approve rule undo deadline hold resume replace "
    "mail retry archive verify replay adjudicate read rules help-orders doctor packs login "
    "backup restore completion recess set explain end invite seats start standby tell record branch"
).split()
#: What takes long to import and is not needed to say what commands there are.
HEAVY = (
    "sqlalchemy",
    "sqlmodel",
    "jinja2",
    "lark",
    "imapclient",
    "aiosmtplib",
    "rich",
    "rapidfuzz",
    "selectolax",
)


def commands() -> dict[str, object]:
    return dict(getattr(get_command(app), "commands"))  # noqa: B009 - typer's group class is not public


def test_there_are_the_commands_of_the_interface() -> None:
    assert sorted(commands()) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_for_itself_and_all_it_takes(name: str) -> None:
    command = commands()[name]
    assert getattr(command, "help", None)
    assert getattr(command, "rich_help_panel", None)
    for parameter in command.params:  # type: ignore[attr-defined]
        assert getattr(parameter, "help", None), parameter.name


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"packs"}))
def test_every_command_takes_a_site(name: str) -> None:
    assert "site" in {parameter.name for parameter in commands()[name].params}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_can_be_asked_for(pbem: Pbem, name: str) -> None:
    result = pbem(name, "--help")
    assert result.exit_code == 0
    assert f"pbem {name}" in result.stdout


def test_without_a_command_there_is_help(pbem: Pbem) -> None:
    result = pbem()
    assert result.exit_code == 0
    assert result.stdout == pbem("--help").stdout
    for name in COMMANDS:
        assert f"\n  {name} " in result.stdout
    assert "..." not in result.stdout.partition("\n")[2]  # nothing is cut off


def imported(*words: str) -> set[str]:
    """The top-level packages that a call of `pbem` imports."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "pbem", *words], capture_output=True, text=True, check=True
    )
    lines = (line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "import time:" in line)
    return {line.partition(".")[0] for line in lines}


@pytest.mark.parametrize("words", [["--help"], ["poll", "--help"]])
def test_help_imports_nothing_heavy(words: list[str]) -> None:
    assert imported(*words) & set(HEAVY) == set()
    assert "click" not in imported(*words)


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["adjudcate"], "Did you mean 'adjudicate'? See: pbem --help"),
        (["adjudicate"], "Missing argument 'FILE'. See: pbem adjudicate --help"),
        (["poll", "--foo"], "No such option: --foo (Possible options: --now). See: pbem poll --help"),
        (["poll", "--now", "noon"], "'noon' is no time"),
        (["poll"], "is no site: it has no pbem.toml"),
        (["games", "--site", "nowhere"], "nowhere is no site"),
        (["show", "g", "--as", "red", "--press"], "choose --as or --press"),
        (["new", "g", "--rules", "basic"], "Missing option '--player'"),
        (["init", "a", "--site", "b"], "name the new site once"),
        (["rules", "--option", "bribes"], "'bribes' should be like KEY=VALUE"),
        (["demo", "--seats", "7"], "less than or equal to 6"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(refused: Refused, words: list[str], said: str) -> None:
    assert said in refused(2, *words)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Let `pbem help-orders` raise an error."""

    def fail(error: BaseException) -> None:
        def help_text(word: str | None) -> str:
            raise error

        module = ModuleType("pbem.orders.verbs")
        vars(module).update(help_text=help_text, topic_verbs=help_text)
        monkeypatch.setitem(sys.modules, "pbem.orders.verbs", module)

    return fail


@pytest.mark.parametrize(
    ("error", "status"), [(errors.ServiceError("It is over."), 1), (errors.UsageError("No such game: x."), 2)]
)
def test_a_refusal_of_the_service(
    refused: Refused, failing: Callable[[BaseException], None], error: Exception, status: int
) -> None:
    failing(error)
    assert refused(status, "help-orders") == f"pbem: {error}\n"


def test_an_unexpected_error_is_one_line_and_goes_into_the_log(
    refused: Refused, failing: Callable[[BaseException], None], tmp_path: Path
) -> None:
    failing(RuntimeError("ouch\nouch"))
    (tmp_path / "pbem.toml").touch()
    said = refused(1, "help-orders", "--site", str(tmp_path))
    assert said == f"pbem: internal error (RuntimeError: ouch ouch); details in {tmp_path / 'pbem.log'}\n"
    log = (tmp_path / "pbem.log").read_text("utf-8")
    assert "Traceback" in log
    assert "ouch\nouch" in log


def test_without_a_site_no_log_is_left(
    refused: Refused, failing: Callable[[BaseException], None], tmp_path: Path
) -> None:
    failing(KeyError("ouch"))
    assert "PBEM_DEBUG=1" in refused(1, "help-orders")
    assert list(tmp_path.iterdir()) == []


def test_who_asks_gets_the_traceback(
    pbem: Pbem, failing: Callable[[BaseException], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(KeyError("ouch"))
    result = pbem("help-orders")
    assert "Traceback" not in result.stderr
    monkeypatch.setenv("PBEM_DEBUG", "1")
    assert "Traceback" in pbem("help-orders").stderr


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    done = subprocess.run(
        f"{sys.executable} -m pbem help-orders | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""


def test_the_entry_points_end_with_the_status(tmp_path: Path) -> None:
    env = os.environ | {"PBEM_SITE": str(tmp_path)}
    for call in (["-m", "pbem"], ["-c", "import sys; from pbem.cli import main; sys.exit(main())"]):
        done = subprocess.run(
            [sys.executable, *call, "games"], capture_output=True, text=True, env=env, check=False
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"pbem: {tmp_path} is no site")
        assert done.stderr.count("\n") == 1


# --- values of options ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-04T20:00+01:00",
        "2026-12-04T19:00Z",
        "2026-12-04T19:00",
        "2026-12-04 19:00:00",
        "20261204T190000",
    ],
)
def test_now_is_a_point_in_time(text: str) -> None:
    assert options._instant(text) == datetime(2026, 12, 4, 19, tzinfo=UTC)


def test_pairs_may_hold_an_equals_sign() -> None:
    assert options.pairs(["a=b=c", "x = "]) == {"a": "b=c", "x": ""}
    assert options.pairs(None) == {}
    with pytest.raises(typer.BadParameter):
        options.pairs(["=b"])


def test_switches_are_words_or_true_and_false() -> None:
    assert [tools._switch(word) for word in ("True", "off", "nobody")] == [True, False, "nobody"]


def test_the_statuses_are_those_of_the_interface() -> None:
    assert (edge.DONE, edge.REFUSED, edge.MISUSED) == (0, 1, 2)
