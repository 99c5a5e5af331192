"""What all widgets have: how they look, what is wrong, and how the page gets its front end."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from .engine import static_packed
from .errors import unknown

LANGUAGES = ("en", "ko")
THEMES = ("light", "dark")

#: The pages that this kernel has sent the front end to.
_pages: set[str] = set()


@cache
def _front() -> tuple[bytes, bytes]:
    return static_packed("front.js.gz"), static_packed("attograph.wasm.gz")


@cache
def _version() -> str:
    return sha256(b"".join(_front())).hexdigest()[:16]


class Widget(anywidget.AnyWidget):
    """The base of all widgets of this package."""

    _esm = (files(__package__) / "loader.js").read_text()
    _element = traitlets.Unicode().tag(sync=True)
    _version = traitlets.Unicode().tag(sync=True)
    _waiting = traitlets.Unicode("Attograph is loaded from the kernel. If this stays here, run the cell again.").tag(sync=True)

    #: ``en`` or ``ko``; None for that of the notebook's page.
    language = traitlets.Unicode(allow_none=True, default_value="en").tag(sync=True)
    #: ``light`` or ``dark``; None to follow the notebook.
    theme = traitlets.Unicode(allow_none=True, default_value=None).tag(sync=True)
    #: The size of everything; 1.5 for a lecture hall.
    zoom = traitlets.Float(1.0).tag(sync=True)
    #: What the page cannot show: ``{"attribute", "code", "message"}``; None where it shows everything.
    problem = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(_version=_version(), **traits)
        self.on_msg(self._answer)

    @traitlets.validate("language")
    def _check_language(self, proposal: Any) -> Any:
        return _one_of("language", proposal["value"], LANGUAGES)

    @traitlets.validate("theme")
    def _check_theme(self, proposal: Any) -> Any:
        return _one_of("theme", proposal["value"], THEMES)

    def _answer(self, _: Any, content: Any, __: Any) -> None:
        if not isinstance(content, dict) or content.get("kind") != "front":
            return
        page = str(content.get("page"))
        if page in _pages:
            return
        _pages.add(page)
        self.send({"kind": "front"}, buffers=list(_front()))


def _one_of(kind: str, value: Any, known: tuple[str, ...]) -> Any:
    if value is not None and value not in known:
        raise unknown(kind, str(value), known)
    return value
