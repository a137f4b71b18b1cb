from typing import Any

int8: Any
int16: Any
int32: Any
int64: Any
intp: Any
Array: Any
Integer: Any
Record: Any
