"""A game whose moderator types commands: by the real command line, at the game's own time."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from pbem.cli.commands import app
from pbem.service import acts, archive
from pbem.service.record import load
from pbem.store.database import transaction
from tests.service.mailgame import MailGame


class Desk(MailGame):
    """`pbem` is what the moderator types; `script` what is known of it."""

    def call(self, *words: str) -> Result:
        where = ["--site", str(self.folder), "--now", self.now.isoformat()]
        return CliRunner().invoke(app, [*words, *where], prog_name="pbem")

    def pbem(self, *words: str) -> str:
        result = self.call(*words)
        assert result.exit_code == 0, result.output + result.stderr
        return result.stdout

    def refused(self, *words: str) -> None:
        assert self.call(*words).exit_code != 0, words

    def script(self) -> list[list[str]]:
        """The words of all acts."""
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            return [argv for _, _, argv in acts.of(record)]

    def typed(self) -> list[list[str]]:
        """Those that were typed."""
        return [argv for argv in self.script() if not argv[0].startswith("@")]

    def archived(self) -> Path:
        """It is ended, and the folder of its archive."""
        if self.record().row.status != "over":
            self.pbem("end", self.name, "--because", "that is enough", "--yes")
            self.poll(1)
        return archive.write(self.site, self.name, self.folder / "archived", False, self.now)

    def letters(self) -> list[dict[str, Any]]:
        with transaction(self.site.engine) as connection:
            rows = connection.exec_driver_sql("select read from letter where read > '' order by id").all()
        return [json.loads(row[0]) for row in rows]
