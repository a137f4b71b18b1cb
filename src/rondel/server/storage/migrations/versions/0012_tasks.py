"""Tasks: claimed by one worker, tried again, given up"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0009"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "tasks",
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), nullable=True),
        sa.Column("owner", sa.String(20), sa.ForeignKey("guests.id"), nullable=True),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("run_at", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=True),
        sa.Column("claimed_by", sa.String(60), nullable=False),
        sa.Column("claimed_until", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("max_attempts", sa.Integer(), nullable=False),
        sa.Column("progress", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("finished", sa.Float(), nullable=True),
    )
    op.create_index("tasks_by_status", "tasks", ["status", "run_at"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("tasks")
