"""One-time codes, and the device of each session"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the table and the column."""
    op.add_column("sessions", sa.Column("device", sa.String(60), nullable=False, server_default=""))
    op.create_table(
        "codes",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("identity", sa.String(20), sa.ForeignKey("guests.id")),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
    )
    op.create_index("codes_by_identity", "codes", ["identity", "purpose"])
    op.create_index("codes_by_expires", "codes", ["expires"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("codes")
    with op.batch_alter_table("sessions") as changed:
        changed.drop_column("device")
