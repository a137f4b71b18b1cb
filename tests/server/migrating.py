"""Rows written before a migration."""

from typing import Any

from sqlalchemy import Connection, MetaData, Table, insert


def insert_before(connection: Connection, kind: str, /, **row: Any) -> None:
    """Insert a row into a table as it is now, with blanks where a column needs a value."""
    table = Table(kind, MetaData(), autoload_with=connection)
    blanks = {
        column.name: column.type.python_type()
        for column in table.c
        if not column.nullable and column.server_default is None
    }
    connection.execute(insert(table).values(blanks | row))
