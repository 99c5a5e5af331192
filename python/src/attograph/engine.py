"""Attograph's own library, run in this process: the WebAssembly file that the figures use in the browser, so that both give the same bits.

``wasm-bindgen`` connects the file with a JavaScript engine by a few functions on opaque values. Here these values are Python's. The names of the functions
carry hashes that change with the compiler; ``engine.json``, which the build writes, says which name is which.
"""

from __future__ import annotations

import gzip
import json
import struct
import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from .errors import AttographError


class Undefined:
    """What an empty place of the table of values holds."""


UNDEFINED = Undefined()

#: The places of the table that hold ``undefined``, ``null``, ``true`` and ``false``.
_FIXED: tuple[tuple[int, Any], ...] = ((0, UNDEFINED), (1024, UNDEFINED), (1025, None), (1026, True), (1027, False))


def static_packed(name: str) -> bytes:
    """Return a file of the package as it is."""
    return (files(__package__) / "static" / name).read_bytes()


def static(name: str) -> bytes:
    """Return a file of the package; one that ends in ``.gz`` is unpacked."""
    content = static_packed(name)
    return gzip.decompress(content) if name.endswith(".gz") else content


class _Floats:
    """An array as a value: wasmtime asks values for their truth, which arrays do not have."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array


def _unboxed(value: Any) -> Any:
    if isinstance(value, _Floats):
        return value.array
    if isinstance(value, list):
        return [_unboxed(one) for one in value]
    if isinstance(value, dict):
        return {key: _unboxed(one) for key, one in value.items()}
    return value


def _facts(facts: Any) -> dict[str, Any]:
    """Return the facts of an error, in which positions and lengths are whole numbers; only a `value` is a number of a tensor."""

    def whole(fact: Any) -> Any:
        if isinstance(fact, list):
            return [whole(one) for one in fact]
        return int(fact) if isinstance(fact, float) and fact.is_integer() else fact

    return {name: fact if name == "value" else whole(fact) for name, fact in facts.items()}


def _decimal(number: float) -> str:
    """Return a number as JavaScript writes it: whole numbers without a point, very large and very small ones with an exponent."""
    number = float(number)
    if not np.isfinite(number):
        return {np.inf: "Infinity", -np.inf: "-Infinity"}.get(number, "NaN")
    if number == 0 or 1e-6 <= abs(number) < 1e21:
        return np.format_float_positional(number + 0.0, trim="-")
    return np.format_float_scientific(number, trim="-", exp_digits=1)


class _Instance:
    """One instance of the WebAssembly file. After a trap its memory is in an unknown state, and it is not used again."""

    def __init__(self, engine: Any, module: Any) -> None:
        import wasmtime

        self._store = wasmtime.Store(engine)
        roles = json.loads(static("engine.json"))
        bodies = self._bodies()
        imports = [wasmtime.Func(self._store, one.type, bodies[roles[one.name]]) for one in module.imports]
        exports = wasmtime.Instance(self._store, module, imports).exports(self._store)
        self._exports = exports
        self._memory = exports["memory"]
        self._table = exports["__wbindgen_externrefs"]
        self.call("__wbindgen_start")
        self.call("selfTest")

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function of the file by its name."""
        return self._exports[name](self._store, *arguments)

    def _read(self, start: int, length: int) -> bytes:
        start &= 0xFFFFFFFF
        return bytes(self._memory.read(self._store, start, start + length))

    def write(self, content: bytes, align: int) -> tuple[int, int]:
        """Write bytes into memory that the library then owns."""
        start = self.call("__wbindgen_malloc", len(content), align) & 0xFFFFFFFF
        self._memory.write(self._store, content, start)
        return start, len(content)

    def _keep(self, value: Any) -> int:
        place = self.call("__externref_table_alloc")
        self._put(place, value)
        return place

    def _put(self, place: int, value: Any) -> None:
        import wasmtime

        self._table.set(self._store, place, wasmtime.Val.externref(value))

    def take(self, place: int) -> Any:
        """Return a value of the table, and free its place."""
        import wasmtime

        value = self._table.get(self._store, place)
        self.call("__externref_table_dealloc", place)
        # What counts as false comes as it is wrapped.
        return _unboxed(value.value if isinstance(value, wasmtime.Val) else value)

    def text(self, value: str) -> tuple[int, int]:
        """Write a text into memory."""
        return self.write(value.encode(), 1)

    def values(self, given: Sequence[Any]) -> tuple[int, int]:
        """Write a list of values into memory."""
        places = [self._keep(one) for one in given]
        start, _ = self.write(struct.pack(f"<{len(places)}I", *places), 4)
        return start, len(places)

    def _return(self, to: int, start: int, length: int) -> None:
        self._memory.write(self._store, struct.pack("<II", start, length), to & 0xFFFFFFFF)

    def _field(self, name: str) -> Callable[[Any], Any]:
        return lambda value: value[name]

    def _text_field(self, name: str) -> Callable[[int, Any], None]:
        return lambda to, value: self._return(to, *self.text(value[name]))

    def _numbers_field(self, name: str, kind: str, size: int) -> Callable[[int, Any], None]:
        def give(to: int, value: Any) -> None:
            numbers = value.get(name)
            if numbers is None:
                return self._return(to, 0, 0)
            flat = np.ascontiguousarray(numbers, dtype=kind)
            start, _ = self.write(flat.tobytes(), size)
            return self._return(to, start, flat.size)

        return give

    def _set_at(self, values: list[Any], place: int, value: Any) -> None:
        while len(values) <= place:
            values.append(UNDEFINED)
        values[place] = value

    def _set_in(self, values: dict[str, Any], key: Any, value: Any) -> None:
        values[key] = value

    def _set_in_map(self, values: dict[str, Any], key: Any, value: Any) -> dict[str, Any]:
        values[key] = value
        return values

    def _string(self, to: int, value: Any) -> None:
        self._return(to, *(self.text(value) if isinstance(value, str) else (0, 0)))

    def _fill(self) -> None:
        for place, value in _FIXED:
            self._put(place, value)

    def _throw(self, start: int, length: int) -> None:
        raise RuntimeError(self._read(start, length).decode())

    def _bodies(self) -> dict[str, Callable[..., Any]]:
        """Return what each function does that the file imports, by its role in ``engine.json``."""
        return {
            "error": lambda start, length: self._read(start, length).decode(),
            "log": lambda _: None,
            "throw": self._throw,
            "number": float,
            "is-string": lambda value: int(isinstance(value, str)),
            "string": self._string,
            "data": self._numbers_field("data", "<f8", 8),
            "weights": self._numbers_field("weights", "<f8", 8),
            "shape": self._numbers_field("shape", "<u4", 4),
            "directed": lambda value: int(value["directed"]),
            "flag": lambda value: int(value["flag"]),
            "kind": self._field("kind"),
            "step": self._field("step"),
            "nodes": self._field("nodes"),
            "number-field": self._field("number"),
            "name": self._text_field("name"),
            "word": self._text_field("word"),
            "texts": lambda to, value: self._return(to, *self.values(value["texts"])),
            "array": list,
            "map": dict,
            "object": dict,
            "floats": lambda start, length: _Floats(np.frombuffer(self._read(start, length * 8), dtype="<f8").copy()),
            "set-at": self._set_at,
            "set-in": self._set_in,
            "set-in-map": self._set_in_map,
            "to-string": lambda value, base: _decimal(value) if base == 10 else np.base_repr(int(value), base).lower(),
            "from-number": lambda value: value,
            "from-text": lambda start, length: self._read(start, length).decode(),
            "from-whole": lambda value: value & 0xFFFFFFFFFFFFFFFF,
            "fill": self._fill,
        }


class Engine:
    """The library. Calls take turns; after a trap the next one starts a new instance."""

    def __init__(self) -> None:
        import wasmtime

        config = wasmtime.Config()
        # Compiled once for each user of the machine, and not once for each process.
        config.cache = True
        self._engine = wasmtime.Engine(config)
        self._module = wasmtime.Module(self._engine, static("attograph.wasm.gz"))
        self._trap: tuple[type[Exception], ...] = (wasmtime.WasmtimeError, wasmtime.Trap)
        self._instance: _Instance | None = None
        self._turn = threading.Lock()

    def _call(self, name: str, arguments: Callable[[_Instance], Sequence[Any]]) -> Any:
        with self._turn:
            self._instance = self._instance or _Instance(self._engine, self._module)
            instance = self._instance
            try:
                value, error, failed = instance.call(name, *arguments(instance))
            except self._trap as thrown:
                self._instance = None
                raise AttographError("trapped", f"the computation was stopped by a trap: {thrown}", reason=str(thrown)) from thrown
            if not failed:
                return instance.take(value)
            refused = instance.take(error)
        raise AttographError(refused["code"], refused["message"], **_facts(refused.get("facts", {})))

    def trace(self, algorithm: str, given: Sequence[dict[str, Any]], seconds: float, size: float) -> dict[str, Any]:
        """Run an algorithm and return all its steps; raises what the library refuses."""
        crossed: dict[str, Any] = self._call(
            "trace", lambda use: (*use.text(algorithm), *use.values(given), float(seconds), float(size))
        )
        return crossed

    def random(self, shape: Sequence[int], seed: int, minimum: int, maximum: int, decimals: int = 2) -> np.ndarray[Any, Any]:
        """Return the numbers of a random tensor, in row-major order, drawn as everywhere in the library."""

        def arguments(use: _Instance) -> Sequence[Any]:
            start, _ = use.write(struct.pack(f"<{len(shape)}I", *shape), 4)
            word = use.text("uniform")
            return start, len(shape), float(seed), *word, minimum, maximum, float(decimals)

        drawn: np.ndarray[Any, Any] = self._call("random", arguments)
        return drawn


@cache
def engine() -> Engine:
    """Return the library of this process, which is compiled at the first call."""
    try:
        return Engine()
    except ImportError as thrown:
        message = "runs in Python need the package wasmtime; figures do not"
        raise AttographError("engine-absent", message, reason=str(thrown)) from thrown
