"""Arrays on a GPU for everyone who takes DLPack: the very memory, no copy."""

import ctypes
from typing import Any

import numpy as np

from rondel.kernel.compiler import memory_of
from rondel.kernel.cuda import cuda

CPU, CUDA = 1, 2
"""DLPack's numbers of devices."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""And of kinds of numbers."""
NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    """DLPack's DLManagedTensor, its parts in a row."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("manager", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


_LENT: dict[int, Any] = {}
"""What somebody else reads at present, by the address of its description."""


def _give_back(tensor: int | None) -> None:
    _LENT.pop(tensor or 0, None)


def _drop(capsule: int | None) -> None:
    """A capsule that nobody took still has its first name."""
    if ctypes.pythonapi.PyCapsule_IsValid(ctypes.c_void_p(capsule), NAME):
        _give_back(_pointer_in(ctypes.c_void_p(capsule), NAME))


_TOLD = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_READ, _DROPPED = _TOLD(_give_back), _TOLD(_drop)
_pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_in.restype, _pointer_in.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)
_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype = ctypes.py_object
_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class Shared:
    """One array of a batch; `from_dlpack` of torch, JAX, CuPy or NumPy takes it."""

    def __init__(self, array: Any):
        self.array = array
        # The simulator's arrays lie in ordinary memory.
        self._here: Any = memory_of(array)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Where it lies."""
        if self._here is not None:
            return CPU, 0
        return CUDA, int(cuda.current_context().device.id)

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """A capsule with the array's memory; whatever was being written is written first."""
        cuda.synchronize()
        if self._here is not None:
            place = self._here.ctypes.data
        else:
            place = self.array.__cuda_array_interface__["data"][0]
        dtype = np.dtype(self.array.dtype)
        sizes = (ctypes.c_int64 * self.array.ndim)(*self.array.shape)
        steps = (part // dtype.itemsize for part in self.array.strides)
        strides = (ctypes.c_int64 * self.array.ndim)(*steps)
        tensor = _Tensor(
            place, *self.__dlpack_device__(), self.array.ndim, CODES[dtype.kind],
            8 * dtype.itemsize, 1, sizes, strides, 0, None,
            ctypes.cast(_READ, ctypes.c_void_p),
        )  # fmt: skip
        address = ctypes.addressof(tensor)
        _LENT[address] = self.array, tensor, sizes, strides
        return _capsule(address, NAME, ctypes.cast(_DROPPED, ctypes.c_void_p))
