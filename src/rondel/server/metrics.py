"""Metrics for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
BUILD = Info("rondel_build", "Version, commit and database revision", registry=REGISTRY)
REQUESTS = Counter(
    "rondel_requests", "HTTP answers", ["method", "route", "status"], registry=REGISTRY
)
SECONDS = Histogram(
    "rondel_request_seconds",
    "Time to answer, streams left out",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
    registry=REGISTRY,
)
EVENTS = Counter("rondel_events", "Events written", ["kind"], registry=REGISTRY)
ERRORS = Counter("rondel_refusals", "Refusals", ["code"], registry=REGISTRY)
LISTENERS = Gauge("rondel_listeners", "Open streams", registry=REGISTRY)
TABLES = Gauge("rondel_tables_in_memory", "Tables in memory", registry=REGISTRY)
THINKING = Histogram(
    "rondel_bot_seconds",
    "Time a bot took to choose",
    ["bot"],
    buckets=(0.001, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30),
    registry=REGISTRY,
)
BOTS_RESTING = Gauge(
    "rondel_bots_resting", "Tables whose bots have thought enough for a while", registry=REGISTRY
)
BOTS_WAITING = Gauge(
    "rondel_bots_waiting", "Tables whose bot is to move and nobody moves it yet", registry=REGISTRY
)
DATABASE = Histogram(
    "rondel_database_seconds",
    "Time the database took: a read, or a commit that many writes share",
    ["what"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30),
    registry=REGISTRY,
)
TASK_AGE = Gauge(
    "rondel_task_age_seconds", "Age of the oldest task that is due", ["kind"], registry=REGISTRY
)
BUS_UP = Gauge(
    "rondel_bus_up",
    "Whether messages to other processes go through Redis or PostgreSQL; 1 for one process alone",
    registry=REGISTRY,
)
DATABASE_UP = Gauge("rondel_database_up", "Whether the database takes writes", registry=REGISTRY)
DATABASE_BYTES = Gauge("rondel_database_bytes", "Size of the database", registry=REGISTRY)
DISK_FREE = Gauge(
    "rondel_disk_free_bytes", "Room left where the database file is", registry=REGISTRY
)
DROPPED = Counter(
    "rondel_dropped", "Streams dropped because their reader was slow", registry=REGISTRY
)
