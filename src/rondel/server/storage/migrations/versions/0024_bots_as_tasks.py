"""Bots to move are tasks"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
tasks = sa.table("tasks", *map(sa.column, (
    *("kind", "key", "table_id", "owner", "payload", "run_at", "expires", "claimed_by"),
    *("claimed_until", "attempts", "max_attempts", "progress", "status", "result"),
    *("last_error", "created"),
)))  # fmt: skip
jobs = sa.table("jobs", *map(sa.column, ("table_id", "worker", "until", "wanted")))
tables = sa.table("tables", sa.column("id"), sa.column("creator"))
FORGOTTEN_AFTER = 900.0
"""Seconds after its last look at which a table is forgotten, as the setting was by default."""


def upgrade() -> None:
    """Move the rows."""
    connection, at = op.get_bind(), time.time()
    found = sa.select(jobs.c.table_id, jobs.c.wanted, tables.c.creator)
    rows = [
        {
            "kind": "bot", "key": row.table_id, "table_id": row.table_id, "owner": row.creator,
            "payload": "null", "run_at": 0.0, "expires": row.wanted + FORGOTTEN_AFTER,
            "claimed_by": "", "claimed_until": 0.0, "attempts": 0, "max_attempts": 1_000_000,
            "progress": 0, "status": "waiting", "result": "", "last_error": "", "created": at,
        }
        for row in connection.execute(found.join(tables, tables.c.id == jobs.c.table_id))
    ]  # fmt: skip
    if rows:
        connection.execute(sa.insert(tasks), rows)
    op.drop_index("jobs_by_until", "jobs")
    op.drop_table("jobs")


def downgrade() -> None:
    """Move the rows back."""
    op.create_table(
        "jobs",
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("worker", sa.String(60), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("wanted", sa.Float(), nullable=False, server_default="0"),
    )
    op.create_index("jobs_by_until", "jobs", ["until"])
    connection, is_bot = op.get_bind(), tasks.c.kind == "bot"
    rows = [
        {"table_id": row.key, "worker": "", "until": 0.0, "wanted": time.time()}
        for row in connection.execute(sa.select(tasks.c.key).where(is_bot))
    ]
    if rows:
        connection.execute(sa.insert(jobs), rows)
    connection.execute(sa.delete(tasks).where(is_bot))
