from typing import Any

from nbformat import v4 as v4

def read(fp: Any, as_version: int) -> Any: ...
