"""Server, as its visitors meet it."""
