"""Payments, `leave` and `silences`: what actions would not do as it is written, and which rules are meant."""

from __future__ import annotations

from dsl.diagnostics import Bag
from dsl.reading.places import grammar_text
from dsl.semantics import check as checker
from dsl.semantics.body import leaving, silencing
from dsl.semantics.lint import payments
from dsl.source import SourceFile
from dsl.syntax.parse import parse_file

HEAD = """
game "X" for 2 players
kind Unit:
    cost: 0..9 = 1
    var tired: 0..9
each player has:
    zone hand: cards of Unit, active
    var gold: 0..9
card "A" is Unit
window w
event tire (u: Unit): raise u.tired by 1
main:
    for each p in players: offer w to p
"""


def codes(text: str) -> list[str]:
    """The codes of what is wrong with a game."""
    bag = Bag()
    file = parse_file(SourceFile("x.rules", HEAD + text), bag, grammar_text())
    checker.check([file], players=2, options={}, data={}, bag=bag)
    return [each.code for each in bag.all() if each.severity == "error"]


def test_a_payment_comes_before_what_changes_it() -> None:
    """Its amount, by an event too, or what it is paid from; other fields and players do not count."""
    line = "action go (u: Unit in hand of me) in w:\n    {}\n    pay {} from me.gold\n"
    assert codes(line.format("tire u", "u.tired")) == ["E130"]
    assert codes(line.format("set u.tired to 2", "u.tired")) == ["E130"]
    assert codes(line.format("raise me.gold by 1", "u.cost")) == ["E130"]
    assert codes(line.format("tire u", "u.cost")) == []
    assert codes(line.format("raise gold of player 2 by 1", "u.cost")) == []
    assert codes(line.format("pay 1 from me.gold", "u.cost")) == []
    assert payments.check_payments.__doc__


def test_leave_does_not_skip_what_comes_last() -> None:
    """In an action of a kind that says what comes last; elsewhere it leaves."""
    kind = "kind Card is Unit:\n    each action:\n        {}\n    action rest in w:\n        if this.tired = 0: leave\n"
    kind += "        set this.tired to 0\n"
    assert codes(kind.format("last: set this.tired to 1")) == ["E107"]
    assert codes(kind.format("first: set this.tired to 1")) == []
    assert leaving.check_leave.__doc__


def test_what_is_silenced() -> None:
    """One of a name, one of several with its owner, or every one."""
    text = "action go (u: Unit in hand of me) in w:\n    requires ready: u.tired = 0\n    tire u\n"
    both = text + text.replace("go", "come")
    assert codes(text + "silences ready\n") == []
    assert codes(both + "silences ready\n") == ["E104"]
    assert codes(both + "silences ready of come\nsilences every ready when no\n") == []
    assert codes(both + "silences ready of w\n") == ["E101"]
    assert silencing.silenced.__doc__
