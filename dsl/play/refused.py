"""What somebody at a table asks for and cannot have."""

from __future__ import annotations


class Refused(Exception):
    """What was asked for cannot be done; the words say why and, where there is one, name the way out."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words
