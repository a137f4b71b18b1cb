"""Groups of addresses that count as one visitor."""

import ipaddress
from functools import lru_cache


@lru_cache(maxsize=4096)
def ip_group_of(address: str) -> str:
    """Return the IPv4 address, or the IPv6 network that one household is given."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
