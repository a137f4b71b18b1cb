"""Seats remember who left them and tell programs from persons; tables tell what was aborted"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
seats = sa.table("seats", sa.column("guest"), sa.column("program", sa.Boolean()))
guests = sa.table("guests", sa.column("id"), sa.column("is_bot", sa.Boolean()))


def upgrade() -> None:
    """Add the columns; the seats of programs are marked."""
    op.add_column("seats", sa.Column("left_by", sa.String(20), nullable=True))
    false = sa.false()
    op.add_column("seats", sa.Column("program", sa.Boolean(), nullable=False, server_default=false))
    op.add_column(
        "tables", sa.Column("aborted_before", sa.Integer(), nullable=False, server_default="0")
    )
    programs = sa.select(guests.c.id).where(guests.c.is_bot)
    op.execute(sa.update(seats).where(seats.c.guest.in_(programs)).values(program=sa.true()))


def downgrade() -> None:
    """Remove the columns."""
    with op.batch_alter_table("tables") as changed:
        changed.drop_column("aborted_before")
    with op.batch_alter_table("seats") as changed:
        changed.drop_column("program")
        changed.drop_column("left_by")
