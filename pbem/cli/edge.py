"""Where errors become one line on standard error and an exit status: nowhere else are they translated.

0 done, 1 a check failed or something was refused, 2 bad usage or bad input (interface.md).  `PBEM_DEBUG=1` shows the
traceback too.
"""

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from typer.core import TyperCommand, TyperGroup
from typer.exceptions import Abort, Exit, TyperException

from pbem.typed import typed

DONE, REFUSED, MISUSED = 0, 1, 2
LOG = "pbem.log"
#: No first sentence of a help text is longer; what is, would be cut.
LONG = 200


class Misuse(ValueError):
    """Bad usage or bad input, found by a command itself: one sentence."""


class Unexpected(Exception):
    """An error of the program itself; its cause is the exception that it was, `site` the folder of its log."""

    def __init__(self, message: str, site: Path | None) -> None:
        super().__init__(message)
        self.site = site


#: The sign of a length like `-24h`.
_EARLIER = re.compile(r"-(?=(?:\d+[wdhm])+$)")


class Command(TyperCommand):
    """A command that says whose log an unexpected error belongs to."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """`-24h` is a length, as the deadline takes it, and no option."""
        signed = [_EARLIER.sub("\N{MINUS SIGN}", word) if _EARLIER.match(word) else word for word in args]
        return list(super().parse_args(ctx, signed))

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (Abort, BrokenPipeError, Exit):
            raise
        except Exception as error:
            if _status(error) is not None:
                raise
            raise Unexpected(str(error), site_of(ctx.params.get("site"))) from error


class Program(TyperGroup):
    """The whole of `pbem`: returns or exits with the status, and prints errors."""

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *more: Any, **extra: Any
    ) -> NoReturn:
        _printable()
        extra["standalone_mode"] = False
        try:
            with typed(sys.argv[1:] if args is None else args):
                status = super().main(args, prog_name, *more, **extra) or DONE
            sys.stdout.flush()
        except BrokenPipeError:  # `pbem … | head`: nobody wants the rest
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = REFUSED
        except Exception as error:
            status = _report(error)
        sys.exit(status)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """All commands under their headings, with the whole of their first sentence."""
        headings: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            one = self.get_command(ctx, name)
            if one is not None and not one.hidden:
                heading = str(getattr(one, "rich_help_panel", None) or "Commands")
                headings.setdefault(heading, []).append((name, one.get_short_help_str(LONG)))
        for heading, rows in headings.items():
            with formatter.section(heading):
                formatter.write_dl(rows, col_max=12)


def _printable() -> None:
    """No name of a file or a player may break the printing, whatever the terminal can show."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


#: Classes of errors that we know, by the module that has them; the first that fits counts.
KNOWN = (
    ("pbem.config", "ConfigError", MISUSED),
    ("pbem.service.errors", "UsageError", MISUSED),
    ("pbem.service.errors", "ServiceError", REFUSED),
    ("pbem.mail.errors", "MailError", REFUSED),
    ("pbem.store.database", "DatabaseTrouble", REFUSED),
)


def _status(error: BaseException) -> int | None:
    """The exit status of an error that we know; None for one that should not be."""
    if isinstance(error, TyperException | Misuse):
        return MISUSED
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return MISUSED  # a file or folder that was named cannot be used
    for module, name, status in KNOWN:
        loaded = sys.modules.get(module)  # where it is not loaded, the error cannot be one of its
        if loaded is not None and isinstance(error, getattr(loaded, name)):
            return status
    return None


def _report(error: Exception) -> int:
    """Print one line; the exit status."""
    if isinstance(error, TyperException):
        complain(_usage(error))
        return MISUSED
    if isinstance(error, Abort):
        complain("stopped")
        return REFUSED
    status = _status(error)
    if status is None:
        site = error.site if isinstance(error, Unexpected) else site_of(None)
        complain(
            internal(error.__cause__ if isinstance(error, Unexpected) and error.__cause__ else error, site)
        )
        return REFUSED
    _debug(error)
    complain(f"{error.filename}: {error.strerror}." if isinstance(error, OSError) else str(error))
    return status


def _debug(error: BaseException) -> None:
    """The traceback, for who asked for it."""
    if os.environ.get("PBEM_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)


def complain(text: str) -> None:
    """One line on standard error."""
    print("pbem: " + " ".join(text.split()), file=sys.stderr)


def _usage(error: TyperException) -> str:
    """Typer's sentence, and where to read more."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "pbem"
    said = error.format_message().strip()
    return f"{said if said.endswith(('.', '?')) else said + '.'} See: {command} --help"


def internal(error: BaseException, site: Path | None) -> str:
    """What a person is told of an error that is ours; the traceback goes into the log of the site, if there is one."""
    _debug(error)
    said = f"internal error ({type(error).__name__}: {error})"
    if site is None or not _log(site / LOG, error):
        return f"{said}; PBEM_DEBUG=1 before the command shows the details"
    return f"{said}; details in {site / LOG}"


def site_of(given: Path | None) -> Path | None:
    """The site that a command is about, if there is one."""
    from pbem.config import SITE_FILE, find_site

    site = find_site(given, os.environ)
    return site if (site / SITE_FILE).is_file() else None


def _log(path: Path, error: BaseException) -> bool:
    """Append the traceback; False if the log cannot be written."""
    import logging

    try:
        path.touch(mode=0o600)  # what failed may stand beside secrets
        handler = logging.FileHandler(path, encoding="utf-8", errors="backslashreplace")
    except OSError:
        return False
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    record = logging.LogRecord(
        "pbem", logging.ERROR, __file__, 0, "pbem %s", (" ".join(sys.argv[1:]),), _info(error)
    )
    handler.emit(record)
    handler.close()
    return True


def _info(error: BaseException) -> tuple[type[BaseException], BaseException, Any]:
    return type(error), error, error.__traceback__
