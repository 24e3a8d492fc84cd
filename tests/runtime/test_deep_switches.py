"""Changes inside rules: each is as if the text said it, and nothing is changed while its number is not chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from dsl.backends.base import SILENCE
from dsl.machine.ir.ops import Machine
from dsl.machine.ir.verify import verify
from dsl.pipeline import compile_game
from dsl.runtime import only_aimed
from dsl.runtime.backends import make_backend
from dsl.runtime.deep_switches import deep_rules_of, switch_deeply
from dsl.runtime.game import Game, load
from dsl.runtime.proving import Mutants
from dsl.runtime.rule_switches import Rule, switch_of

GAME = """\
game "Deep" for 2 players

each player has:
    var gold: 0..99 stops at ends
    var luck: 0..99 stops at ends
    var fair: yes/no
    zone hand: cards of Charm, active

the table has:
    var found: 0..99
    var turns: 0..99
    zone pile: stack of Charm

kind Charm:
    worth: 0..9

card "Pick" is Charm:
    worth 1
    modify reward of p by +1 when p is holder of this

card "Sieve" is Charm:
    worth 5

value reward of (p: Player): 0..20 stops at ends = 2 * p.luck

define rival of (p: Player) = the first o in players where o is not p

window turn "turn", pass "pass"

event earn (p: Player) by (n: 0..20):  @DE-1
    raise p.gold by n
    set p.luck to p.gold / 2

rule lucky: before earn p by n when p.luck > 3 or p.gold = 1: set n to n + 4

action dig in turn:
    requires rich: me.gold > 9 and me.luck < 50  @DE-2
    pay 1 from me.gold
    earn me by 2

procedure days:
    move "Sieve" to pile
    move "Pick" to bottom of pile
    set found to worth of top of pile
    move the first c in pile to hand of player 2
    set (player 1).luck to 4
    set (player 2).gold to 1
    earn player 1 by 1
    for each p in players:
        earn p by reward of p + 3
    if (player 1).gold <= (player 2).gold + 3:
        raise (player 1).gold by 20
    for each p in players in order of p.gold down:
        set turns to 10 * turns + p.gold mod 10
    if some p in players where p.gold > 90:
        set turns to 0
    if highest p.gold for p in players > 28:
        set (rival of player 1).fair to yes
    if player 2 can dig:
        raise found by 10

main:
    days
    end game drawn

scenario "digging":
    given: set A.gold to 10
    run offers
    A does "dig"
    expect A.gold = 11

scenario "the poor cannot dig":
    given: set A.gold to 1
    run offers
    A cannot "dig"

procedure offers:
    offer turn to player 1
"""

AS_WRITTEN = {
    ("modify reward of p by +1 when p is holder of this", "left out"): (
        "    modify reward of p by +1 when p is holder of this\n",
        "",
    ),
    ("p is holder of this", "left out"): (" when p is holder of this", ""),
    ("p is holder of this", "negated"): ("p is holder of this", "p is not holder of this"),
    ("holder of this", "the other player"): ("p is holder of this", "p is rival of holder of this"),
    ("2", "2 → 3"): ("= 2 * p.luck", "= 3 * p.luck"),
    ("raise p.gold by n", "left out"): ("    raise p.gold by n\n", ""),
    ("raise p.gold by n", "after the next one"): (
        "    raise p.gold by n\n    set p.luck to p.gold / 2\n",
        "    set p.luck to p.gold / 2\n    raise p.gold by n\n",
    ),
    ("lucky", "left out"): ("rule lucky: before earn p by n when p.luck > 3 or p.gold = 1: set n to n + 4\n", ""),
    ("p.luck > 3", "left out"): ("p.luck > 3 or p.gold = 1", "p.gold = 1"),
    ("p.gold = 1", "left out"): ("p.luck > 3 or p.gold = 1", "p.luck > 3"),
    ("p.gold = 1", "negated"): ("or p.gold = 1", "or p.gold != 1"),
    ("4", "4 → 3"): ("n + 4", "n + 3"),
    ("rich", "left out"): ("    requires rich: me.gold > 9 and me.luck < 50  @DE-2\n", ""),
    ("me.gold > 9", "negated"): ("rich: me.gold > 9", "rich: me.gold <= 9"),
    ('move "Pick" to bottom of pile', "to the top"): ("to bottom of pile", "to pile"),
    ("top of pile", "top → bottom"): ("worth of top of pile", "worth of bottom of pile"),
    ("the first c in pile", "first → last"): ("move the first c in pile", 'move "Sieve"'),
    ("player 2", "the other player"): ("hand of player 2", "hand of player 1"),
    ("(player 1).gold <= (player 2).gold + 3", "<= → <"): ("(player 1).gold <=", "(player 1).gold <"),
    ("some p in players where p.gold > 90", "left out"): ("if some p in players where p.gold > 90:", "if yes:"),
    ("highest p.gold for p in players", "highest → lowest"): ("if highest p.gold", "if lowest p.gold"),
    ("yes", "yes → no"): (".fair to yes", ".fair to no"),
    ("rival of player 1", "the other player"): ("set (rival of player 1).fair", "set (player 1).fair"),
    ("player 2 can dig", "negated"): ("if player 2 can dig", "if not player 2 can dig"),
}  # fmt: skip
"""What a change is called, and what would be written instead."""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """The game with its scenarios."""
    return written(tmp_path / "game.rules", GAME)


def written(path: Path, text: str) -> Game:
    """A game written to a file, read."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return load(path, scenarios=True)


def outcome(machine: Machine, backend: str, number: int | None) -> dict[str, list[int]]:
    """What stands in the fields at the end of the game, with one change or as it is."""
    ran = make_backend(backend, machine)
    position = ran.new_position(7)
    if number is not None:
        position[switch_of(machine)] = number
    ran.run(position, SILENCE)
    fields = (each for each in machine.names.fields if each.var)
    return {f"{each.kind} {each.name}": position[each.base + each.first : each.base + each.last + 1] for each in fields}


def switched(game: Game) -> tuple[list[Rule], Machine]:
    """All changes, and a machine with a switch for each, numbered from 1."""
    rules = deep_rules_of(game.program())
    numbers = {rule.key: number for number, rule in enumerate(rules, 1)}
    program = game.program()
    switch_deeply(program, lambda rule: numbers.get(rule.key, 0), len(rules))
    return rules, compile_game(program)


def test_each_sort_of_change_is_listed_with_its_place(game: Game) -> None:
    """One line of the rules, and all that can be changed in it."""
    rules = deep_rules_of(game.program())
    line = GAME.split("\n").index("    requires rich: me.gold > 9 and me.luck < 50  @DE-2") + 1
    found = Counter((rule.name, rule.change) for rule in rules if rule.place == f"game.rules:{line}")
    assert found == Counter(
        {
            ("rich", "left out"): 1,
            ("me.gold > 9", "left out"): 1,
            ("me.gold > 9", "negated"): 1,
            ("me", "the other player"): 2,
            ("9", "9 → 8"): 1,
            ("9", "9 → 10"): 1,
            ("me.luck < 50", "left out"): 1,
            ("me.luck < 50", "negated"): 1,
            ("50", "50 → 49"): 1,
            ("50", "50 → 51"): 1,
        }
    )
    of_line = [rule for rule in rules if rule.place == f"game.rules:{line}"]
    assert {rule.cites for rule in of_line} == {("DE-2",)}
    assert {rule.item for rule in of_line} == {"action dig in turn"}
    assert len({rule.key for rule in rules}) == len(rules)
    assert {rule.card for rule in rules if rule.change == "negated" and "holder" in rule.name} == {"Pick"}


def test_what_is_only_told_or_does_not_matter_is_no_change(tmp_path: Path) -> None:
    """`say`, words, each player of a loop, `not` inside a negated condition, statements that have nothing to do with
    each other.
    """
    text = (
        'game "Told" for 2 players\neach player has:\n    var gold: 0..9\n    var tin: 0..9\n'
        'main:\n    say "{player 1} has {3}"\n    for each p in players:\n'
        "        set p.gold to 2\n        set p.tin to 3\n"
        "    if not (player 1).gold = 2:\n        set (player 1).tin to 4\n"
    )
    rules = deep_rules_of(written(tmp_path / "game.rules", text).program())
    assert {rule.place for rule in rules} == {f"game.rules:{line}" for line in (8, 9, 10, 11)} | {"game.rules:7"}
    assert [rule.change for rule in rules if rule.place == "game.rules:7"] == ["after the next one"]
    assert [rule.change for rule in rules if rule.place == "game.rules:8"] == ["left out", "2 → 1", "2 → 3"]
    assert sorted(rule.change for rule in rules if rule.place == "game.rules:10") == [
        "2 → 1",
        "2 → 3",
        "left out",
        "negated",
        "the other player",
    ]


def test_no_number_chosen_no_change(game: Game) -> None:
    """The machine is a good one, and plays as one without switches."""
    plain = compile_game(game.program())
    wanted = outcome(plain, "reference", None)
    _, machine = switched(game)
    assert not verify(machine)
    assert outcome(machine, "reference", 0) == outcome(machine, "python", 0) == wanted


def test_a_change_is_as_if_it_were_written(game: Game, tmp_path: Path) -> None:
    """The game ends as one that is written with the change, and not as it ends without it."""
    as_it_is = outcome(compile_game(game.program()), "reference", None)
    rules, machine = switched(game)
    for index, ((name, change), (before, after)) in enumerate(AS_WRITTEN.items()):
        assert GAME.count(before) == 1, before
        offset = GAME.index(before)
        line = {f"game.rules:{GAME.count(chr(10), 0, offset) + 1 + extra}" for extra in (0, 1)}
        number = next(n for n, r in enumerate(rules, 1) if (r.name, r.change) == (name, change) and r.place in line)
        other = written(tmp_path / str(index) / "game.rules", GAME.replace(before, after))
        wanted = outcome(compile_game(other.program()), "reference", None)
        assert wanted != as_it_is, (name, change)
        for backend in ("reference", "python"):
            assert outcome(machine, backend, number) == wanted, (name, change)


def test_scenarios_notice_what_they_come_to(game: Game) -> None:
    """All pass while nothing is changed; what a scenario does not come to, it does not notice."""
    mutants = Mutants(game, deep=True)
    met = [mutants.met(scenario) for scenario in mutants.scenarios]
    assert all(each.passed for each in met)
    everything = set(range(1, len(mutants.rules) + 1))
    for scenario, each in zip(mutants.scenarios, met, strict=True):
        assert 0 < len(each.rules) < len(everything) / 2
        for number in everything - each.rules:
            assert not mutants.notices(scenario, number), (scenario.title, mutants.rules[number - 1])
    noticed = {
        (mutants.rules[number - 1].name, mutants.rules[number - 1].change)
        for scenario, each in zip(mutants.scenarios, met, strict=True)
        for number in each.rules
        if mutants.notices(scenario, number)
    }
    assert {("rich", "left out"), ("1", "1 → 0"), ("earn me by 2", "left out"), ("me.gold > 9", "negated")} <= noticed
    assert ("me.luck < 50", "left out") not in noticed


def test_what_decides_only_about_words_is_no_change(tmp_path: Path) -> None:
    """A condition, or a loop, with nothing but `say` in it."""
    text = (
        'game "Told" for 2 players\neach player has:\n    var gold: 0..9\n'
        'main:\n    if (player 1).gold > 3:\n        say "rich"\n'
        '    for each p in players where p.gold > 2:\n        say "{p}"\n'
    )
    assert deep_rules_of(written(tmp_path / "game.rules", text).program()) == []


def test_what_only_bots_go_by_is_no_change(tmp_path: Path) -> None:
    """A value that bots aim at, and what only it asks for; not what a rule asks for as well."""
    text = (
        'game "Aimed" for 2 players\nbots aim at hopes\neach player has:\n    var gold: 0..9\n'
        "value hopes of (p: Player): 0..99 = 2 * p.gold + extra(p) + shared(p)\n"
        "define extra (p: Player) = (if p.gold > 3 then 1 else 0)\n"
        "define shared (p: Player) = p.gold + 1\n"
        "modify hopes of p by +7 when p.gold > 5\n"
        "main:\n    if shared(player 1) = 0: end game won by player 1\n    end game drawn\n"
    )
    found = deep_rules_of(written(tmp_path / "game.rules", text).program())
    lines = {rule.place.rpartition(":")[2] for rule in found}
    assert "7" in lines and lines.isdisjoint({"5", "6", "8"})


def test_nothing_is_looked_through_twice_for_what_only_bots_go_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many definitions that ask for each other, however they do; each is as found as by itself."""
    lines = [f"define d{n} (p: Player) = (if d{n + 1}(p) > 3 then p.gold else d{n + 2}(p))" for n in range(30)]
    text = (
        'game "Aimed" for 2 players\nbots aim at hopes\neach player has:\n    var gold: 0..9\n'
        "value hopes of (p: Player): 0..999 = d0(p)\n" + "\n".join(lines) + "\n"
        "define d30 (p: Player) = p.gold\ndefine d31 (p: Player) = p.gold\n"
        "main:\n    if d20(player 1) = 0: end game won by player 1\n    end game drawn\n"
    )
    program = written(tmp_path / "game.rules", text).program()
    plain, seen = only_aimed._inside, Counter[int]()

    def noted(one: object) -> Iterable[object]:
        seen[id(one)] += 1
        return plain(one)

    monkeypatch.setattr(only_aimed, "_inside", noted)
    assert {each.name for each in only_aimed.only_aimed(program)} == {"hopes", *(f"d{n}" for n in range(20))}
    assert max(seen.values()) == 2  # once for the aims, once for the rules
