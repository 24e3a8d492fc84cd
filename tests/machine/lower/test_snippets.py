"""What single constructs are lowered to: one statement or expression of the rules, and the lines of the machine."""

from __future__ import annotations

import pytest
from machine.common import machine_of

from dsl.machine.ir import ops
from dsl.machine.ir.printer import proc_text
from dsl.machine.ir.walk import nodes

TEXT = """
enum Suit: red, blue
directions ways: up (1, 0)
kind Square is Space:
    var mark: 0..9
kind Card:
    worth: 0..9 = 2
    suit: Suit = red
    var seen: yes/no
each player has:
    zone hand: cards of Card
    var gold: 0..20
the table has:
    zone deck: stack of Card
    zone row: row of Card
    board grid "the grid": Square, 3 by 3
    var n: 0..99
    var turned: yes/no
card "Ace" is Card, 3 copies
card "King" is Card, 2 copies:
    worth 5
main:
"""


def lines(*statements: str) -> list[str]:
    """The main flow of some statements, one line a statement, without the words beside them."""
    text = TEXT + "".join(f"    {line}\n" for statement in statements for line in statement.split("\n"))
    machine = machine_of(text)
    return [line.partition(";")[0].strip() for line in proc_text(machine, machine.procs[machine.main]).splitlines()]


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("set n to 3", ":= 3 in 0..99 else error"),
        ("raise n by 2", "+ 2) in 0..99 else error"),
        ("shuffle deck", "shuffle zone"),
        ("move each c in deck to row", "to top of zone"),
        ("turn each c in row face down", "turn r"),
        ("end game drawn", "finish drawn 0"),
        ('end game won by player 2 because "so it is"', "finish won 2 because"),
        ("random k from 1..6 on dice\nset n to k", "chance 6 on stream"),
        ("if turned: set n to 1", "if S["),
        ("for i from 2 to 4: raise n by i", "for r0 from 2 to 4:"),
        ("set n to size of row", ":= size("),
        ("set n to (if turned then 4 else 5)", "then 4 else 5)"),
        ("set n to n * 2 + 1", "* 2) + 1)"),
        ("set turned to not turned", "not("),
        ('set n to worth of "King"', ":= 5 in 0..99"),
        ("set n to 4 * 2", ":= 8 in 0..99"),
    ],
)
def test_one_statement(statement: str, words: str) -> None:
    """Constants are folded; each statement becomes the instruction that is for it."""
    assert any(words in line for line in lines(statement)), "\n".join(lines(statement))


def kinds(*statements: str) -> list[str]:
    """What sorts of instructions there are in the whole machine."""
    machine = machine_of(TEXT + "".join(f"    {line}\n" for each in statements for line in each.split("\n")))
    return [node.op for proc in machine.procs for node in nodes(proc)]


@pytest.mark.parametrize(
    ("statements", "ops_"),
    [
        (("for each s in line from grid[1, 1] along up: raise s.mark by 1",), ["for_table", "store"]),
        (('choose one by player 1:\n    option "a": raise n by 1\n    option "b": nothing',), ["emit", "store"]),
        (('choose 2 c from Card by player 1 as "which"', "for each x in c: raise n by 1"), ["emit", "list_add"]),
        (("repeat until n > 3 at most 9 times: raise n by 1",), ["for_range", "store"]),
    ],
    ids=["line", "choose one", "choose several", "repeat"],
)
def test_what_a_construct_is_made_of(statements: tuple[str, ...], ops_: list[str]) -> None:
    """Boards become tables, choices decisions, repetitions loops."""
    found = kinds(*statements)
    assert [op for op in ops_ if op not in found] == []


def test_only_what_the_game_reaches_is_lowered() -> None:
    """An event that nothing performs has no procedure; one that is performed twice has one."""
    events = "event used (k: 0..9):\n    set n to k\n    end game drawn\n    raise n by 1\n"
    events += "event unused (k: 0..9): set n to k\n"
    machine = machine_of(TEXT.replace("main:", f"{events}main:") + "    used 1\n    used 2\n")
    assert sum("used" in name for name in machine.names.procs) == 1


def test_words_and_places_come_along() -> None:
    """Names of procedures, fields and entities stand beside the numbers, for people only."""
    machine = machine_of(TEXT + "    set n to 1\n")
    assert machine.names.procs[machine.main] == "main"
    titles = [entity.title for entity in machine.names.entities if entity.kind == "Card"]
    assert titles == ["Ace", "Ace", "Ace", "King", "King"]
    assert {field.name for field in machine.names.fields} >= {"mark", "worth", "seen", "gold", "n", "turned"}


def test_a_scenario_is_two_procedures_and_its_conditions() -> None:
    """They stand behind the game, which is the same with them and without."""
    text = TEXT + '    set n to 1\nscenario "one":\n    expect n = 1\n'
    plain, played = machine_of(text), machine_of(text, scenarios=True)
    (scenario,) = played.scenarios
    assert played.procs[: len(plain.procs)] == plain.procs
    assert played.procs[scenario.run].flow and not played.procs[scenario.given].flow
    assert isinstance(played.procs[scenario.given], ops.Proc) and len(scenario.conditions) == 1
