from typing import Any

raw_memcpy: Any
