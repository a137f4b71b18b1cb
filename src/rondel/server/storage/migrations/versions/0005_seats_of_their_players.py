"""Seats belong to their players: patience, presence, readiness, nonces, renewed links"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def columns() -> dict[str, list[sa.Column[Any]]]:
    """Return the new columns, by table."""
    return {
        "tables": [
            sa.Column("patience", sa.Integer(), nullable=False, server_default="600"),
            sa.Column("waits", sa.Text(), nullable=False, server_default="[]"),
            sa.Column("nonces", sa.Text(), nullable=False, server_default="[]"),
            sa.Column("barred", sa.Text(), nullable=False, server_default="[]"),
            sa.Column("watch_link", sa.Integer(), nullable=False, server_default="0"),
            sa.Column("taken_back", sa.Integer(), nullable=False, server_default="0"),
        ],
        "seats": [
            sa.Column("seen", sa.Float(), nullable=True),
            sa.Column("consents", sa.Boolean(), nullable=False, server_default=sa.false()),
            sa.Column("handing", sa.Boolean(), nullable=False, server_default=sa.false()),
        ],
    }


def upgrade() -> None:
    """Add the columns."""
    for table, found in columns().items():
        for column in found:
            op.add_column(table, column)


def downgrade() -> None:
    """Take it back."""
    for table, found in columns().items():
        with op.batch_alter_table(table) as changed:
            for column in found:
                changed.drop_column(column.name)
