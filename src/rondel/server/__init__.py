"""Web server: tables, seats, live events, storage, bot workers."""

from rondel.core.extras import extras

with extras():
    from rondel.server.run import serve, work

__all__ = ["serve", "work"]
