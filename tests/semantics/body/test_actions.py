"""Actions and procedures, of the game and of pieces."""

from __future__ import annotations

from semantics.common import PIECES, codes, parts, units, world_of

from dsl.semantics import model
from dsl.semantics.body.actions import check_actions


def test_actions() -> None:
    """Domains, requirements, limits, effects, titles and windows."""
    program = units(
        """
window day
limit once: 2 per day each player else "once"
limit each_one: 1 per game each Unit
action hit "strike" with (a: Unit in me.hand) at (t: Hero in Unit where t is not a), (n: 1..3) in day:
    requires rested: a.damage = 0 else "tired" @X-2
    uses once
    uses each_one
    pay n from me.gold
    wound t by n
action wait (quick: yes/no): nothing
after hit with a when me is player 1: nothing
"""
    )
    hit, wait = program.actions
    assert [domain.kind and domain.kind.name for domain in hit.domains] == [None, "Hero", None]
    assert hit.domains[1].where is not None
    assert [need.name for need in hit.needs] == ["rested"]
    limits = [(limit.name, isinstance(key, model.LocalRef) and key.local) for limit, key in hit.uses]
    assert limits == [("once", hit.me), ("each_one", hit.params[0])]
    assert hit.title == ("strike with ", hit.params[0], " at ", hit.params[1], ", ", hit.params[2])
    assert program.windows[0].actions == [hit] and wait.windows == []
    assert hit.event.body == hit.effects and isinstance(hit.effects[0], model.PayFrom)
    assert parts(hit.event.after[0].when, model.LocalRef)[0] == model.LocalRef(
        hit.event.after[0].when.args[0].span,  # type: ignore[union-attr]  # the condition is `me is player 1`
        hit.me.type,
        hit.me,
    )


def test_actions_of_pieces() -> None:
    """`each action` is put round the actions of the pieces of a kind and below."""
    program = units(
        """
window day
kind Spell is Unit:
    each action:
        requires marked: P in this.marks
        first: raise me.gold by 1
        last: move this to box
kind Curse is Spell:
    each action:
        first: lower me.gold by 1
card "Hex" is Curse:
    action cast at (t: Unit) in day:
        requires t.damage < 3
        wound t by 1
card "Mend" is Spell:
    action cast in day: nothing
cannot cast when over
"""
    )
    hex_, mend = program.actions
    assert [type(effect).__name__ for effect in hex_.effects] == ["AssignField", "AssignField", "Perform", "MovePieces"]
    assert [effect.how for effect in hex_.effects if isinstance(effect, model.AssignField)] == ["raise", "lower"]
    assert [need.name for need in hex_.needs] == [None, "marked"]
    assert hex_.title == (hex_.this, ": cast at ", hex_.params[0]) and mend.title == (mend.this, ": cast")
    assert [len(action.event.permissions) for action in program.actions] == [1, 1]
    last = hex_.effects[-1]
    assert isinstance(last, model.MovePieces) and last.target is None


def test_procedures_of_pieces() -> None:
    """One procedure, a body for each holder; the piece is the first argument."""
    program = units(
        """
procedure act of (u: Unit) by (p: Player):
    raise p.gold by 1
card "Cid" is Unit:
    procedure act by (who: Player):
        lower who.gold by 1
card "Dot" is Hero:
    procedure sing: act by player 1
main:
    act of "Ann" by player 1
    sing "Dot"
"""
    )
    act, sing = program.procedures
    assert [param.name for param in act.params] == ["u", "p"] and len(act.body) == 1
    (variant,) = act.variants
    change = variant[2][0]
    assert isinstance(change, model.AssignField) and isinstance(change.subject, model.LocalRef)
    assert change.subject.local is act.params[1]
    assert sing.body == () and len(sing.variants) == 1
    inner = sing.variants[0][2][0]
    assert isinstance(inner, model.RunProcedure) and len(inner.args) == 2
    assert program.main is not None and len(program.main.body) == 2


def test_a_window_knows_its_actions() -> None:
    """In the order in which they are declared; one in no window that is known is told."""
    text = 'window turn "turn", pass "rest"\naction go in turn: nothing\naction stay in turn: nothing\n'
    world = world_of(PIECES + text)
    check_actions(world)
    assert [action.name for action in world.play.windows["turn"].actions] == ["go", "stay"] and codes(world) == []
    other = world_of(PIECES + text + "action lost in town: nothing\n")
    check_actions(other)
    assert codes(other) == ["E101"]
