"""Reading letters where they can do no harm."""

from types import TracebackType
from typing import Self

from pbem.mail.letters import Letter, read_letter


class LetterReader:
    """Reads letters one after the other; a context manager."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def read(self, raw: bytes) -> Letter:
        """The letter in these bytes.  Never raises; what breaks the reader, or takes too long or too much, has `poison`."""
        return read_letter(raw)
