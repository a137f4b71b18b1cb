"""Ratings: tables that ask for them, and the ratings after each result"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the table and the columns; no result of before is rated."""
    op.add_column(
        "tables", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("results", sa.Column("rating_number", sa.Integer()))
    op.add_column("results", sa.Column("unrated", sa.String(20), nullable=False, server_default=""))
    op.add_column("results", sa.Column("mu", sa.Float()))
    op.add_column("results", sa.Column("sigma", sa.Float()))
    op.create_index("results_by_rating", "results", ["rating_number"])
    op.create_table(
        "ratings",
        sa.Column("subject", sa.String(60), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("pace", sa.String(10), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("last", sa.Float(), nullable=False),
    )
    op.create_index("ratings_by_strength", "ratings", ["game", "pace", "mu"])


def downgrade() -> None:
    """Drop them again."""
    op.drop_table("ratings")
    op.drop_index("results_by_rating", "results")
    with op.batch_alter_table("results") as changed:
        for name in ("rating_number", "unrated", "mu", "sigma"):
            changed.drop_column(name)
    with op.batch_alter_table("tables") as changed:
        changed.drop_column("rated")
