"""The tables of the checker: each world has its own, and libraries are known by what was used."""

from __future__ import annotations

from semantics.common import world_of

from dsl.semantics.tables import Choices, Rules, Setup


def test_libraries_are_the_files_that_were_used() -> None:
    """`include` brings a file of the game, `use` one of a library."""
    assert world_of('use "turns"\ninclude "more.rules"\n').setup.libraries == {"turns.rules"}


def test_tables_are_nobodys_but_their_own() -> None:
    """Two worlds share no table."""
    one, other = Rules(), Rules()
    one.late.append(lambda: None)
    assert (len(one.late), len(other.late)) == (1, 0)
    assert Choices({}).options is not Choices({}).options
    assert Setup((), {}).libraries == set()
