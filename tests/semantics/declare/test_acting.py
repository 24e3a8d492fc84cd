"""`acts as`: the field that says as which card a piece acts, and which pieces may have the rules of a card then."""

from __future__ import annotations

from semantics.common import world_of

from dsl.semantics.declare.acting import declare_acting

GAME = """
kind Beast:
    var shape: Beast or none
    acts as shape
kind Stone
card "Wolf" is Beast, 2 copies
card "Bear" is Beast
card "Rock" is Stone
"""


def test_any_piece_of_the_kind_may_have_the_rules_of_its_cards() -> None:
    world = world_of(GAME)
    kind, bear, rock = (world.things.kinds["Beast"], *(world.things.cards[each].card for each in ("Bear", "Rock")))
    assert kind.acts is kind.fields["shape"] and bear.reach == kind.reach == (kind.first, kind.last)
    assert rock.reach == (rock.first, rock.last) and bear.first == bear.last


def test_without_it_only_copies_have_them() -> None:
    world = world_of(GAME.replace("    acts as shape\n", ""))
    bear = world.things.cards["Bear"].card
    assert bear.kind.acts is None and bear.reach == (bear.first, bear.last)
    declare_acting(world)
    assert bear.kind.acts is None and not world.bag.has_errors


def test_a_kind_with_kinds_below_is_refused() -> None:
    world = world_of(GAME + "kind Cub is Beast\n")
    assert [each.code for each in world.bag.all()] == ["E104"] and world.things.kinds["Beast"].acts is None


def test_the_field_is_read() -> None:
    """To act as another card is what the field is for: no rule need ask for it."""
    world = world_of(GAME)
    assert world.things.kinds["Beast"].fields["shape"] in world.usage.read
