"""Sessions instead of tokens, kinds of identities, and results as rows"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0009"
PAGE = 500
text, number, flag = sa.String(), sa.Float(), sa.Boolean()


def table(name: str, /, **columns: Any) -> sa.TableClause:
    """Return a table with columns of these types."""
    return sa.table(name, *(sa.column(*column) for column in columns.items()))


guests = table("guests", id=text, made=number, token_hash=text, kind=text, is_bot=flag)
sessions = table(
    "sessions", id=text, identity=text, created=number, last_seen=number, revoked=number
)
tables = table(
    "tables", id=text, game=text, edition=text, players=sa.Integer(), pace=text, result=text,
    ended=number, helped=sa.Integer(), status=text,
)  # fmt: skip
seats = table(
    "seats", table_id=text, seat=sa.Integer(), guest=text, left_by=text, name=text, kind=text,
    bot=text, stand_in=text, conceded=flag,
)  # fmt: skip
COLUMNS: list[sa.ColumnElement[Any]] = [
    *(tables.c[name] for name in ("id", "game", "edition", "players", "pace", "result")),
    *(tables.c[name] for name in ("ended", "helped")),
    *(seats.c[name] for name in ("seat", "guest", "left_by", "name", "kind", "bot", "stand_in")),
    seats.c.conceded,
]


def upgrade() -> None:
    """Add the tables, fill them, and drop the columns that they replace."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(20), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("last_seen", sa.Float(), nullable=False),
        sa.Column("revoked", sa.Float(), nullable=True),
    )
    has_token = guests.c.token_hash.is_not(None)
    tokens = sa.select(guests.c.token_hash, guests.c.id, guests.c.made, guests.c.made)
    op.execute(
        sessions.insert().from_select(
            ["id", "identity", "created", "last_seen"], tokens.where(has_token)
        )
    )
    op.create_index("sessions_by_identity", "sessions", ["identity"])
    op.create_index("sessions_by_revoked", "sessions", ["revoked"])
    op.add_column(
        "guests", sa.Column("kind", sa.String(10), nullable=False, server_default="guest")
    )
    op.execute(sa.update(guests).where(guests.c.is_bot).values(kind="bot"))
    with op.batch_alter_table("guests") as changed:
        changed.drop_column("is_bot")
        changed.drop_column("token_hash")
    results = op.create_table(
        "results",
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("identity", sa.String(20), sa.ForeignKey("guests.id"), nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("edition", sa.String(80), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("resigned", sa.Boolean(), nullable=False),
        sa.Column("helped", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("ended", sa.Float(), nullable=False),
    )
    fill(op.get_bind(), results)
    op.create_index("results_by_identity", "results", ["identity", "ended"])
    op.create_index("results_by_game", "results", ["game", "ended"])


def fill(connection: sa.Connection, results: sa.Table) -> None:
    """Write the results of all matches that are over, some hundred matches at a time."""
    last: str | None = ""
    while last is not None:
        page = (
            sa.select(tables.c.id)
            .where(tables.c.status == "over", tables.c.result != "", tables.c.id > last)
            .order_by(tables.c.id)
            .limit(PAGE)
            .subquery()
        )
        query = (
            sa.select(*COLUMNS)
            .join(page, page.c.id == tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .order_by(tables.c.id, seats.c.seat)
        )
        found: list[Any] = [*connection.execute(query)]
        last = found[-1].id if found else None
        if found:
            connection.execute(results.insert(), [row_of(row) for row in found])


def row_of(row: Any) -> dict[str, Any]:
    """Return the result of one seat."""
    result = json.loads(row.result)
    return {
        "table_id": row.id,
        "seat": row.seat,
        "identity": row.guest or row.left_by,
        "name": row.name,
        "bot": row.bot if row.kind == "bot" else row.stand_in,
        "game": row.game,
        "edition": row.edition,
        "players": row.players,
        "pace": json.loads(row.pace)["kind"],
        "reason": result["reason"],
        "score": result["scores"][row.seat],
        "rank": result["ranks"][row.seat],
        "resigned": bool(row.conceded),
        "helped": row.helped > 0,
        "ended": row.ended,
    }


def downgrade() -> None:
    """Bring back the columns; cookies of sessions are forgotten, tokens of programs are kept."""
    op.drop_table("results")
    op.add_column(
        "guests", sa.Column("is_bot", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("guests", sa.Column("token_hash", sa.String(64), nullable=True))
    own = sa.select(sa.func.min(sessions.c.id)).where(
        sessions.c.identity == guests.c.id, sessions.c.revoked.is_(None)
    )
    is_bot = guests.c.kind == "bot"
    op.execute(
        sa.update(guests).where(is_bot).values(is_bot=sa.true(), token_hash=own.scalar_subquery())
    )
    with op.batch_alter_table("guests") as changed:
        changed.create_unique_constraint("guests_token_hash_key", ["token_hash"])
        changed.drop_column("kind")
    op.drop_table("sessions")
