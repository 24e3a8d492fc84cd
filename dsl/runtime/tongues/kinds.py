"""What kinds and other types are called in the language that is spoken."""

from __future__ import annotations

from typing import Final

from dsl.runtime.backs import apart
from dsl.runtime.tongues.own import Own
from dsl.runtime.tongues.spoken import KIND, VALUE
from dsl.semantics.model import EnumOf, Int, Kind, Ref, Type

_FEW: Final = 3
"""So many values of an enum stand for it."""


def kind_called(own: Own, kind: Kind) -> str:
    """The words of a kind, as its catalogue has them; in another language a kind without any is what all such are."""
    words = kind.label or kind.name
    if words != kind.name:
        return own.word(KIND, words)
    if not own.language:
        return apart(words)
    own_words = {"Space": own("space"), "Card": own("card"), "Piece": own("piece")}
    above: Kind | None = kind
    while above is not None and above.name not in own_words:
        above = above.parent
    return own_words[above.name] if above is not None else words


def type_called(own: Own, type_: Type) -> str:
    """What a type is called, or the few values it has; empty if it has no words."""
    if isinstance(type_, Ref):
        return kind_called(own, type_.kind)
    if isinstance(type_, EnumOf):
        values = [own.word(VALUE, value) for value in type_.enum.values]
        return own(" or ").join(values) if len(values) <= _FEW else apart(type_.enum.name)
    return own("number") if isinstance(type_, Int) else ""
