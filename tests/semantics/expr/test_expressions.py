"""What expressions become: tests, ranges, sets, and what conditions teach."""

from __future__ import annotations

from semantics.common import body, good, parts, units

from dsl.semantics import model
from dsl.semantics.expr.expressions import EXPRESSIONS
from dsl.semantics.walk import walk
from dsl.syntax import tree


def test_kind_and_title_tests_are_ranges() -> None:
    """`x is Hero`, `x is "Bob"` (any copy), `x is "Bob" copy 2`."""
    program = units(
        'define a (u: Unit) = u is Hero\ndefine b (u: Unit) = u is not "Bob"\ndefine c (u: Unit) = u is "Bob" copy 2\n'
    )
    a, c = body(program, "a"), body(program, "c")
    assert isinstance(a, model.IsKind) and (a.first, a.last) == (5, 5)
    b = parts(body(program, "b"), model.IsKind)[0]
    assert isinstance(b, model.IsKind) and (b.first, b.last) == (3, 4)
    assert isinstance(c, model.Op) and c.op == "=" and isinstance(c.args[1], model.Const) and c.args[1].value == 4


def test_ranges_of_numbers() -> None:
    """Every expression has the range of its values."""
    program = units(
        """
define a (u: Unit) = u.attack * 2 - u.life
define b (u: Unit) = (0 - u.attack) / 2
define c (p: Player) = size of p.hand
define d (p: Player) = sum of u.attack for u in p.hand
define e (u: Unit) = max(u.attack, 3) mod 5
define f (p: Player) = highest u.attack for u in p.hand else -1
define g (u: Unit) = abs(u.attack - 12)
"""
    )
    types = {item.name: item.type for item in program.defines}
    assert types["a"] == model.Int(-9, 18)
    assert types["b"] == model.Int(-5, 0)
    assert types["c"] == model.Int(0, 3)
    assert types["d"] == model.Int(0, 27)
    assert types["e"] == model.Int(0, 4)
    assert types["f"] == model.Int(-1, 9)
    assert types["g"] == model.Int(3, 12)


def test_sets() -> None:
    """Zones, zones of a set, kinds, ranges, unions, sets of values."""
    program = units(
        """
kind Field is Space:
    zone standing: cards of Unit, at most 1
each player has:
    board field: Field by x: 1..2
define a (p: Player) = standing of p.field
define b (p: Player) = (p.hand, "Ann")
define c (u: Unit) = (each m in u.marks)
define d (u: Unit) = P in u.marks
define e (p: Player) = top 2 of p.deck
define f (u: Unit) = Field of u
define g (u: Unit) = holder of u
define h (p: Player) = p.field[2]
define i (p: Player) = the first u: Hero in p.hand
"""
    )
    a = body(program, "a")
    assert isinstance(a, model.MembersOf) and a.zone is not None and isinstance(a.over, model.BoardSpaces)
    types = [item.type for item in program.defines]
    unit = next(kind for kind in program.kinds if kind.name == "Unit")
    assert types[:2] == [model.Many(model.Ref(unit))] * 2
    d, e, f, g, h, i = (body(program, name) for name in "defghi")
    assert isinstance(d, model.IsIn) and isinstance(d.set.type, model.FlagSet)
    assert isinstance(e, model.EndOfZone) and e.count is not None
    assert isinstance(f, model.HostOf) and f.kind.name == "Field"
    assert isinstance(g, model.HolderOf)
    assert isinstance(h, model.SpaceAt) and len(h.indices) == 1
    assert isinstance(i, model.Quantifier) and i.over.kind is not None and i.over.kind.name == "Hero"


def test_enums_or_none_are_moved_up() -> None:
    """A value of an enum is stored from 0, and from 1 where none is possible too."""
    program = good(
        """
enum Colour: red, green
kind A:
    base: Colour = green
    var now: Colour or none
piece "Z" is A
define a (x: A) = x.now is green
define b (x: A) = x.now is x.base
define c (x: A) = x.now is not none and x.now in (red, green)
procedure go (x: A):
    set x.now to x.base
main: go "Z"
"""
    )
    a, b = body(program, "a"), body(program, "b")
    assert isinstance(a, model.Op) and isinstance(a.args[1], model.Const) and a.args[1].value == 2
    assert isinstance(b, model.Op) and isinstance(b.args[1], model.Op) and b.args[1].op == "+"
    lowered = [node for node in walk(body(program, "c")) if isinstance(node, model.Op) and node.op == "-"]
    assert len(lowered) == 1
    change = program.procedures[0].body[0]
    assert isinstance(change, model.AssignField) and isinstance(change.value, model.Op)


def test_conditions_narrow() -> None:
    """After `x is Hero and`, inside `if`, and after a requirement, x is a Hero."""
    units(
        """
define a (u: Unit) = u is Hero and u.fame > 1
define b (u: Unit) = not (u is Hero) or u.fame > 1
define c (u: Unit) = (if u.friend is Hero then u.friend.fame else 0)
define d (p: Player) = some u in p.hand where u is Hero and u.fame > 2
event praise (u: Hero): set u.fame to 9
after wound u when u is Hero: praise u
window w
action sing (u: Unit in me.hand) in w:
    requires u is Hero
    requires u.fame < 9
    praise u
main:
    for each u in Unit where u is Hero: praise u
    for each u in Unit:
        if u is not Hero:
            nothing
        else:
            praise u
"""
    )


def test_every_form_of_an_expression_is_checked_by_a_function() -> None:
    """The table leaves out only what stands inside other nodes: `reached from`, and amounts in braces."""
    forms = {sort for sort in vars(tree).values() if isinstance(sort, type) and issubclass(sort, tree.Expr)}
    assert {sort.__name__ for sort in forms - EXPRESSIONS.keys() - {tree.Expr}} <= {"AmountOf", "Reached"}
    assert EXPRESSIONS.keys() <= forms
