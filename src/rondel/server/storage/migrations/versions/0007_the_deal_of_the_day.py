"""Deal of the day: its secret, who has played it, and which tables are of it"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the tables and the column."""
    op.create_table(
        "deals",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("guest", sa.String(20), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("house", sa.String(24), nullable=False),
    )
    column: sa.Column[str] = sa.Column("daily", sa.String(10), nullable=False, server_default="")
    op.add_column("tables", column)


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("tables") as changed:
        changed.drop_column("daily")
    op.drop_table("entries")
    op.drop_table("deals")
