"""The numbers on pieces: what is printed, what the rules make of it, and what a viewer may know of that."""

from __future__ import annotations

from pathlib import Path

from dsl.repl.session import Session
from dsl.runtime.game import load
from dsl.runtime.information.drawn_values import Number, numbers_of, shown_by_zones

GAME = """\
game "Towers" for 2 players

kind Field is Space:
    zone standing: cards of Tower, at most 1, seen by all, active

kind Tower:
    height, width: 0..9
    cost: 0..9 = 0

card "Keep" is Tower:
    height 3, width 2
card "Spire" is Tower:
    height 5, width 1
    modify width of t by +1 when t is this

the table has:
    zone pile: cards of Tower, seen by nobody

each player has:
    zone plan: cards of Tower, seen by owner
    board ground: Field by lane: 1..2

define is_tall (t: Tower) = printed height of t > 3
value height of (t: Tower): 0..99 = printed height of t + number of p in (plan of player 2) where is_tall(p)
value width of (t: Tower): 0..9 = printed width of t

window turn "your turn", pass "pass"

main:
    move "Keep" to (player 1).ground[1]
    move each t in Tower where printed height of t = 1 or t is "Spire" to pile
    move "Spire" to plan of player 2
    offer turn to player 1
"""


SHOWN = """\
game "Forts" for 2 players

kind Fort:
    height: 1..9
    stones: bag of Stone up to 5 = {}
    gate: yes/no = no
    var worn: yes/no

enum Stone: flint, chalk

card "Keep" is Fort:
    height 3, stones {2 flint}
card "Hut" is Fort:
    height 1, gate yes

each player has:
    zone town: cards of Fort, seen by faces, shows height and tall and not safe and stones and gate
    zone plan: cards of Fort, seen by owner

value height of (f: Fort): 0..9 = printed height of f
value tall of (f: Fort): yes/no = height of f > 2
value safe of (f: Fort): yes/no = tall of f and size of plan of player 2 = 0

window turn "your turn", pass "pass"

main:
    move "Keep" to town of player 1
    move "Hut" to town of player 1 face down
    set worn of "Hut" to yes
    offer turn to player 1
"""


def test_zones_show_what_they_name(tmp_path: Path) -> None:
    """Numbers and bags always, yes and no only where the answer is the one that was named, of values and of what is
    printed; nothing of unknown pieces.
    """
    path = tmp_path / "game.rules"
    path.write_text(SHOWN, encoding="utf-8")
    state = load(path).start(2, 0)

    def town(viewer: int | None) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
        view = shown_by_zones(state.engine, state.position, state.view(viewer))
        return [(item.name, item.fields) for item in view.players[0].zones[0].items]

    keep = ("Keep", (("height", "3"), ("tall", "yes"), ("stones", "2 flint")))
    hut = (("height", "1"), ("safe", "no"), ("stones", "nothing"), ("gate", "yes"), ("worn", "yes"))
    assert town(1) == [keep, ("Hut", hut)]
    assert town(2)[0] == keep and not any(fact[0] in ("height", "safe") for fact in town(2)[1][1])


def test_numbers_are_told_as_far_as_they_are_known(tmp_path: Path) -> None:
    """A number that depends on a hidden card is not told to who does not see the card; `cost` is no value.

    The numbers of the cards are small, as those of procedures are: these keep no card in its place.
    """
    path = tmp_path / "game.rules"
    path.write_text(GAME + '\ncard "Hut" is Tower, 3 copies:\n    height 1, width 1\n', encoding="utf-8")
    state = load(path).start(2, 0)
    words = state.engine.words
    keep = next(entity for entity in range(1, state.engine.machine.entity_count + 1) if words.title(entity) == "Keep")
    both = (Number("height", "3", "4"), Number("width", "2", "2"))
    assert numbers_of(state.engine, state.position, None, [keep]) == {keep: both}
    assert numbers_of(state.engine, state.position, 2, [keep]) == {keep: both}
    hidden = numbers_of(state.engine, state.position, 1, [keep])[keep]
    assert hidden == (Number("height", "3", "?"), Number("width", "2", "2"))


def test_they_stand_in_the_cells_of_boards(tmp_path: Path) -> None:
    """Each by the beginning of its name, with a line that says what the letters mean."""
    path = tmp_path / "game.rules"
    path.write_text(GAME, encoding="utf-8")
    shown = Session(load(path)).line("show").plain()
    assert "h4* w2" in shown
    assert "h height, w width, * not as printed" in shown
    path.write_text(GAME + '\ncard "Hut" is Tower, 3 copies:\n    height 1, width 1\n', encoding="utf-8")
    session = Session(load(path))
    session.line("seat A")
    shown = session.line("show").plain()
    assert "h3? w2" in shown and "h height, w width, ? may be changed by what is hidden" in shown
