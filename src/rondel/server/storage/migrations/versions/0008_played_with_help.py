"""Tables tell how often someone was given a hint"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("helped", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("tables") as changed:
        changed.drop_column("helped")
