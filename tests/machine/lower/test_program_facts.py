"""What lowering knows of a program before it writes: how many, whether there, what lies where, what is read."""

from __future__ import annotations

import pytest
from machine.common import program_of

from dsl.machine.lower.program.cardinality import most
from dsl.machine.lower.program.disjointness import apart
from dsl.machine.lower.program.effects import OVER, Facts, Scan
from dsl.machine.lower.program.kinds import holding, names_entities, size_of, spaces_of
from dsl.machine.lower.program.layout import finished, plan
from dsl.machine.lower.program.nullability import Presence, attachments
from dsl.semantics import model as m

TEXT = """
kind Square is Space
kind Card:
    worth: 0..9 = 1
    var seen: yes/no
kind Tool
each player has:
    zone hand: cards of Card
    var gold: 0..99
the table has:
    zone deck: stack of Card, at most 7
    zone shed: cards of Tool
    board grid "the grid": Square, 3 by 2
card "Ace" is Card, 5 copies
card "King" is Card, 3 copies
card "Saw" is Tool, 2 copies
define mine of (p: Player) = hand of p
define either of (p: Player) = (hand of p, deck)
define rich of (p: Player) = each c in hand of p where c.worth > 2
define few of (p: Player) = (hand of p, shed)
event note (c: Card): set c.seen to yes
event idle (p: Player): raise p.gold by 1
event stop_all (n: 0..9): end game drawn
rule watch: after note c when c.worth > 3: idle player 1
main:
    for each c in Card: note c
"""


@pytest.fixture(scope="module")
def program() -> m.Program:
    """The checked program of the text."""
    return program_of(TEXT)


def define(program: m.Program, name: str) -> m.Expr:
    """What a definition says."""
    found = next(each.body for each in program.defines if each.name == name)
    assert found is not None
    return found


def kind(program: m.Program, name: str) -> m.Kind:
    """A kind by its name."""
    return next(each for each in program.kinds if each.name == name)


def zone(program: m.Program, name: str) -> m.Zone:
    """A zone by its name."""
    return next(each for each in program.zones if each.name == name)


def test_kinds_and_boards_have_so_many_members(program: m.Program) -> None:
    """Copies are counted, and spaces of one holder."""
    assert (size_of(kind(program, "Card")), size_of(kind(program, "Tool"))) == (8, 2)
    assert spaces_of(program.boards[0]) == 6


def test_a_set_has_at_most_as_many_as_there_can_be(program: m.Program) -> None:
    """A hand holds all cards, a union no more than there are of a kind."""
    assert most(program, define(program, "mine")) == 8
    assert most(program, define(program, "rich")) == 8
    assert most(program, define(program, "few")) == 8 + 2


def test_sets_from_different_zones_share_nothing(program: m.Program) -> None:
    """Cards of a hand and those of the deck, through a definition too."""
    hand, either, few = define(program, "mine"), define(program, "either"), define(program, "few")
    assert isinstance(few, m.UnionOf) and isinstance(either, m.UnionOf)
    assert apart(hand, (few.parts[1], either.parts[1]))
    assert not apart(hand, (either,)) and not apart(define(program, "rich"), (hand,))


def test_zones_that_may_hold_a_kind(program: m.Program) -> None:
    """Only those that are for it."""
    assert {each.name for each in holding(program, kind(program, "Tool"))} == {"shed"}
    assert {each.name for each in holding(program, kind(program, "Card"))} == {"hand", "deck"}


def test_what_is_an_entity(program: m.Program) -> None:
    """References are, numbers and answers are not."""
    note, idle = program.events[0], program.events[1]
    assert names_entities(note.params[0].type) and names_entities(idle.params[0].type)
    assert not names_entities(program.events[2].params[0].type)


def test_what_is_surely_there(program: m.Program) -> None:
    """Nobody calls `note` with nothing."""
    presence = Presence(program)
    assert presence.local(program.events[0].params[0])
    assert [rule.name for rule, _ in attachments(program) if rule.name] == ["watch"]


def test_what_events_read_and_write(program: m.Program) -> None:
    """Through the rules woven round them."""
    facts = Facts(program)
    note, idle, stop = program.events[:3]
    seen = kind(program, "Card").fields["seen"]
    gold = next(field for field in program.fields if field.name == "gold")
    assert facts.writes(Scan(calls={note: None})) == {seen, gold}
    assert facts.writes(Scan(calls={idle: None})) == {gold}
    assert facts.writes(Scan(calls={stop: None})) == {OVER}
    assert facts.reads(define(program, "rich")) == {zone(program, "hand")}
    assert not facts.asks(note.body, False)


def test_regions_lie_one_behind_the_other(program: m.Program) -> None:
    """Header, streams and results first; each field has its stretch, and the stack comes last."""
    layout = finished(plan(program), 100)
    ends = [region.base + region.size for region in layout.regions]
    assert [region.base for region in layout.regions[1:]] == ends[:-1]
    assert layout.regions[0].base == layout.results + program.players and layout.stack == ends[-1]
    sizes = {region.name: (region.size, region.low, region.high) for region in layout.regions}
    assert sizes["gold of Player"] == (2, 0, 99) and sizes["seen of Card"] == (8, 0, 1)
