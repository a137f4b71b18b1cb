"""Fast conversion of a whole record to plain numbers and tuples."""

from collections import namedtuple
from collections.abc import Callable
from operator import itemgetter
from struct import Struct
from typing import Any

import numpy as np

LETTERS = {"int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I",
           "int64": "q", "uint64": "Q"}  # fmt: skip


def reader(record: np.dtype[Any]) -> Callable[[bytes], Any]:
    """Return a function that reads a record's bytes: fields by name, arrays as tuples, and
    two-dimensional arrays as tuples of tuples.
    """
    fields: Any = record.fields
    written, end, count = "=", 0, 0
    places: list[Any] = []
    nested: list[tuple[int, Callable[[Any], Any]]] = []
    for number, (kind, at, *_) in enumerate(sorted(fields.values(), key=itemgetter(1))):
        size = int(np.prod(kind.shape, dtype=int))
        written += f"{at - end}x{size}{LETTERS[kind.base.name]}"
        end = at + kind.itemsize
        places.append(slice(count, count + size) if kind.shape else count)
        if len(kind.shape) > 1:
            width = kind.shape[-1]
            rows = [slice(first, first + width) for first in range(0, size, width)]
            nested.append((number, itemgetter(*rows)))
        count += size
    unpack = Struct(written).unpack_from
    spread = itemgetter(*places)
    names = sorted(fields, key=lambda name: fields[name][1])
    plain: Any = namedtuple("Plain", names, rename=True)  # type: ignore[misc]
    make = plain._make

    def read(cells: bytes) -> Any:
        found = [*spread(unpack(cells))]
        for number, rows in nested:
            found[number] = rows(found[number])
        return make(found)

    return read
