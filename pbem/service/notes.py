"""What one poll leaves for the next, by name.  All of it may be lost: then more is looked at than needed, or said once more."""

from sqlalchemy import Connection, bindparam, delete, insert, select

from pbem.store.database import table
from pbem.store.tables import NoteRow

NOTE = table(NoteRow)
_READ = select(NOTE.c.value).where(NOTE.c.name == bindparam("name_"))


def read(connection: Connection, name: str) -> str:
    """The note of this name; "" if there is none."""
    found = connection.execute(_READ, {"name_": name}).scalar()
    return found or ""


def write(connection: Connection, name: str, value: str) -> None:
    """In place of the one before; "" takes it away."""
    connection.execute(delete(NOTE).where(NOTE.c.name == name))
    if value:
        connection.execute(insert(NOTE).values(name=name, value=value))
