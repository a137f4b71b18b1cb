"""DLPack export of GPU arrays, without a copy."""

import ctypes
from typing import Any

import numpy as np

from rondel.kernel.compiler import is_simulated
from rondel.kernel.cuda import cuda

CPU, CUDA = 1, 2
"""Device types of DLPack."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""Number types of DLPack."""
NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    """DLPack's DLManagedTensor, with its nested structs flattened."""

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
"""Arrays that a consumer currently reads, by the address of their description."""


def _give_back(tensor: int | None) -> None:
    _LENT.pop(tensor or 0, None)


def _drop(capsule: int | None) -> None:
    """Free a capsule that nobody consumed; its name is then unchanged."""
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
    """Array of a batch for `from_dlpack` of torch, JAX, CuPy or NumPy."""

    def __init__(self, array: Any):
        self.array = array
        self._here: Any = None
        if is_simulated():
            # The simulator's arrays are in host memory.
            from rondel.kernel.accelerator import memory_of

            self._here = memory_of(array)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return the device type and number."""
        if self._here is not None:
            return CPU, 0
        return CUDA, int(cuda.current_context().device.id)

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """Return a capsule with the array's memory, after pending writes have finished."""
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
