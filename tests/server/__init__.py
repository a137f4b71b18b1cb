"""The server, as its visitors meet it."""
