"""Quiet hours and digests: when a notice may be sent, by a person's own clock."""

from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rondel.server.storage.notices import Preferences

DIGEST_HOUR = 8


def zone_of(name: str) -> tzinfo:
    """Return a time zone by its name, UTC for one that this machine does not know."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def is_zone(name: str) -> bool:
    """Return whether this machine knows a time zone."""
    return name == "UTC" or zone_of(name) != ZoneInfo("UTC")


def quiet_seconds(wishes: Preferences, at: float) -> float:
    """Return the seconds until the quiet hours end, 0 outside them."""
    start, end = wishes.quiet_from, wishes.quiet_until
    if start is None or end is None or start == end:
        return 0.0
    local = datetime.fromtimestamp(at, zone_of(wishes.timezone))
    minute = local.hour * 60 + local.minute
    is_quiet = start <= minute < end if start < end else minute >= start or minute < end
    if not is_quiet:
        return 0.0
    left = (end - minute) % (24 * 60) * 60 - local.second
    return max(1.0, left)


def digest_after(wishes: Preferences, at: float) -> float:
    """Return the time of the first digest after a time."""
    local = datetime.fromtimestamp(at, zone_of(wishes.timezone))
    due = local.replace(hour=DIGEST_HOUR, minute=0, second=0, microsecond=0)
    if due <= local:
        due = (due + timedelta(days=1)).replace(hour=DIGEST_HOUR)
    return due.timestamp()


def local_date(wishes: Preferences, at: float) -> str:
    """Return the date at a person's place."""
    return datetime.fromtimestamp(at, zone_of(wishes.timezone)).date().isoformat()
