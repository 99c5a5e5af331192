"""Scenes, exercises, polls and labs of the course."""

from __future__ import annotations

from typing import Any

import traitlets

from . import catalog
from .errors import AttographError
from .widget import Widget

DIFFICULTIES = ("easy", "medium", "hard")


class Place(Widget):
    """A scene, an exercise, a poll or a lab. ``answer`` is what the reader has last answered, ``shown`` what is shown."""

    _attributes = traitlets.Dict().tag(sync=True)
    shown = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    answer = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

    def __init__(self, element: str, attributes: dict[str, Any], **looks: Any) -> None:
        super().__init__(_element=element, _attributes=attributes, **looks)

    def __repr__(self) -> str:
        what = ", ".join(repr(value) for value in self._attributes.values() if isinstance(value, str))
        return f"attograph.{self._element.removeprefix('attograph-')}({what})"


def scene(lesson: str, scene: str | None = None, *, answer: bool = False, bar: bool = False, **looks: Any) -> Place:
    """Return a scene of a unit; without a scene, the unit from its first page. ``bar`` has the way to the other scenes."""
    units = catalog.units()
    catalog.find("unit", lesson, list(units))
    if scene is not None:
        catalog.find("scene", scene, units[lesson])
    return Place("attograph-scene", {"lesson": lesson, "scene": scene, "answer": answer, "bar": bar}, **looks)


def exercise(exercise: str, *, seed: int = 1, difficulty: str = "easy", **looks: Any) -> Place:
    """Return an exercise, which is marked while it is filled in."""
    catalog.find("exercise", exercise, catalog.exercises())
    catalog.find("difficulty", difficulty, DIFFICULTIES)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**32:
        raise AttographError("wrong-type", f"`seed` must be a whole number from 0 to 2**32 - 1, but it is {seed!r}", name="seed")
    return Place("attograph-exercise", {"exercise": exercise, "seed": str(seed), "difficulty": difficulty}, **looks)


def poll(poll: str, **looks: Any) -> Place:
    """Return a poll of the lectures, with the evidence for each statement."""
    return Place("attograph-poll", {"poll": catalog.find("poll", poll, catalog.polls())}, **looks)


def lab(lab: str, *, state: str | None = None, **looks: Any) -> Place:
    """Return a lab, in the state that an address of the course names."""
    return Place(f"attograph-lab-{catalog.find('lab', lab, catalog.labs())}", {"state": state}, **looks)
