from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

def lower_builtin(*signature: Any) -> Callable[[F], F]: ...
