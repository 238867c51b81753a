"""The program `pbem`: each command reads its arguments, calls one function of the service, prints.

What is heavy (database, templates, grammar, mail servers) is imported inside the commands, so that `pbem --help` is
quick and a broken package breaks only the commands that need it.
"""


def main() -> int:
    """Run `pbem` with the arguments of the process; the exit status: 0 done, 1 refused or failed, 2 bad usage."""
    from pbem.cli.commands import app

    return int(app(prog_name="pbem") or 0)
