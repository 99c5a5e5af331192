"""The attention of a model: weights that are given, by layer and head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import traitlets
from numpy.typing import NDArray

from .errors import AttographError, wrong_type
from .inputs import packed
from .tensors import tensor
from .widget import Widget

#: How far the sum of a row may be from 1, by the type of the weights: those of few digits are each rounded.
ROUNDING = {"float64": 1e-6, "float32": 1e-4}
COARSE = 1e-2

PICTURES = ("arcs-columns", "arcs-line", "pattern")

#: What the page shows without becoming slow, in numbers.
MOST = 2**24


def _layers(weights: Any, batch: int) -> tuple[NDArray[np.float64], str]:
    """Return weights as layers × heads × queries × keys. A tuple of tensors has one for each layer, as models of Hugging Face return them."""
    if isinstance(weights, (list, tuple)) and weights and hasattr(weights[0], "shape"):
        layers = [tensor(f"weights[{at}]", layer) for at, layer in enumerate(weights)]
        origin = layers[0].origin or "float64"
        shapes = [layer.array.shape for layer in layers]
        odd = next((at for at, shape in enumerate(shapes) if shape != shapes[0]), None)
        if odd is not None:
            message = f"`weights[{odd}]` has the shape {shapes[odd]}, but the layers before have {shapes[0]}"
            raise AttographError("shape-mismatch", message, name=f"weights[{odd}]", expected=shapes[0], found=shapes[odd])
        array = np.stack([layer.array for layer in layers])
        if array.ndim == 5:
            if not 0 <= batch < array.shape[1]:
                message = f"`batch` is {batch}, but the weights have {array.shape[1]} in their batch"
                raise AttographError("index-out-of-bounds", message, name="batch", found=batch, count=array.shape[1])
            array = array[:, batch]
        # One axis of the layers, and what each layer has: heads × queries × keys, or a matrix.
        array = array[:, None] if array.ndim == 3 else array
    else:
        read = tensor("weights", weights)
        array, origin = read.array, read.origin or "float64"
        if not 2 <= array.ndim <= 4:
            message = f"`weights` must be layers × heads × queries × keys, or without the first one or two, but its shape is {array.shape}"
            raise AttographError("wrong-rank", message, name="weights", expected="2 to 4 axes", found=array.shape)
        array = array.reshape((1,) * (4 - array.ndim) + array.shape)
    if array.ndim != 4 or 0 in array.shape:
        message = f"`weights` must be layers × heads × queries × keys, none of them 0, but its shape is {array.shape}"
        raise AttographError("wrong-rank", message, name="weights", expected="4 axes", found=array.shape)
    return array, origin


def _where(at: Sequence[int]) -> str:
    names = ("layer", "head", "query", "key")
    return ", ".join(f"{name} {place}" for name, place in zip(names, at, strict=False))


def _check(array: NDArray[np.float64], origin: str) -> None:
    """Refuse what no softmax gives. A row of zeros is one in which everything is masked."""
    for code, wrong, what in (
        ("non-finite", ~np.isfinite(array), "a finite number"),
        ("not-a-weight", array < 0, "at least 0"),
    ):
        if wrong.any():
            at = tuple(int(place) for place in np.argwhere(wrong)[0])
            message = f"`weights` at {_where(at)} is {array[at]}, but each weight must be {what}"
            raise AttographError(code, message, name="weights", at=at, value=float(array[at]), expected=what)
    sums = array.sum(axis=-1)
    off = (np.abs(sums - 1) > ROUNDING.get(origin, COARSE)) & (sums != 0)
    if off.any():
        at = tuple(int(place) for place in np.argwhere(off)[0])
        advice = "scores before the softmax, or weights with dropout (`model.eval()` ends it), cannot be shown"
        message = f"`weights` at {_where(at)} sum to {sums[at]:.6g}, not to 1: {advice}"
        raise AttographError("row-sum", message, name="weights", at=at, value=float(sums[at]), expected=1)


def _words(name: str, words: Any, count: int) -> list[str]:
    if isinstance(words, str) or not isinstance(words, (Sequence, np.ndarray)):
        raise wrong_type(name, "a list of words", words)
    if len(words) != count:
        message = f"`{name}` has {len(words)} words, but the weights have {count} positions"
        raise AttographError("shape-mismatch", message, name=name, expected=count, found=len(words))
    return [str(word) for word in words]


class Attention(Widget):
    """The attention of a model. ``layer``, ``head`` and ``cell`` follow what the reader chooses, and may be set; all count from 0."""

    tokens = traitlets.List(traitlets.Unicode(), read_only=True).tag(sync=True)
    key_tokens = traitlets.List(traitlets.Unicode(), allow_none=True, default_value=None, read_only=True).tag(sync=True)
    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    #: The query and the key of the chosen weight.
    cell = traitlets.Tuple(allow_none=True, default_value=None).tag(sync=True)
    #: ``arcs-columns``, ``arcs-line`` or ``pattern``; None for what suits the number of tokens.
    picture = traitlets.Unicode(allow_none=True, default_value=None).tag(sync=True)
    _weights = traitlets.Dict().tag(sync=True)

    def __init__(self, tokens: Any, weights: Any, key_tokens: Any, batch: int, **traits: Any) -> None:
        array, origin = _layers(weights, batch)
        _check(array, origin)
        if array.size > MOST:
            message = f"`weights` has {array.size} numbers, and at most {MOST} are shown: pass some layers, heads or tokens of it"
            raise AttographError("too-large", message, name="weights", found=array.size, limit=MOST)
        _, _, queries, keys = array.shape
        own = _words("tokens", tokens, queries)
        others = None if key_tokens is None else _words("key_tokens", key_tokens, keys)
        if others is None and queries != keys:
            message = f"the weights have {queries} queries and {keys} keys; `key_tokens` names the keys"
            raise AttographError("missing-input", message, name="key_tokens", expected=keys)
        array.flags.writeable = False
        #: The weights as they are shown: layers × heads × queries × keys.
        self.weights = array
        #: The type that the weights had; each number is the same in float64.
        self.origin = origin
        self.set_trait("tokens", own)
        self.set_trait("key_tokens", others)
        super().__init__(_element="attograph-attention", _weights=packed(array), **traits)

    @traitlets.validate("layer", "head")
    def _check_place(self, proposal: Any) -> int:
        name, value = proposal["trait"].name, proposal["value"]
        count = self.weights.shape[0 if name == "layer" else 1]
        if not 0 <= value < count:
            message = f"`{name}` is {value}, but the weights have {count}, from 0"
            raise AttographError("index-out-of-bounds", message, name=name, found=value, count=count)
        return int(value)

    @traitlets.validate("cell")
    def _check_cell(self, proposal: Any) -> Any:
        cell = proposal["value"]
        shape = self.weights.shape[2:]
        if cell is None:
            return None
        if len(cell) != 2 or not all(0 <= at < count for at, count in zip(cell, shape, strict=True)):
            message = f"the weights of a head have the shape {shape}, and no cell {tuple(cell)}"
            raise AttographError("index-out-of-bounds", message, name="cell", index=tuple(cell), shape=shape)
        return (int(cell[0]), int(cell[1]))

    @traitlets.validate("picture")
    def _check_picture(self, proposal: Any) -> Any:
        from .catalog import find

        value = proposal["value"]
        return value if value is None else find("picture", value, PICTURES)

    @property
    def value(self) -> NDArray[np.float64]:
        """The weights of the layer and head that are shown: queries × keys."""
        matrix: NDArray[np.float64] = self.weights[self.layer, self.head]
        return matrix

    @property
    def number(self) -> float | None:
        """The chosen weight; None where none is."""
        return None if self.cell is None else float(self.value[self.cell])

    def __repr__(self) -> str:
        return f"attograph.attention({len(self.tokens)} tokens, {' × '.join(map(str, self.weights.shape))})"


def attention(
    tokens: Sequence[str],
    weights: Any,
    *,
    key_tokens: Sequence[str] | None = None,
    layer: int = 0,
    head: int = 0,
    cell: Sequence[int] | None = None,
    picture: str | None = None,
    batch: int = 0,
    language: str | None = "en",
    theme: str | None = None,
    zoom: float = 1.0,
) -> Attention:
    """Return the attention of a model as a widget.

    ``weights`` is layers × heads × queries × keys, or without the first one or two; or a tuple with a tensor for each layer, as models of Hugging Face return
    with ``output_attentions=True``, of which ``batch`` chooses one. The rows must be the result of a softmax. Raises :class:`AttographError` if they are not.
    """
    looks = {"picture": picture, "language": language, "theme": theme, "zoom": zoom}
    made = Attention(tokens, weights, key_tokens, batch, **looks)
    made.layer, made.head = layer, head
    made.cell = None if cell is None else tuple(cell)
    return made
