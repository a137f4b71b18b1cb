"""Notifications: channels, their owners' settings, and the event with which a turn began"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the tables and the column."""
    op.add_column("tables", sa.Column("turn", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "channels",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("identity", sa.String(20), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id")),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.Column("digest", sa.Boolean(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=False),
        sa.Column("digested", sa.String(10), nullable=False),
        sa.Column("dropped", sa.Float()),
    )
    op.create_index("channels_by_identity", "channels", ["identity"])
    op.create_index("channels_by_table", "channels", ["table_id"])
    op.create_table(
        "notice_settings",
        sa.Column("identity", sa.String(20), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("timezone", sa.String(60), nullable=False),
        sa.Column("quiet_from", sa.Integer()),
        sa.Column("quiet_until", sa.Integer()),
    )
    op.create_table(
        "table_notices",
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("identity", sa.String(20), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("channels", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Drop them again."""
    for name in ("table_notices", "notice_settings", "channels"):
        op.drop_table(name)
    with op.batch_alter_table("tables") as changed:
        changed.drop_column("turn")
