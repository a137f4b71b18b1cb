from typing import Any

__version__: str
config: Any
cuda: Any
float64: Any
int16: Any
int32: Any
uint64: Any

def njit(*functions: Any, **options: Any) -> Any: ...
def typeof(value: Any) -> Any: ...
def from_dtype(dtype: Any) -> Any: ...
