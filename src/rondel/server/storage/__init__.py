"""Schema, rows, events, transactions and migrations."""
