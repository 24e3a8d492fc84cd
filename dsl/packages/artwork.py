"""Images from strangers: what is shown is made anew from what was read, and holds shapes and colours alone.

An SVG is a program for a browser. Here it is read as a tree, every element and attribute must be one of those below,
and the tree is written again, so that nothing is shown that was not looked at.
"""

from __future__ import annotations

import re
import struct
from base64 import b64encode
from typing import Final
from xml.etree import ElementTree

from dsl.spoken import said

_SVG: Final = "{http://www.w3.org/2000/svg}"
_ELEMENTS: Final = frozenset(
    re.findall(
        r"\S+",
        "svg g path rect circle ellipse line polyline polygon title desc defs linearGradient radialGradient stop",
    )
)
_ATTRIBUTES: Final = frozenset(
    re.findall(
        r"\S+",
        "id version viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform offset gradientUnits "
        "gradientTransform spreadMethod preserveAspectRatio fill fill-opacity fill-rule stroke stroke-width "
        "stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity stroke-miterlimit opacity stop-color "
        "stop-opacity",
    )
)
_PLAIN: Final = re.compile(r"[\w\s.,#%+\-()]*", re.ASCII)
_OWN: Final = re.compile(r"url\(#[\w-]+\)", re.ASCII)
_DEEPEST: Final = 32
_MOST_ELEMENTS: Final = 2_000
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_WIDEST: Final = 2_048


class Harmful(Exception):
    """An image that is not shown, in words."""


def harmless(name: str, data: bytes) -> str:
    """The address (`data:`) that holds an image. Harmful for what is no PNG, and no SVG of shapes alone."""
    if name.endswith(".png"):
        return "data:image/png;base64," + b64encode(_png(data)).decode()
    if name.endswith(".svg"):
        return "data:image/svg+xml;base64," + b64encode(_svg(data)).decode()
    raise Harmful(said("its name ends neither in .svg nor in .png"))


def _png(data: bytes) -> bytes:
    if not data.startswith(_PNG) or data[12:16] != b"IHDR" or len(data) < 33:
        raise Harmful(said("it is no PNG"))
    width, height = struct.unpack(">II", data[16:24])
    if not (0 < width <= _WIDEST and 0 < height <= _WIDEST):
        raise Harmful(said("it is {1} by {2} wide, and {3} by {4} is the most", width, height, _WIDEST, _WIDEST))
    return data


def _svg(data: bytes) -> bytes:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Harmful(said("it is not UTF-8")) from None
    if re.search(r"<!(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise Harmful(said("it declares a document type"))
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise Harmful(said("it is no XML ({1})", error)) from None
    if root.tag != _SVG + "svg":
        raise Harmful(said("it is no SVG"))
    pending, many = [(root, 1)], 0
    while pending:
        element, deep = pending.pop()
        many += 1
        if deep > _DEEPEST or many > _MOST_ELEMENTS:
            raise Harmful(said("it has too many elements, or they lie too deep in each other"))
        _checked(element)
        pending += [(each, deep + 1) for each in element]
    return ElementTree.tostring(root, encoding="utf-8")


def _checked(element: ElementTree.Element) -> None:
    name = str(element.tag).removeprefix(_SVG)
    if name not in _ELEMENTS:
        raise Harmful(said("it holds <{1}>", name[:40]))
    for key, value in element.attrib.items():
        if key not in _ATTRIBUTES:
            raise Harmful(said("<{1}> has `{2}`", name, key[:40]))
        if not (_OWN.fullmatch(value) or (_PLAIN.fullmatch(value) and "url" not in value.lower())):
            raise Harmful(said("`{1}` of <{2}> is more than a number, a colour or a shape", key, name))
