"""Idempotency keys need no index: every process knows those of the tables it holds"""

from alembic import op

revision = "0002"
down_revision = "0001"

NAMING = {"uq": "events_%(column_0_name)s_%(column_1_name)s_key"}
"""As PostgreSQL names what has no name; SQLite has none at all."""
CONSTRAINT = "events_table_id_key_key"


def upgrade() -> None:
    """Let the index go."""
    with op.batch_alter_table("events", naming_convention=NAMING) as events:
        events.drop_constraint(CONSTRAINT, type_="unique")


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("events", naming_convention=NAMING) as events:
        events.create_unique_constraint(CONSTRAINT, ["table_id", "key"])
