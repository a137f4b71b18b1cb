"""Reports, the acts of moderators, and people who are muted or suspended"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the tables and the columns."""
    op.add_column("guests", sa.Column("muted_until", sa.Float()))
    op.add_column("guests", sa.Column("suspended_until", sa.Float()))
    op.create_table(
        "reports",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("reporter", sa.String(20), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("subject", sa.String(20), sa.ForeignKey("guests.id")),
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("event", sa.Integer()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("closed", sa.Float()),
    )
    op.create_index("reports_by_closed", "reports", ["closed", "made"])
    op.create_index("reports_by_reporter", "reports", ["reporter", "made"])
    op.create_index("reports_by_subject", "reports", ["subject"])
    op.create_index("reports_by_table", "reports", ["table_id"])
    op.create_table(
        "acts",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("moderator", sa.String(20), nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("subject", sa.String(40), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
    )
    op.create_index("acts_by_time", "acts", ["at"])


def downgrade() -> None:
    """Drop them again."""
    op.drop_table("acts")
    op.drop_table("reports")
    with op.batch_alter_table("guests") as changed:
        changed.drop_column("muted_until")
        changed.drop_column("suspended_until")
