"""Guests that became part of another identity, and deleted identities"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("guests", sa.Column("merged_into", sa.String(20)))
    op.add_column("guests", sa.Column("deleted", sa.Float()))


def downgrade() -> None:
    """Drop the columns."""
    with op.batch_alter_table("guests") as changed:
        changed.drop_column("merged_into")
        changed.drop_column("deleted")
