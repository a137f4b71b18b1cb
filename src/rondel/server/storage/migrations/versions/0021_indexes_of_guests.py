"""Indexes of columns that refer to guests, so that guests are found and deleted fast"""

from alembic import op

revision = "0021"
down_revision = "0020"
INDEXES = {"watchers": "guest", "tasks": "owner", "reviews": "guest", "entries": "guest"}


def upgrade() -> None:
    """Create the indexes."""
    for table, column in INDEXES.items():
        op.create_index(f"{table}_by_{column}", table, [column])


def downgrade() -> None:
    """Drop the indexes."""
    for table, column in INDEXES.items():
        op.drop_index(f"{table}_by_{column}", table)
