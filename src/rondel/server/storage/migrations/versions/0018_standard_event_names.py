"""Columns and stored events have standard names"""

from alembic import op

revision = "0018"
down_revision = "0017"
COLUMNS = {
    ("tables", "asked"): "to_move",
    ("tables", "undo_asked"): "undo_request",
    ("reviews", "asked"): "requested",
}
FIELDS = {"asked": "to_move", "makers": "step_authors", "tick": "turn_time"}
"""Fields of events in which nobody writes text, so that a replacement changes names alone."""
OLD_KIND, NEW_KIND = "undo-asked", "undo-requested"


def upgrade() -> None:
    """Give columns, fields and a kind of events their names."""
    for (table, old), new in COLUMNS.items():
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    for old, new in FIELDS.items():
        rename_field(old, new)
    op.execute(f"UPDATE events SET kind = '{NEW_KIND}' WHERE kind = '{OLD_KIND}'")


def downgrade() -> None:
    """Give them their earlier names."""
    for (table, old), new in COLUMNS.items():
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {new} TO {old}")
    for old, new in FIELDS.items():
        rename_field(new, old)
    op.execute(f"UPDATE events SET kind = '{OLD_KIND}' WHERE kind = '{NEW_KIND}'")


def rename_field(old: str, new: str) -> None:
    """Rename a field of the events that play the game."""
    changed = f"""replace(data, '"{old}"', '"{new}"')"""
    op.execute(f"UPDATE events SET data = {changed} WHERE kind IN ('started', 'steps', 'undone')")
