"""Values, definitions, events, and the rules attached to them."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, body, codes, define, parts, units, world_of

from dsl.semantics import model
from dsl.semantics.body.bodies import check_bodies
from dsl.semantics.body.rules import attach_rules
from dsl.semantics.scopes import Body, Scope
from dsl.syntax import tree


def test_values_may_have_the_name_of_a_printed_field() -> None:
    """`attack of u` is the value, `printed attack of u` what the card says."""
    program = units(
        """
value attack of (u: Unit): 0..20 stops at ends = printed attack of u + 1
modify attack of x by +2 when x.damage > 1
modify attack of u to at most 9
define a (u: Unit) = attack of u
define b (u: Unit) = printed attack of u
"""
    )
    a, b = body(program, "a"), body(program, "b")
    assert isinstance(a, model.ValueOf) and not a.printed and isinstance(b, model.FieldOf)
    value = program.values[0]
    assert value.type == model.Int(0, 20, "stops")
    assert value.layers == ["set", "times", "plus", "least", "most"]
    assert [(rule.change, rule.layer) for rule in value.modifiers] == [("plus", "plus"), ("most", "most")]
    assert value.modifiers[0].when is not None and value.modifiers[0].params[0].name == "x"


def test_definitions_with_requirements_can_be_lifted() -> None:
    """`requires` lines of a definition are named; `lifts` is attached to the named one."""
    program = units(
        """
define (a: Unit) reaches (t: Unit):
    requires near: a.damage < 3 else "{a} is too weak for {t}" @X-1
    requires t.damage < 9
window w
action hit with (a: Unit in me.hand) at (t: Unit) in w:
    requires a reaches t
    wound t by 1
card "Cid" is Unit:
    lifts near with x at y when x is this
"""
    )
    reaches = define(program, "reaches")
    near = reaches.needs[0]
    assert (near.name, near.cites, len(near.lifts)) == ("near", ("X-1",), 1)
    assert near.words is not None and near.words.parts[1:2] == (" is too weak for ",)
    lift = near.lifts[0]
    assert isinstance(lift.holder, model.Card) and lift.this is not None and [p.name for p in lift.params] == ["x", "y"]
    assert isinstance(program.actions[0].needs[0].condition, model.CallDefine)


def test_zones_are_handed_on() -> None:
    """A parameter may be a zone of a kind: of definitions, values, events and procedures; a narrower zone fits."""
    program = units(
        """
the table has:
    zone heroes: cards of Hero
define many (z: zone of Unit) = size of z > 1
define strong of (z: zone of Unit) = each u in z where u.attack > 1
value size_of (z: zone of Unit): 0..9 = size of (strong of z)
event clear (z: zone of Unit) to (y: zone of Piece):
    move z to y
procedure fill (z: zone of Unit) from (y: zone of Unit):
    let x be top of y
    if x is not none: move x to z
main:
    clear heroes to box
    fill deck of player 1 from deck of player 2
    if many(heroes) and size_of(heroes) > 1: clear hand of player 1 to deck of player 2
"""
    )
    unit, piece = (next(kind for kind in program.kinds if kind.name == name) for name in ("Unit", "Piece"))
    clear = next(event for event in program.events if event.name == "clear")
    assert [param.type for param in clear.params] == [model.ZoneValue(unit), model.ZoneValue(piece)]
    assert define(program, "many").params[0].type == model.ZoneValue(unit)
    assert body(program, "strong").type == model.Many(model.Ref(unit))


def test_rules_are_attached_to_their_events() -> None:
    """Each position has its list; `set n` in a before rule changes the parameter."""
    program = units(
        """
before wound u by n when u is Hero:
    set n to n - 1
after wound u: nothing
instead of wound u by n: nothing
rule shy: cannot wound u by n when n > 3 else "{u} is shy"
never wound u when u is "Ann"
silences shy when yes
always when some u in Unit where u.damage > 3: nothing
always for each u in Unit where u.damage > 9: nothing
phase round: wound "Ann" by 1
at start of round: nothing
at end of round when over: nothing
main: round
"""
    )
    event = program.events[0]
    assert [len(rules) for rules in (event.before, event.after, event.instead, event.permissions)] == [1, 1, 1, 2]
    before = event.before[0]
    change = before.body[0]
    assert isinstance(change, model.LetLocal) and change.local is before.params[1]
    shy = event.permissions[0]
    assert (shy.position, shy.name, len(shy.silenced)) == ("cannot", "shy", 1)
    assert [rule.binder is None for rule in program.always] == [True, False]
    round_ = program.procedures[0]
    assert len(round_.start) == len(round_.end) == 1


def test_rules_of_moves() -> None:
    """`move x to z`, and `from`: zones, compared with zones and with spaces."""
    program = units(
        """
kind Field is Space:
    zone standing: cards of Unit
the table has:
    board map: Field by x: 1..2
after move x to z when z is map[1] and from is hand of player 1 and holder of from is player 1: nothing
after move x when x is Hero and x.fame > 1 and from is Field: nothing
"""
    )
    first, second = program.move_event.after
    assert [param.name for param in first.params] == ["x", "z", "from"]
    assert [param.name for param in second.params] == ["x", "to", "from"]
    assert len(parts(first.when, model.ZoneOwner)) == 2


def test_rules_in_cards_and_kinds() -> None:
    """`this` is the piece; `while` adds its condition; `live when` of a card guards its rules."""
    program = units(
        """
kind Brute is Unit:
    live when this.damage < 3
    after wound u when u is this: nothing
kind Ogre is Brute:
    live when this.damage < 2
card "Og" is Ogre:
    live when this.damage = 0
    while this.friend is none:
        cannot wound u when u is this
"""
    )
    event = program.events[0]
    kind_rule, card_rule = event.after[0], event.permissions[0]
    assert isinstance(kind_rule.holder, model.Kind) and isinstance(card_rule.holder, model.Card)
    assert card_rule.this is not None and card_rule.this.type == model.Ref(card_rule.holder.kind)
    conjunction = card_rule.when
    assert isinstance(conjunction, model.Op) and conjunction.op == "and"
    lives = {kind.name: kind.live for kind in program.kinds}
    assert lives["Unit"] is None and lives["Brute"] is not None
    ogre = lives["Ogre"]
    assert ogre is not None and isinstance(ogre.condition, model.Op) and ogre.condition.op == "and"


VALUES = "value v of (c: Card): 0..9 = cost of c\nevent hurt (c: Card) by (n: 0..9)\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("modify v of c by +1", []),
        ("modify v of c times 2", []),
        ("modify v of c divided by 0", ["E106"]),
        ("modify v of c times (c.cost / 2)", ["E106"]),
        ("modify v of c by +1 in late", ["E101"]),
        ("modify cost of c by +1", ["E104"]),
        ("after hurt c by n: nothing", []),
        ("after hurt c with n: nothing", ["E105"]),
        ("after nothing_known c: nothing", ["E101"]),
        ("at start of nobody: nothing", ["E101"]),
    ],
)
def test_what_rules_may_say(text: str, found: list[str]) -> None:
    """Each mistake once."""
    world = world_of(f"{PIECES}{VALUES}{text}\n")
    check_bodies(world)
    assert codes(world) == found


def test_each_position_has_a_list_of_its_own() -> None:
    """Permissions stand together; the rest by what they are."""
    world = world_of(PIECES + VALUES)
    more = world_of(
        PIECES + VALUES + "before hurt c: nothing\ninstead of hurt c: nothing\nnever hurt c when c.cost = 9\n"
    )
    rules = tuple(item for item in more.setup.files[0].items if isinstance(item, tree.RuleItem))
    attach_rules(Scope(world, Body("a rule")), None, None, rules)
    event = world.play.events["hurt"]
    assert [len(each) for each in (event.before, event.instead, event.after, event.permissions)] == [1, 1, 0, 1]
    assert [len(world.rules.attached), codes(world)] == [3, []]
