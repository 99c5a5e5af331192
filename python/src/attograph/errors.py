"""The one error of this package: with a stable code, and the facts that its message is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any


class AttographError(ValueError):
    """An input that cannot be used, or an engine that is not there.

    ``code`` is stable and is that of the library where the library has one; ``facts`` says which input, where, what was expected and what was found.
    """

    def __init__(self, code: str, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.code = code
        self.facts: Mapping[str, Any] = facts


def described(value: object) -> str:
    """Return what a value is, in a few words."""
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:39] + "…")
    shape = getattr(value, "shape", None)
    name = type(value).__name__
    return f"{name} of shape {tuple(shape)}" if isinstance(shape, tuple) else name


def wrong_type(name: str, expected: str, value: object, at: Iterable[int] = ()) -> AttographError:
    """Return the error for a value of another type than an input needs."""
    place = list(at)
    where = f"`{name}`" + (f" at {place}" if place else "")
    found = described(value)
    return AttographError(
        "wrong-type", f"{where} must be {expected}, but it is {found}", name=name, at=place, expected=expected, found=found
    )


def unknown(kind: str, given: str, known: Iterable[str]) -> AttographError:
    """Return the error for a name that does not exist, with the names that are most like it."""
    names = list(known)
    near = get_close_matches(given, names, n=3, cutoff=0.5)
    if near:
        advice = "did you mean " + " or ".join(f"`{name}`" for name in near) + "?"
    elif len(names) <= 24:
        advice = "known: " + ", ".join(f"`{name}`" for name in names)
    else:
        advice = f"{len(names)} are known"
    return AttographError(
        f"unknown-{kind}", f"there is no {kind} `{given}`; {advice}", name=given, known=names, suggestions=near
    )


def missing(name: str) -> AttographError:
    """Return the error for an input that was left out."""
    return AttographError("missing-input", f"`{name}` is missing", name=name)
