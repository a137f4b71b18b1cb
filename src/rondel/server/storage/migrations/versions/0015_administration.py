"""Administrators, their sign-in links, and the processes that use the database"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the role of an identity and two tables."""
    op.add_column("guests", sa.Column("role", sa.String(10), nullable=False, server_default=""))
    op.create_table(
        "admin_links",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("expires", sa.Float(), nullable=False),
    )
    op.create_table(
        "processes",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Drop the tables and the column: nobody is an administrator any more."""
    op.drop_table("processes")
    op.drop_table("admin_links")
    with op.batch_alter_table("guests") as changed:
        changed.drop_column("role")
