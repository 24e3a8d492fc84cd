"""Fields that go back: the rules that they become, and where these stand among the others."""

from __future__ import annotations

from semantics.common import checked, world_of

from dsl.semantics import model
from dsl.semantics.body.bodies import check_bodies
from dsl.semantics.body.going_back import check_going_back
from dsl.semantics.world import World

GAME = """
kind Beast:
    var a, b: 0..9 = 3, until end of hunt
    var c: 0..9 = 2, until it leaves play
    var d: 0..9, until after bites n by this when n > 1
each player has:
    zone wood: cards of Beast, active
    zone hand: cards of Beast
card "Wolf" is Beast
card "Bear" is Beast:
    var e: 0..9, until end of hunt
event bites (n: 0..9) by (b: Beast): nothing
phase hunt: nothing
after bites: nothing
at end of hunt: nothing
"""


def _world() -> World:
    world = world_of(GAME)
    check_bodies(world)
    check_going_back(world)
    return world


def test_what_goes_back_comes_after_all_other_rules() -> None:
    world = _world()
    assert [rule.restores for rule in world.play.procedures["hunt"].end] == [False, True, True]
    assert [len(rule.params) for rule in world.play.events["bites"].after] == [0, 2]
    assert not world.bag.has_errors


def test_each_field_is_set_to_what_it_is_at_first() -> None:
    rule = _world().play.procedures["hunt"].end[1]
    loop = rule.body[0]
    assert isinstance(loop, model.ForEachStmt)
    first = [part for part in loop.body if isinstance(part, model.AssignField)]
    assert [(part.field.name, part.value) for part in first] == [
        (part.field.name, model.Const(part.span, part.field.type, 3)) for part in first
    ]


def test_out_of_play_is_out_of_the_active_zones() -> None:
    (rule,) = _world().play.move.after
    set_back = rule.body[0]
    assert isinstance(set_back, model.AssignField) and set_back.field.name == "c"
    assert rule.when is not None


def test_a_card_with_fields_of_its_own_has_a_kind_of_its_own() -> None:
    world = _world()
    bear, wolf = world.things.cards["Bear"].card, world.things.cards["Wolf"].card
    assert bear.kind.of_card and bear.kind.known is wolf.kind and [*bear.kind.fields] == ["e"]
    assert bear.kind.label == "beast" and not wolf.kind.of_card


def test_nothing_goes_back_where_nothing_was_declared() -> None:
    program, bag = checked('game "T" for 1 player\nkind K:\n    var a: 0..9, until end of hunt\nmain: nothing\n')
    assert program is None and [each.code for each in bag.all() if each.severity == "error"] == ["E101"]
