"""What kinds are called in the language that is spoken."""

from __future__ import annotations

from dsl.runtime.tongues.own import Own
from dsl.runtime.tongues.spoken import KIND
from dsl.semantics.model import Kind


def kind_called(own: Own, kind: Kind) -> str:
    """The words of a kind, as its catalogue has them; in another language a kind without any is what all such are."""
    words = kind.label or kind.name
    if not own.language or words != kind.name:
        return own.word(KIND, words)
    own_words = {"Space": own("space"), "Card": own("card"), "Piece": own("piece")}
    above: Kind | None = kind
    while above is not None and above.name not in own_words:
        above = above.parent
    return own_words[above.name] if above is not None else words
