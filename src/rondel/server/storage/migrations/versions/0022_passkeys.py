"""Passkeys"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("identity", sa.String(20), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("last_used", sa.Float()),
    )
    op.create_index("passkeys_by_identity", "passkeys", ["identity"])


def downgrade() -> None:
    """Drop the table: who signed in by a passkey needs another way."""
    op.drop_table("passkeys")
