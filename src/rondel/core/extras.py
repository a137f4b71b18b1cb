"""Optional packages, by the extra that installs them."""

from collections.abc import Generator
from contextlib import contextmanager

from rondel.core.errors import MissingExtra

EXTRAS = {
    "serve": (
        *("aiosmtplib", "alembic", "cryptography", "http_ece", "httptools", "httpx", "litestar"),
        *("prometheus_client", "py_vapid", "sqlalchemy", "uvicorn", "webauthn", "websockets"),
    ),
    "host": ("psycopg", "redis"),
    "draw": ("PIL", "quickjs", "resvg_py"),
    "arena": ("openskill",),
    "ray": ("ray",),
    "parquet": ("pyarrow",),
    "gpu": ("numba_cuda",),
    "learn": ("gymnasium", "pettingzoo", "pyspiel"),
    "train": ("torch",),
    "mcp": ("mcp",),
    "test": ("pytest",),
}


@contextmanager
def extras() -> Generator[None]:
    """Convert failed imports of an extra's packages to MissingExtra."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        for extra, packages in EXTRAS.items():
            if package in packages:
                raise MissingExtra(extra) from missing
        raise
