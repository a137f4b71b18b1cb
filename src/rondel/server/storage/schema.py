"""Schema of the database: guests, tables, seats and events."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("made", Float, nullable=False),
    Column("kind", String(10), nullable=False, server_default="guest"),
    Column("house", String(24), nullable=False, default=""),
    Column("role", String(10), nullable=False, server_default=""),
    Column("muted_until", Float),
    Column("suspended_until", Float),
    Column("merged_into", String(20)),
    Column("deleted", Float),
)

admin_links = Table(
    "admin_links",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("expires", Float, nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("name", String(80), primary_key=True),
    Column("seen", Float, nullable=False),
    Column("document", Text, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("identity", String(20), ForeignKey("guests.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("last_seen", Float, nullable=False),
    Column("revoked", Float),
    Column("device", String(60), nullable=False, server_default=""),
    Index("sessions_by_identity", "identity"),
    Index("sessions_by_revoked", "revoked"),
)

codes = Table(
    "codes",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("purpose", String(20), nullable=False),
    Column("identity", String(20), ForeignKey("guests.id")),
    Column("data", Text, nullable=False, default=""),
    Column("expires", Float, nullable=False),
    Index("codes_by_identity", "identity", "purpose"),
    Index("codes_by_expires", "expires"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("made", Float, nullable=False),
    Column("reporter", String(20), ForeignKey("guests.id"), nullable=False),
    Column("subject", String(20), ForeignKey("guests.id")),
    Column("table_id", String(20), ForeignKey("tables.id"), nullable=False),
    Column("event", Integer),
    Column("text", Text, nullable=False),
    Column("closed", Float),
    Index("reports_by_closed", "closed", "made"),
    Index("reports_by_reporter", "reporter", "made"),
    Index("reports_by_subject", "subject"),
    Index("reports_by_table", "table_id"),
)

acts = Table(
    "acts",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("at", Float, nullable=False),
    Column("moderator", String(20), nullable=False),
    Column("act", String(20), nullable=False),
    Column("subject", String(40), nullable=False),
    Column("reason", Text, nullable=False),
    Index("acts_by_time", "at"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("identity", String(20), ForeignKey("guests.id"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", Integer, nullable=False),
    Column("device", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("last_used", Float),
    Index("passkeys_by_identity", "identity"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("edition", String(80), nullable=False),
    Column("edition_source", Text, nullable=False, default=""),
    Column("players", Integer, nullable=False),
    Column("status", String(10), nullable=False),
    Column("visibility", String(10), nullable=False),
    Column("pace", Text, nullable=False),
    Column("chat_for_watchers", Boolean, nullable=False, default=True),
    Column("creator", String(20), ForeignKey("guests.id"), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("sandbox", Boolean, nullable=False, default=False),
    Column("made", Float, nullable=False),
    Column("started", Float),
    Column("ended", Float),
    Column("last_event", Integer, nullable=False, default=0),
    Column("sequence", Integer, nullable=False, default=0),
    Column("steps", Integer, nullable=False, default=0),
    Column("to_move", Integer),
    Column("turn_began", Float),
    Column("deadline", Float),
    Column("clock", Text, nullable=False, default="[]"),
    Column("undo_request", Text, nullable=False, default=""),
    Column("result", Text, nullable=False, default=""),
    Column("rematch", String(20)),
    Column("rematch_of", String(20)),
    Column("absence_timeout", Integer, nullable=False, server_default="600"),
    Column("waits", Text, nullable=False, server_default="[]"),
    Column("nonces", Text, nullable=False, server_default="[]"),
    Column("banned", Text, nullable=False, server_default="[]"),
    Column("watch_link", Integer, nullable=False, server_default="0"),
    Column("taken_back", Integer, nullable=False, server_default="0"),
    Column("daily", String(10), nullable=False, server_default=""),
    Column("helped", Integer, nullable=False, server_default="0"),
    Column("aborted_before", Integer, nullable=False, server_default="0"),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("turn", Integer, nullable=False, server_default="0"),
    Index("tables_by_status", "status", "visibility", "made"),
    Index("tables_by_deadline", "deadline"),
    Index("tables_by_creator", "creator"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(20), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("bot", String(60), nullable=False, default=""),
    Column("guest", String(20), ForeignKey("guests.id")),
    Column("name", String(40), nullable=False, default=""),
    Column("substitute", String(60), nullable=False, default=""),
    Column("resigned", Boolean, nullable=False, default=False),
    Column("link", Integer, nullable=False, default=0),
    Column("seen", Float),
    Column("consents", Boolean, nullable=False, server_default=false()),
    Column("transfer_pending", Boolean, nullable=False, server_default=false()),
    Column("left_by", String(20)),
    Column("program", Boolean, nullable=False, server_default=false()),
    Index("seats_by_guest", "guest"),
)

watchers = Table(
    "watchers",
    metadata,
    Column("table_id", String(20), ForeignKey("tables.id"), primary_key=True),
    Column("guest", String(20), ForeignKey("guests.id"), primary_key=True),
    Index("watchers_by_guest", "guest"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(20), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("at", Float, nullable=False),
    Column("data", Text, nullable=False),
    Column("key", String(64)),
    Column("private", Text),
)

results = Table(
    "results",
    metadata,
    Column("table_id", String(20), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("identity", String(20), ForeignKey("guests.id")),
    Column("name", String(40), nullable=False),
    Column("bot", String(60), nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", String(80), nullable=False),
    Column("players", Integer, nullable=False),
    Column("pace", String(10), nullable=False),
    Column("reason", String(40), nullable=False),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("helped", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("ended", Float, nullable=False),
    Column("rating_number", Integer),
    Column("unrated", String(20), nullable=False, server_default=""),
    Column("mu", Float),
    Column("sigma", Float),
    Index("results_by_identity", "identity", "ended"),
    Index("results_by_game", "game", "ended"),
    Index("results_by_rating", "rating_number"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("subject", String(60), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("pace", String(10), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("last", Float, nullable=False),
    Index("ratings_by_strength", "game", "pace", "mu"),
)

tasks = Table(
    "tasks",
    metadata,
    Column("kind", String(20), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("table_id", String(20), ForeignKey("tables.id")),
    Column("owner", String(20), ForeignKey("guests.id")),
    Column("payload", Text, nullable=False),
    Column("run_at", Float, nullable=False, default=0),
    Column("expires", Float),
    Column("claimed_by", String(60), nullable=False, default=""),
    Column("claimed_until", Float, nullable=False, default=0),
    Column("attempts", Integer, nullable=False, default=0),
    Column("max_attempts", Integer, nullable=False),
    Column("progress", Integer, nullable=False, default=0),
    Column("status", String(10), nullable=False),
    Column("result", Text, nullable=False, default=""),
    Column("last_error", Text, nullable=False, default=""),
    Column("created", Float, nullable=False),
    Column("finished", Float),
    Index("tasks_by_status", "status", "run_at"),
    Index("tasks_by_owner", "owner"),
)

channels = Table(
    "channels",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("identity", String(20), ForeignKey("guests.id"), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("address", Text, nullable=False),
    Column("table_id", String(20), ForeignKey("tables.id")),
    Column("kinds", Text, nullable=False, default="[]"),
    Column("digest", Boolean, nullable=False, default=False),
    Column("confirmed", Boolean, nullable=False, default=True),
    Column("created", Float, nullable=False),
    Column("failures", Integer, nullable=False, default=0),
    Column("last_error", Text, nullable=False, default=""),
    Column("digested", String(10), nullable=False, default=""),
    Column("dropped", Float),
    Index("channels_by_identity", "identity"),
    Index("channels_by_table", "table_id"),
)

notice_settings = Table(
    "notice_settings",
    metadata,
    Column("identity", String(20), ForeignKey("guests.id"), primary_key=True),
    Column("language", String(10), nullable=False),
    Column("timezone", String(60), nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
)

table_notices = Table(
    "table_notices",
    metadata,
    Column("table_id", String(20), ForeignKey("tables.id"), primary_key=True),
    Column("identity", String(20), ForeignKey("guests.id"), primary_key=True),
    Column("channels", Text, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(20), ForeignKey("tables.id"), primary_key=True),
    Column("depth", String(10), primary_key=True),
    Column("guest", String(20), ForeignKey("guests.id"), nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("requested", Float, nullable=False),
    Column("steps", Integer, nullable=False, default=0),
    Column("document", LargeBinary, nullable=False),
    Index("reviews_by_guest", "guest"),
)

deals = Table(
    "deals",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("made", Float, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("guest", String(20), ForeignKey("guests.id"), primary_key=True),
    Column("table_id", String(20), nullable=False),
    Column("house", String(24), nullable=False),
    Index("entries_by_guest", "guest"),
)
