"""Events keep private facts; positions are found by replaying, not stored"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column and drop the positions."""
    op.add_column("events", sa.Column("private", sa.Text()))
    op.drop_table("snapshots")


def downgrade() -> None:
    """Take the column back and add the table, which may be empty."""
    with op.batch_alter_table("events") as changed:
        changed.drop_column("private")
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("steps", sa.Integer(), primary_key=True),
        sa.Column("state", sa.Text(), nullable=False),
    )
