"""Names of browsers and systems, from the User-Agent header."""

import re

BROWSERS = {
    "Edge": "Edg(e|A|iOS)?/",
    "Opera": "OPR/",
    "Samsung Internet": "SamsungBrowser/",
    "Firefox": "Firefox/|FxiOS/",
    "Chrome": "Chrome/|CriOS/|Chromium/",
    "Safari": "Safari/",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "ChromeOS": "CrOS",
    "macOS": "Macintosh",
    "Linux": "Linux|X11",
}
"""First that matches counts: most browsers name several others too."""


def device_of(user_agent: str) -> str:
    """Return a browser and its system, as "Firefox, Android"; '' if neither is known.

    >>> device_of("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox, Android'
    >>> device_of("curl/8.5")
    ''
    """
    found = [
        next((name for name, pattern in known.items() if re.search(pattern, user_agent)), "")
        for known in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, found))
