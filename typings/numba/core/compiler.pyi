from typing import Any

class Compiler:
    state: Any
    def compile_extra(self, func: Any) -> Any: ...

class CompileResult:
    def __init__(self, **parts: Any) -> None: ...
