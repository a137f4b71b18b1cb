"""Record classes: one declaration gives a NumPy dtype and typed attributes."""

from typing import Annotated, Any, ClassVar, get_args, get_type_hints

import numpy as np

from rondel.kernel.compiler import is_interpreted

i8 = Annotated[int, np.int8]
"""8-bit integer field."""
i16 = Annotated[int, np.int16]
"""16-bit integer field."""
i32 = Annotated[int, np.int32]
"""32-bit integer field."""
u64 = Annotated[int, np.uint64]
"""Unsigned 64-bit integer field."""
Array = np.ndarray[Any, Any]
"""NumPy array of any type."""
GAP = "_gap"


class _Shape:
    def __init__(self, shape: tuple[int, ...], of: type[np.generic]):
        self.shape = shape
        self.of = of


def array(*shape: int, of: type[np.generic] = np.int8) -> Any:
    """Declare an array field; its annotation is `Array`.

    Args:
        shape: Size of the array.
        of: NumPy type of the elements.

    """
    return _Shape(shape, of)


class Record:
    """Fixed-size record. Subclasses declare fields; instances are rows of `new()` arrays."""

    dtype: ClassVar[np.dtype[Any]]
    """NumPy type of the record."""

    def __init_subclass__(cls) -> None:
        """Convert the class's annotations, inherited ones first, to its dtype."""
        fields: list[Any] = []
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if name == "dtype":
                continue
            if hasattr(np.record, name):
                raise TypeError(f"a record cannot have a field {name!r}, which NumPy uses itself")
            declared = getattr(cls, name, None)
            if isinstance(declared, _Shape):
                fields.append((name, declared.of, declared.shape))
            else:
                fields.append((name, get_args(hint)[1]))
        # Widest first: every field is aligned without padding, in whatever order it was declared.
        fields.sort(key=lambda field: -np.dtype(field[1]).itemsize)
        # Rounded up, so that every record of an array is aligned like its widest field. The padding
        # is a declared field: a NumPy copy leaves uninitialized memory in undeclared padding.
        if gap := -np.dtype(fields).itemsize % np.dtype(fields[0][1]).itemsize:
            fields.append((GAP, np.int8, (gap,)))
        cls.dtype = np.dtype(fields)

    @classmethod
    def new(cls, count: int = 1) -> Array:
        """Return `count` zeroed records as an array, which compiled and interpreted rules both
        accept.

        Args:
            count: Number of records.

        """
        return shaped(np.zeros(count, cls.dtype))


def shaped(records: Array) -> Array:
    """Return the array with attribute access to its records, if the compiler is off.

    Args:
        records: Array of records.

    """
    return records.view(np.recarray) if is_interpreted() else records


def copied(records: Array, times: int = 1) -> Array:
    """Return copies of records. NumPy copies field by field and takes forty times as long.

    Args:
        records: Array of records.
        times: Number of copies.

    """
    return shaped(np.frombuffer(bytearray(records.tobytes() * times), records.dtype))


def row(records: Array, index: int = 0) -> Any:
    """Return one record of an array, with attribute access, for plain Python.

    Args:
        records: Array of records.
        index: Index of the record.

    """
    return records.view(np.recarray)[index]


class Fields:
    """Read-only view of a record's fields for plain Python, ten times as fast as NumPy. Values are
    cached, so the record must not change.
    """

    def __init__(self, records: Array):
        self._records = records

    def __getattr__(self, name: str) -> Any:
        """Read a field that is not cached yet."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            value = self._records[name][0]
        except ValueError as error:
            raise AttributeError(name) from error
        self.__dict__[name] = value
        return value


def write_record(records: Array, index: int = 0) -> dict[str, Any]:
    """Return a record as plain numbers and lists, by field name.

    Args:
        records: Array of records.
        index: Index of the record.

    """
    return {name: records[name][index].tolist() for name in _names(records.dtype)}


def _names(dtype: np.dtype[Any]) -> list[str]:
    return [name for name in dtype.names or () if name != GAP]


def read_record(kind: type[Record], fields: dict[str, Any]) -> Array:
    """Return the record that `write_record` wrote.

    Args:
        kind: Class of the record.
        fields: Fields by name.

    Raises:
        KeyError: A field is missing.
        ValueError: A value does not fit its field's shape.
        OverflowError: A number is too large for its field.

    """
    records = kind.new()
    names = _names(kind.dtype)
    if unknown := sorted(fields.keys() - set(names)):
        raise KeyError(f"no field {unknown[0]}")
    for name in names:
        whole = np.asarray(fields[name], dtype=np.int64)
        kept = whole.astype(kind.dtype[name].base)
        if whole.shape != kind.dtype[name].shape or (kept != whole).any():
            raise ValueError(f"field {name} does not fit")
        records[name][0] = kept
    return records
