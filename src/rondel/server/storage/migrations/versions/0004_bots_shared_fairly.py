"""Bots are shared fairly: guests by house, and when someone last wanted a bot to move"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("guests", sa.Column("house", sa.String(24), nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("wanted", sa.Float(), nullable=False, server_default="0"))
    jobs = sa.table("jobs", sa.column("wanted", sa.Float()))
    op.execute(sa.update(jobs).values(wanted=time.time()))
    op.create_index("tables_by_creator", "tables", ["creator"])


def downgrade() -> None:
    """Take it back."""
    op.drop_index("tables_by_creator", "tables")
    with op.batch_alter_table("guests") as guests:
        guests.drop_column("house")
    with op.batch_alter_table("jobs") as jobs:
        jobs.drop_column("wanted")
