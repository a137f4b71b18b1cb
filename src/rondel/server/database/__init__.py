"""What the server keeps: columns, rows, events, transactions, migrations."""
