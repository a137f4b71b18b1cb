from typing import Any

class Axe:
    def run(self, page: Any, context: Any = None, options: Any = None) -> Any: ...
