"""Reviews of finished games: asked for, claimed by one worker, kept"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("depth", sa.String(10), primary_key=True),
        sa.Column("guest", sa.String(20), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Float(), nullable=False),
        sa.Column("worker", sa.String(60), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=True),
    )
    op.create_index("reviews_by_status", "reviews", ["status", "until"])
    op.create_index("reviews_by_guest", "reviews", ["guest", "status"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("reviews")
