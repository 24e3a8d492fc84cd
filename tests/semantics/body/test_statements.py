"""Statements: choices, windows, what lasts and waits, chance, changes."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, codes, parsed, scope_of, statements_of, units, world_of

from dsl.semantics import model
from dsl.semantics.body import statements
from dsl.syntax import tree


def main_of(text: str) -> tuple[model.Program, tuple[model.Stmt, ...]]:
    """The statements of main."""
    program = units(text)
    assert program.main is not None
    return program, program.main.body


def test_choices() -> None:
    """One, several, an order, written options, a yes or no."""
    program, stmts = main_of(
        """
main:
    choose u from Unit by player 1 as "Which, {player 1}?"
    if none: nothing
    choose 1..2 v from Unit by player 1
    choose any number of w from 1..6 by player 1
    arrange x from Hero by player 2
    choose one by player 1:
        option "a" if u.damage > 1: nothing
        option "b {u}": wound u by 1
    may "really?" by player 1: wound u by 1
    else: nothing
    for each y in v: wound y by 1
"""
    )
    one, several, some_, order, branch, may, loop = stmts
    assert isinstance(one, model.ChooseMember) and len(one.prompt.parts) == 3 and len(one.if_none) == 1
    assert isinstance(several, model.ChooseSeveral) and several.local.capacity == 2
    assert isinstance(several.local.type, model.Many)
    assert isinstance(some_, model.ChooseSeveral) and some_.low is None and some_.local.capacity == 6
    assert isinstance(order, model.ChooseSeveral) and order.arrange and order.local.capacity == 1
    assert isinstance(branch, model.ChooseBranch) and branch.options[0][1] is not None
    assert isinstance(may, model.ChooseBranch) and len(may.options) == 2
    assert isinstance(loop, model.ForEachStmt)
    assert program.main is not None


def test_lasting_and_delayed_effects_take_locals_along() -> None:
    """What a lasting rule or delayed effect uses of the names round it is captured."""
    program, _ = main_of(
        """
value might of (u: Unit): 0..20 = u.attack
procedure bless (w: Unit) by (p: Player):
    let n be 2
    let unused be 3
    until end of round at most 3 times:
        modify might of u by + n when u is w
        after wound u when u is w: raise p.gold by 1
    at end of round:
        wound w by n
phase round: bless "Ann" by player 1
main: round
"""
    )
    (lasting,) = program.lastings
    assert [local.name for local in lasting.captured] == ["w", "n", "p"] and lasting.capacity == 3
    assert isinstance(lasting.anchor, model.Procedure) and lasting.anchor.name == "round"
    assert program.values[0].modifiers[0].holder is lasting and program.events[0].after[0].holder is lasting
    (later,) = program.delayed
    assert [local.name for local in later.captured] == ["w", "n"]


def test_windows_and_passing() -> None:
    """`passed` is one local of the body, set by its offers."""
    _, stmts = main_of(
        """
window day "the day", pass "no more"
action nap in day: nothing
main:
    repeat until over at most 9 times:
        offer day to player 1, no passing
        stop if passed
"""
    )
    (loop,) = stmts
    assert isinstance(loop, model.RepeatStmt) and loop.at_most == 9
    offer, stop = loop.body
    assert isinstance(offer, model.OfferWindow) and offer.no_passing and offer.window.pass_words == "no more"
    assert isinstance(stop, model.JumpOut) and isinstance(stop.condition, model.LocalRef)
    assert stop.condition.local is offer.passed


def test_sealed_at_once_and_chance() -> None:
    """Sealed choices ask the player of the loop; at once holds events; chance names its stream."""
    program, stmts = main_of(
        """
main:
    sealed for each p in players:
        choose u from p.hand
        if none: nothing
    then:
        move u to deck of p
    at once:
        for each u in Unit where u.damage > 3: wound u by 1
        if over: wound "Ann" by 1
        nothing
    random k from 1..6 on dice
    random m from players
    move top of deck of player 1 to bottom of deck of player 2 face down
"""
    )
    sealed, batch, dice, _, move = stmts
    assert isinstance(sealed, model.SealedChoices)
    choice = sealed.body[0]
    assert isinstance(choice, model.ChooseMember) and isinstance(choice.player, model.LocalRef)
    assert choice.player.local is sealed.over.local
    assert isinstance(batch, model.AtOnceStmt) and len(batch.body) == 2
    assert isinstance(dice, model.DrawChance) and dice.stream == "dice" and program.streams == ["dice", "chance"]
    assert isinstance(move, model.MovePieces) and (move.end, move.face) == ("bottom", "down")


def test_sets_of_values_grow_and_shrink() -> None:
    """`raise marks of c by P` adds a value that is not there yet."""
    program, stmts = main_of(
        """
kind Rune:
    var signs: set of Mark
piece "R" is Rune
main:
    raise signs of "R" by P
    lower signs of "R" by {P, W}
    set signs of "R" to {W}
"""
    )
    assert [stmt.how for stmt in stmts if isinstance(stmt, model.AssignField)] == ["raise", "lower", "set"]
    raised, lowered = stmts[:2]
    assert isinstance(raised, model.AssignField) and isinstance(raised.value.type, model.EnumOf)
    assert isinstance(lowered, model.AssignField) and isinstance(lowered.value.type, model.FlagSet)
    assert program.main is not None


def test_a_space_stands_for_its_zone() -> None:
    """`move u to a space`: the zone of it where such a piece may lie."""
    _, stmts = main_of(
        """
kind Rune
kind Field is Space:
    zone standing: cards of Unit
    zone lying: cards of Rune
the table has:
    board map: Field by x: 1..2
main: move "Ann" to map[1]
"""
    )
    (move,) = stmts
    assert isinstance(move, model.MovePieces) and isinstance(move.target, model.ZoneOf)
    assert move.target.zone.name == "standing"


@pytest.mark.parametrize(
    ("text", "sorts"),
    [
        ("if size of pile > 1: shuffle pile", [model.IfStmt]),
        ("repeat at most 3 times:\n    shuffle pile", [model.RepeatStmt]),
        ("random n from 1..6 on dice", [model.DrawChance]),
        ("nothing", [model.Skip]),
    ],
)
def test_orders(text: str, sorts: list[type]) -> None:
    """What they become."""
    found, world = statements_of(text)
    assert codes(world) == [] and [type(stmt) for stmt in found] == sorts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("repeat until size of pile > 1:\n    shuffle pile", "E110"),
        ("random n from 6..1 on dice", "E220"),
        ("call_nobody", "E101"),
        ("if pile: nothing", "E104"),
    ],
)
def test_mistakes_of_orders(text: str, code: str) -> None:
    """One mistake, one message."""
    assert codes(statements_of(text)[1]) == [code]


def test_a_set_is_known_to_have_members_where_a_condition_says_so() -> None:
    """`nonempty` asks the set itself, and what is known."""
    world = world_of(PIECES)
    scope = scope_of(world)
    every, pile = parsed("(each p in players)"), parsed("(each c in pile)")
    assert isinstance(every, tree.Quantified) and isinstance(pile, tree.Quantified)
    assert statements.nonempty(scope, every.binder, scope.expr(every))
    assert not statements.nonempty(scope, pile.binder, scope.expr(pile))
    inner = scope.knowing(parsed("(some c in pile)"))
    assert statements.nonempty(inner, pile.binder, inner.expr(pile))
