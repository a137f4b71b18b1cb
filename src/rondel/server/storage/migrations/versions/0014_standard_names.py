"""Columns have standard names"""

from alembic import op

revision = "0014"
down_revision = "0013"
RENAMED = {
    ("tables", "patience"): "absence_timeout",
    ("tables", "barred"): "banned",
    ("seats", "stand_in"): "substitute",
    ("seats", "conceded"): "resigned",
    ("seats", "handing"): "transfer_pending",
}


def upgrade() -> None:
    """Give the columns their names."""
    for (table, old), new in RENAMED.items():
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")


def downgrade() -> None:
    """Give the columns their earlier names."""
    for (table, old), new in RENAMED.items():
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {new} TO {old}")
