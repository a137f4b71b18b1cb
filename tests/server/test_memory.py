"""State of a table is never changed in place."""

import re
from collections import Counter
from pathlib import Path

import rondel.server


def test_nobody_changes_fields_of_a_tables_row() -> None:
    found = Counter[str]()
    for file in Path(rondel.server.__file__).parent.rglob("*.py"):
        found[file.name] += len(re.findall(r"\.row\.\w+ *[-+*/|&]?= ", file.read_text()))
    assert found.total() == 0, +found
