"""Tensors of any library as arrays of float64, without loss, and with a word on what was converted."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import AttographError, wrong_type

#: Whole numbers up to this magnitude are exact in float64.
LARGEST_WHOLE = 2**53

EXPECTED = "a tensor: an array of numbers, or nested lists"


@dataclass(frozen=True)
class Converted:
    """An array of float64, and from which type it was converted; None where it was float64."""

    array: NDArray[np.float64]
    origin: str | None


def _module(value: object) -> str:
    return type(value).__module__.split(".")[0]


def _from_torch(value: Any) -> tuple[Any, str]:
    """Return a PyTorch tensor as an array. NumPy has no bfloat16; float64 has each of its numbers."""
    kind = str(value.dtype).removeprefix("torch.")
    plain = value.detach()
    if getattr(plain, "is_sparse", False):
        plain = plain.to_dense()
    plain = plain.cpu().resolve_conj().resolve_neg()
    if kind.startswith("bfloat") or kind.startswith("float8"):
        plain = plain.double()
    return plain.numpy(), kind


def _as_array(name: str, value: Any) -> tuple[Any, str]:
    if "torch" in sys.modules and isinstance(value, sys.modules["torch"].Tensor):
        return _from_torch(value)
    if _module(value) == "scipy" and hasattr(value, "toarray"):
        value = value.toarray()
    if isinstance(value, dict) and value.keys() == {"shape", "data"}:
        value = np.asarray(value["data"], dtype=float).reshape(value["shape"])
    if isinstance(value, np.ma.MaskedArray):
        raise wrong_type(name, f"{EXPECTED}, without a mask (`.filled(…)` fills what is masked)", value)
    if isinstance(value, (str, bytes, dict, set)) or value is None:
        raise wrong_type(name, EXPECTED, value)
    try:
        found = np.asarray(value)
    except (TypeError, ValueError) as thrown:
        raise wrong_type(name, f"{EXPECTED} of one length at each level", value) from thrown
    # A list of tensors is one tensor.
    if found.dtype == object and isinstance(value, (list, tuple)) and any(hasattr(one, "__array__") for one in value):
        parts = [tensor(f"{name}[{at}]", one).array for at, one in enumerate(value)]
        if len({part.shape for part in parts}) == 1:
            found = np.stack(parts)
    is_list = isinstance(value, (list, tuple)) and found.dtype.kind in "iub"
    # Lists have no type of their own.
    return found, "float64" if is_list and _is_small(found) else str(found.dtype)


def _is_small(array: Any) -> bool:
    return array.dtype.kind == "b" or array.size == 0 or bool((np.abs(array.astype(object)) <= LARGEST_WHOLE).all())


def _first(wrong: Any) -> list[int]:
    return [int(place) for place in np.argwhere(wrong)[0]]


def tensor(name: str, value: object) -> Converted:
    """Return a tensor of any library as float64. Raise an error if its numbers are not exact there, or are none."""
    found, origin = _as_array(name, value)
    kind = found.dtype.kind
    if kind not in "fiub":
        raise wrong_type(name, f"{EXPECTED} of real numbers", value)
    if kind in "iu" and not _is_small(found):
        at = _first(np.abs(found.astype(object)) > LARGEST_WHOLE)
        message = f"`{name}` at {at} is {found[tuple(at)]}, which float64 does not represent exactly: at most 2**53"
        raise AttographError("inexact", message, name=name, at=at, value=int(found[tuple(at)]))
    array = np.ascontiguousarray(found, dtype=np.float64)
    if found.dtype.itemsize > 8:
        wrong = (array != found) & ~np.isnan(found)
        if bool(wrong.any()):
            at = _first(wrong)
            message = f"`{name}` at {at} has more digits than float64; round it by `.astype(float)`"
            raise AttographError("inexact", message, name=name, at=at)
    # A copy, which later changes by the caller do not affect.
    own = array.copy().reshape(found.shape)
    own.flags.writeable = False
    return Converted(own, None if origin == "float64" else origin)
