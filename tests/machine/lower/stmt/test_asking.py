"""stmt/asking.py: decisions, their words, and where the answer goes."""

from __future__ import annotations

import pytest
from machine.common import Play
from machine.lowered import lowered, written

TEXT = """
kind Card:
    worth: 0..9 = 1
each player has:
    zone hand: cards of Card
    var gold: 0..9 = 4
the table has:
    var sum: 0..99
card "Ace" is Card
card "King" is Card, 3 copies:
    worth 5
define kings = each c in hand of player 2 where c.worth > 1
main:
    let most be 3
    for each c in Card: move c to hand of player 2
    choose c from kings by player 2 as "which of {size of hand of player 2}, at {most}" else "only a {most}"
    if none: end game drawn
    set sum to worth of c
    choose up to 2 d from hand of player 2 by player 2 as "some"
    for each x in d: raise sum by worth of x
    for each p in players:
        sealed for each q in players:
            choose k from 1..4 by q as "secretly"
        then:
            raise sum by k
    choose one by player 1 as "end":
        option "on": nothing
"""


@pytest.fixture
def game() -> Play:
    """The game at its first question."""
    return Play(lowered(TEXT))


def test_a_question_has_its_words_and_what_they_speak_of(game: Play) -> None:
    """Registers of the flow hold the numbers in the words, and the words for what cannot be chosen."""
    decision, names = game.decision, game.machine.names
    assert (game.asker, decision.kind, decision.width, decision.sealed) == (2, "member", 1, False)
    assert names.templates[decision.prompt].parts[0] == "which of "
    assert len(decision.prompt_args) == 2 and decision.prompt_args[0] != decision.prompt_args[1]
    assert names.templates[decision.refusal].parts[0] == "only a " and len(decision.refusal_args) == 1
    assert names.sites[decision.site].line == 17 and decision.other == -1
    flow = game.machine.procs[game.machine.main]
    assert all(flow.sizes[reg] == 0 for reg in (*decision.prompt_args, *decision.refusal_args))


def test_the_answer_goes_on_from_where_it_was_asked(game: Play) -> None:
    """A member is a number; several are a list, which is empty whenever the question comes again."""
    king = game.entity("King")
    assert [option for option in game.options()] == [(king + copy,) for copy in range(3)]
    assert game.choose((king,)).field("sum") == 5
    several = game.decision
    assert (several.kind, several.edits, game.asker) == ("several", ("take", "put back"), 2)
    assert game.machine.procs[several.options].sizes[0] >= 2
    game.choose(game.options()[0], game.options()[1])
    assert game.field("sum") >= 5 + 1


def test_sealed_questions_say_so(game: Play) -> None:
    """Nobody is to see the answer."""
    sealed = [decision.sealed for decision in game.machine.decisions]
    assert (
        any(sealed) and not sealed[0] and all(each.seal is not None for each in game.machine.decisions if each.sealed)
    )


def test_each_question_goes_on_in_a_block_of_its_own() -> None:
    """The block that asks ends with it; what nobody is asked, the wait for sealed answers, is none."""
    lines = [line.strip() for line in written(lowered(TEXT), "main").splitlines()]
    asked = [index for index, line in enumerate(lines) if line.startswith("decide ") and " by 0 " not in line]
    assert len(asked) >= 3 and all(lines[index + 1] == f"{lines[index].rpartition(' ')[2]}:" for index in asked)
