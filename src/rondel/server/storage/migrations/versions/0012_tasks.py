"""Tasks replace the queue within the reviews; what waits there is a task from now on"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
tasks = sa.table("tasks", *map(sa.column, (
    *("kind", "key", "table_id", "owner", "payload", "run_at", "claimed_by", "claimed_until"),
    *("attempts", "max_attempts", "progress", "status", "result", "last_error", "created"),
    "finished",
)))  # fmt: skip
reviews = sa.table("reviews", *map(sa.column, (
    *("table_id", "depth", "guest", "status", "sequence", "asked", "tries", "steps", "document"),
)))  # fmt: skip
QUEUE = ("status", "worker", "until", "tries", "done")


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "tasks",
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), nullable=True),
        sa.Column("owner", sa.String(20), sa.ForeignKey("guests.id"), nullable=True),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("run_at", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=True),
        sa.Column("claimed_by", sa.String(60), nullable=False),
        sa.Column("claimed_until", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("max_attempts", sa.Integer(), nullable=False),
        sa.Column("progress", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("finished", sa.Float(), nullable=True),
    )
    op.create_index("tasks_by_status", "tasks", ["status", "run_at"])
    move_queue()
    op.drop_index("reviews_by_status", "reviews")
    op.drop_index("reviews_by_guest", "reviews")
    with op.batch_alter_table("reviews") as changed:
        for name in QUEUE:
            changed.drop_column(name)
        changed.alter_column("document", existing_type=sa.LargeBinary(), nullable=False)


def move_queue() -> None:
    """Make tasks of the reviews that wait, and dead ones of those that failed."""
    connection = op.get_bind()
    is_open = reviews.c.document.is_(None)
    rows = [
        {
            "kind": f"{row.depth}-review", "key": row.table_id, "table_id": row.table_id,
            "owner": row.guest, "run_at": 0.0, "claimed_by": "", "claimed_until": 0.0,
            "payload": json.dumps({"sequence": row.sequence, "steps": row.steps}),
            "attempts": row.tries, "max_attempts": 3, "progress": 0, "result": "",
            "status": "waiting" if row.status == "waiting" else "dead",
            "last_error": "" if row.status == "waiting" else "failed before tasks were kept",
            "created": row.asked, "finished": None if row.status == "waiting" else row.asked,
        }
        for row in connection.execute(sa.select(reviews).where(is_open))
    ]  # fmt: skip
    if rows:
        connection.execute(sa.insert(tasks), rows)
    connection.execute(sa.delete(reviews).where(is_open))


def downgrade() -> None:
    """Drop the table; only reviews that are written remain."""
    kinds: tuple[sa.types.TypeEngine[Any], ...] = (
        sa.String(10),
        sa.String(60),
        sa.Float(),
        sa.Integer(),
        sa.Integer(),
    )
    defaults = ("done", "", "0", "0", "0")
    with op.batch_alter_table("reviews") as changed:
        changed.alter_column("document", existing_type=sa.LargeBinary(), nullable=True)
        for name, kind, default in zip(QUEUE, kinds, defaults, strict=True):
            changed.add_column(sa.Column(name, kind, nullable=False, server_default=default))
    op.create_index("reviews_by_status", "reviews", ["status", "until"])
    op.create_index("reviews_by_guest", "reviews", ["guest", "status"])
    op.drop_table("tasks")
