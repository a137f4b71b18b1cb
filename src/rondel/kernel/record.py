"""One class declares a record: its NumPy dtype, and what editors and type checkers see."""

from typing import Annotated, Any, ClassVar, get_args, get_type_hints

import numpy as np

from rondel.kernel.compiler import is_interpreted

i8 = Annotated[int, np.int8]
i16 = Annotated[int, np.int16]
i32 = Annotated[int, np.int32]
u64 = Annotated[int, np.uint64]
Cells = np.ndarray[Any, Any]
GAP = "_gap"


class _Shape:
    def __init__(self, shape: tuple[int, ...], of: type[np.generic]):
        self.shape = shape
        self.of = of


def cells(*shape: int, of: type[np.generic] = np.int8) -> Any:
    """Declare a field of several cells; the annotation is `Cells`."""
    return _Shape(shape, of)


class Record:
    """A fixed-size record. Subclasses declare fields; instances are rows of `new()` arrays."""

    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        """Turn the class's annotations, inherited ones first, into its dtype."""
        fields: list[Any] = []
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if name == "dtype":
                continue
            declared = getattr(cls, name, None)
            if isinstance(declared, _Shape):
                fields.append((name, declared.of, declared.shape))
            else:
                fields.append((name, get_args(hint)[1]))
        # Widest first: every field is aligned without padding, whatever order reads best.
        fields.sort(key=lambda field: -np.dtype(field[1]).itemsize)
        # Rounded up, so that in an array every record is as aligned as its widest field. The gap is
        # a field of its own: NumPy leaves whatever was in memory in the gaps of a copy.
        if gap := -np.dtype(fields).itemsize % np.dtype(fields[0][1]).itemsize:
            fields.append((GAP, np.int8, (gap,)))
        cls.dtype = np.dtype(fields)

    @classmethod
    def new(cls, count: int = 1) -> Cells:
        """Zeroed records, in the array form that both the compiler and the interpreter take."""
        return shaped(np.zeros(count, cls.dtype))


def shaped(records: Cells) -> Cells:
    """Give an array of records attribute access when the compiler is off."""
    return records.view(np.recarray) if is_interpreted() else records


def copied(records: Cells, times: int = 1) -> Cells:
    """Copies of records; NumPy's own way goes field by field and takes forty times as long."""
    return shaped(np.frombuffer(bytearray(records.tobytes() * times), records.dtype))


def row(records: Cells, index: int = 0) -> Any:
    """One record of an array, with attribute access, for reading in plain Python."""
    return records.view(np.recarray)[index]


class Fields:
    """One record's fields by name, for reading in plain Python; NumPy's own way takes ten times as
    long. For records that never change: each field is looked up once.
    """

    def __init__(self, records: Cells):
        self._records = records

    def __getattr__(self, name: str) -> Any:
        """A field that has not been asked for yet."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            value = self._records[name][0]
        except ValueError as error:
            raise AttributeError(name) from error
        self.__dict__[name] = value
        return value


def write_record(records: Cells, index: int = 0) -> dict[str, Any]:
    """A record as plain numbers and lists, by field name."""
    return {name: records[name][index].tolist() for name in _names(records.dtype)}


def _names(dtype: np.dtype[Any]) -> list[str]:
    return [name for name in dtype.names or () if name != GAP]


def read_record(kind: type[Record], fields: dict[str, Any]) -> Cells:
    """The record `write_record` wrote. Raises KeyError, ValueError or OverflowError."""
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
