"""What a move has changed is told, from what may be known and from nothing else; a drawing shows what is new."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.repl.drawing import changes
from dsl.repl.drawing.position import Block
from dsl.repl.output import line, plain
from dsl.repl.session import Session
from dsl.runtime.game import Game, load
from dsl.runtime.information.effect_words import FieldWords

GAME = """\
game "Market" for 2 players
enum Mood: calm, angry
kind Good:
    price: 1..9
    var worn: 0..9
    var hot: yes/no
card "Spear" is Good, 3 copies:
    price 4
card "Bowl" is Good:
    price 2
each player has:
    var money: 0..20 = 10
    var mood: Mood
    var secret_count: 0..9, unlisted
    var code: 0..9, seen by owner
    zone hand: cards of Good, seen by owner
the table has:
    zone stall: cards of Good
    zone deck: stack of Good, seen by nobody
window turn "your turn"
action buy (g: Good in stall) in turn:
    lower me.money by g.price
    raise me.secret_count by 1
    move g to hand of me
action wear (g: Good in hand of me) in turn:
    raise g.worn by 2
    set g.hot to yes
action drawing "draw" in turn:
    move top of deck to hand of me
action think in turn: raise me.code by 3
action rage in turn: set mood of me to angry
main:
    move "Spear" copy 1 to stall
    move "Spear" copy 2 to stall
    move "Bowl" to deck
    repeat at most 9 times:
        for each p in players: offer turn to p
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """The game."""
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    return load(tmp_path)


@pytest.fixture
def session(game: Game) -> Session:
    """A session of it."""
    made = Session(game)
    made.table.brief = True
    made.begin()
    return made


def told(session: Session, typed: str) -> str:
    """What is told behind the line of a move."""
    lines = session.line(typed).plain().split("\n")
    return " ".join(each.strip() for each in lines if each.startswith("     "))


def test_fields_and_ways_are_told_without_a_word_in_the_rules(session: Session) -> None:
    """Of three Spears that look the same it is told that one went; what is unlisted is not told."""
    assert told(session, "buy Spear") == "A: money 10 to 6; Spear from stall to hand of A"
    assert told(session, "rage") == "B: mood calm to angry"
    assert told(session, "wear Spear") == "Spear: worn 0 to 2, hot"


def test_what_is_drawn_unseen_is_counted(session: Session) -> None:
    """Whoever draws reads what came; others read that it did."""
    assert told(session, "draw") == "Bowl from deck to hand of A"
    session.line("seat B")
    assert "deck 1 to 0, hand of A 0 to 1" in session.line("log").plain()
    assert "Bowl" not in session.line("log").plain()
    session.line("seat A")
    assert "Bowl from deck to hand of A" in session.line("log").plain()


def test_a_secret_field_is_told_to_who_sees_it(session: Session) -> None:
    session.line("think")
    assert "A: code 0 to 3" in session.line("log").plain()
    session.line("seat B")
    assert "code" not in session.line("log").plain()


def test_what_if_tells_them_too(session: Session) -> None:
    answer = session.line("what if buy Spear").plain()
    assert "A: money 10 to 6; Spear from stall to hand of A" in answer and "Nothing was changed" in answer
    assert session.table.state.view().players[0].fields[0] == ("money", "10")


def test_many_changes_are_cut(tmp_path: Path) -> None:
    fields = ", ".join(f"f{number}" for number in range(20))
    (tmp_path / "game.rules").write_text(
        f'game "Many" for 1 player\neach player has:\n    var {fields}: 0..9\nwindow turn "t"\naction go in turn:\n'
        + "".join(f"    raise me.f{number} by 1\n" for number in range(20))
        + "action rest in turn: nothing\nmain:\n    repeat at most 2 times: offer turn to player 1\n",
        encoding="utf-8",
    )
    made = Session(load(tmp_path))
    made.table.brief = True
    made.begin()
    assert told(made, "go").endswith("and 12 more changes")
    assert "more changes" in made.line("log").plain()
    assert "f19 0 to 1" in made.line("log 1").plain(), "asked for by its number, all of it is told"


def test_a_drawing_marks_what_is_new() -> None:
    """Only parts that changed are drawn, their new lines with a star; of the title never anything."""
    before = [
        Block(0, "", [line("title"), line("round 1")]),
        Block(1, "", [line("A")]),
        Block(1, "zone hand", [line("hand (1): Oak")]),
        Block(2, "", [line("B")]),
    ]
    now = [before[0], before[1], Block(1, "zone hand", [line("hand (2): Oak, Ash")]), before[3]]
    assert [plain(each) for each in changes.changed(now, changes.drawn(before))] == ["  A", "* hand (2): Oak, Ash"]
    assert changes.changed(before, changes.drawn(before)) == []
    later = [Block(0, "", [line("title"), line("round 2")]), *before[1:]]
    assert [plain(each) for each in changes.changed(later, changes.drawn(before))] == ["* round 2"]
    assert not any(plain(each).startswith("*") for each in changes.marked(before, None))


def test_an_answer_shows_what_is_new_and_an_empty_line_all(game: Game) -> None:
    made = Session(game)
    assert "stall" in made.begin().plain()
    answer = made.line("buy Spear").plain()
    assert "* " in answer and "Market" not in answer and answer.rstrip().endswith("pass")
    assert "Market" in made.line("").plain() and "Market" in made.line("show").plain()


def test_of_many_things_only_those_are_told_that_changed(tmp_path: Path) -> None:
    """A bag is told count by count."""
    (tmp_path / "game.rules").write_text(
        'game "Stores" for 1 player\nenum Stuff: wood, water, food\nthe table has:\n'
        '    var store: bag of Stuff up to 9 = {2 wood, water}\nwindow turn "t"\n'
        "action burn in turn: lower store by {wood}\naction fetch in turn: raise store by {3 food}\n"
        "main:\n    repeat at most 9 times: offer turn to player 1\n",
        encoding="utf-8",
    )
    made = Session(load(tmp_path))
    made.table.brief = True
    made.begin()
    assert told(made, "burn") == "store wood 2 to 1"
    assert told(made, "fetch") == "store food 0 to 3"


PLACES = """\
game "Yard" for 1 player
enum Weather: clear_sky, heavy_rain
kind Stone:
    weight: 0..9
    size: 0..9
    zone beneath: cards of Stone
    zone on_it "played on it": cards of Stone
card "Flint" is Stone:
    weight 3
    size 0
card "Chalk" is Stone:
    weight 0
    size 0
card "Slate" is Stone:
    weight 2
    size 2
kind Spot is Space:
    var depth: 0..9
    zone under: cards of Stone
each player has:
    zone hand: cards of Stone, seen by owner
the table has:
    var weather: Weather
    zone out "out of the game": cards of Stone
    zone gone "removed from play": cards of Stone
    zone red: cards of Stone
    board pit: Spot by number: 1..3
window turn "your turn"
action lose (c: Stone in hand of me) in turn: move c to out
action burn (c: Stone in hand of me) in turn: move c to gone
action paint (c: Stone in hand of me) in turn: move c to red
action bury (c: Stone in hand of me) in turn: move c to under of pit[2]
action aim (c: Stone in hand of me) at (d: Stone in hand of me) in turn: move c to on_it of d
action dig in turn: raise depth of pit[1] by 2
action rain in turn: set weather to heavy_rain
main:
    move each c in Stone to hand of player 1
    repeat at most 9 times:
        offer turn to player 1
"""


@pytest.fixture
def yard(tmp_path: Path) -> Session:
    """A game of places with names of all sorts."""
    (tmp_path / "game.rules").write_text(PLACES, encoding="utf-8")
    made = Session(load(tmp_path))
    made.table.brief = True
    made.begin()
    return made


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("lose Flint", "Flint from hand of A, now out of the game"),
        ("burn Flint", "Flint from hand of A, now removed from play"),
        ("paint Flint", "Flint from hand of A to red"),
        ("bury Flint", "Flint from hand of A to pit 2"),
        ("aim Flint at Slate", "Flint from hand of A to Slate (played on it)"),
        ("dig", "pit 1: depth 0 to 2"),
        ("rain", "weather clear sky to heavy rain"),
    ],
)
def test_places_and_values_read_like_words(yard: Session, typed: str, words: str) -> None:
    """No `to out of the game`, no number that stands for a space, no underscore."""
    assert told(yard, typed) == words


def test_a_nought_that_most_cards_have_is_not_told(yard: Session) -> None:
    """Of a hand only what tells cards apart: most have no size, and one of three no weight."""
    shown = " ".join(yard.line("show hand").plain().split())
    assert "Flint weight 3" in shown and "size 0" not in shown and "size 2" in shown
    assert "Chalk weight 0" in shown


def test_what_moves_changed_is_worked_out_once(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log tells it again; after a move was taken back it is another one."""
    session.line("buy Spear")
    first = session.line("log").plain()
    monkeypatch.setattr(type(session.table.here), "effects", lambda *_: 1 / 0)
    assert session.line("log").plain() == first
    monkeypatch.undo()
    session.line("undo")
    session.line("think")
    assert "money" not in session.line("log").plain()


PEEKING = """\
game "Peeking" for 2 players
kind Card
card "Ash" is Card
card "Elm" is Card, 3 copies
the table has:
    zone deck: stack of Card, seen by nobody
    zone bin: cards of Card
window turn "your turn"
action peek in turn: show top of deck to me
action mix in turn: shuffle deck
action draw_one "throw away" in turn: move top of deck to bin
main:
    move each c in Card to deck
    move "Ash" to deck
    repeat at most 9 times:
        for each p in players: offer turn to p
"""


def test_what_is_looked_at_has_not_come(tmp_path: Path) -> None:
    """A card that is seen where it lies is now known there, and after shuffling no longer; nothing is counted."""
    path = tmp_path / "game.rules"
    path.write_text(PEEKING, encoding="utf-8")
    session = Session(load(path))
    session.table.brief = True
    session.begin()
    session.line("seat A")
    shown = session.line("peek").plain()
    assert "     Ash now known in deck\n" in shown and "4 to 4" not in shown
    session.line("seat all")
    session.line("do peek")
    session.line("seat A")
    shown = session.line("mix").plain()
    assert "     Ash no longer known in deck\n" in shown and "4 to 4" not in shown


def test_a_track_is_called_as_it_is_drawn(tmp_path: Path) -> None:
    """`mental` stands on the screen, and not the name of the field; a name that other fields share stays as it is."""
    text = (
        'game "Nerves" for 2 players\nkind Good:\n    var luck: 0..5\n'
        'each player has:\n    track mind "mental": -5..5 = 0\n'
        '    track luck "fortune": 0..5 = 0\nwindow turn\n'
        "action shudder in turn:\n    lower me.mind by 2\n    raise me.luck by 1\n"
        "main:\n    repeat at most 2 times:\n        for each p in players: offer turn to p\n"
    )
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    session = Session(load(tmp_path))
    session.table.brief = True
    session.begin()
    assert told(session, "shudder").startswith("A: mental 0 to -2, luck 0 to 1")


TENTS = """\
game "Camps" for 2 players
enum Spot: ford "Ford", hill "Hill", wood "Wood"
kind Field is Space:
    zone camp: cards of Tent
kind Tent
piece "Tent" is Tent, 4 copies
the table has:
    board map: Field by spot: Spot
links ways of map: ford - hill, hill - wood, ford - wood
window turn "your turn"
action go_on "go on" in turn:
    move (each t in camp of map[hill]) to camp of map[wood]
    move (each t in camp of map[ford]) to camp of map[hill]
main:
    set owner of "Tent" copy 1 to player 1
    set owner of "Tent" copy 2 to player 2
    move "Tent" copy 1 to camp of map[hill]
    move "Tent" copy 2 to camp of map[ford]
    repeat at most 9 times:
        for each p in players: offer turn to p
"""


def test_of_equal_pieces_those_of_one_owner_go_together(tmp_path: Path) -> None:
    """A tent of A's leaves the hill, and one of B's comes there: nobody's tent becomes another's."""
    (tmp_path / "game.rules").write_text(TENTS, encoding="utf-8")
    session = Session(load(tmp_path))
    session.table.brief = True
    session.begin()
    assert told(session, "go on") == "Tent from Ford to Hill, Tent from Hill to Wood"


def test_what_comes_from_a_pile_of_backs_is_told_once(tmp_path: Path) -> None:
    """With the pile that it came from, not beside its number; unless it could have come from two piles. A zone that
    says what became of its pieces says so of those that go from it, too.
    """
    (tmp_path / "game.rules").write_text(
        """game "Dig" for 1 player
enum Sign: old_oak, red_door, well
kind Card
piece "Coin" is Card
piece "Bone" is Card
kind Flag
piece "Flag" is Flag
the table has:
    zone pile: stack of Card, seen by nobody
    zone other_pile: stack of Card, seen by nobody
    zone found "turned up": cards of Card
    zone mast: cards of Flag
    var signs: set of Sign
window turn "your turn"
action dig in turn:
    move top of pile to found
    move "Flag" to mast
    set signs to {old_oak}
action dig_twice in turn:
    move top of pile to found
    move top of other_pile to box face down
    set signs to {red_door, well}
action leave_off in turn:
    move found to box face down
main:
    move "Coin" to pile face down
    move "Bone" to other_pile face down
    repeat at most 3 times: offer turn to player 1
""",
        encoding="utf-8",
    )
    session = Session(load(tmp_path))
    session.table.brief = True
    session.begin()
    session.line("seat A")
    assert told(session, "dig") == "signs now with old oak, Coin from pile, now turned up, Flag to mast"
    assert told(session, "leave off") == "Coin no longer turned up"
    session.line("again")
    found = told(session, "dig twice")
    assert "pile 1 to 0" in found and "Coin now turned up" in found and "from" not in found, found
    assert told(session, "dig").startswith("signs now with old oak, signs no longer with red door, well")


def test_a_pile_of_which_something_is_known_may_have_lost_backs_too(tmp_path: Path) -> None:
    """What came out of it is not told to come from the other pile, that lost as many."""
    (tmp_path / "game.rules").write_text(
        """game "Dig" for 1 player
kind Card
piece "Coin" is Card
piece "Bone" is Card
piece "Shard" is Card
the table has:
    zone pile: stack of Card, seen by nobody
    zone other_pile: stack of Card, seen by nobody
    zone found: cards of Card
window turn "your turn"
action dig in turn:
    move top of pile to found
    move top of other_pile to box face down
main:
    move "Shard" to pile face down
    show "Shard" to player 1
    move "Coin" to pile face down
    move "Bone" to other_pile face down
    offer turn to player 1
    end game drawn
""",
        encoding="utf-8",
    )
    session = Session(load(tmp_path))
    session.table.brief = True
    session.begin()
    session.line("seat A")
    found = told(session, "dig")
    assert "Coin to found" in found and "pile 2 to 1" in found and "from other pile" not in found, found


def test_a_back_that_changes_places_with_a_known_piece_is_told(tmp_path: Path) -> None:
    """By where it lies then, and not as a number that is what it was."""
    (tmp_path / "game.rules").write_text(
        """game "Swap" for 1 player
kind Card "card"
piece "Coin" is Card
piece "Bone" is Card
kind Spot is Space:
    zone here: cards of Card, at most 2, seen by faces
the table has:
    board field: Spot by column: 1..2 as letters, row: 1..1
window turn "your turn"
action swap in turn:
    let there be Spot of "Coin"
    move "Coin" to Spot of "Bone"
    move "Bone" to there
main:
    for each s in field where s.column = 1: move "Coin" to s
    for each s in field where s.column = 2: move "Bone" to s face down
    offer turn to player 1
    end game drawn
""",
        encoding="utf-8",
    )
    session = Session(load(tmp_path))
    session.table.brief = True
    session.begin()
    session.line("seat A")
    assert told(session, "swap") == "Coin from a1 to b1, face-down card to a1"


def test_a_board_is_asked_for_as_people_write_its_name(tmp_path: Path) -> None:
    """Also where another place has the same words in its name; and no name of the rules is told."""
    (tmp_path / "game.rules").write_text(
        """game "Track" for 1 player
kind Place is Space
kind Card
piece "Coin" is Card
the table has:
    board time_track: Place by place: 1..4
    zone gone "pushed off the Time track": cards of Card
main:
    move "Coin" to gone
    choose one by player 1:
        option "done": move "Coin" to box
""",
        encoding="utf-8",
    )
    session = Session(load(tmp_path))
    session.begin()
    assert session.line("show time track").plain().lstrip().startswith("time track")
    assert "pushed off the Time track, time track" in session.line("show track").plain()


WHEEL = """\
game "Wheel" for 1 player
kind Good
card "Bed" is Good, 2 copies
card "Stove" is Good
the table has:
    zone plans "plans": stack of Good
    zone shut "shut plans": stack of Good, seen by nobody
    zone built: cards of Good
window turn "your turn"
action turn_over "new idea" in turn: move top of plans to bottom of plans
action mix in turn: move top of shut to bottom of shut
action build in turn: move top of plans to built
main:
    move "Bed" copy 1 to plans
    move "Bed" copy 2 to plans
    move "Stove" to plans
    repeat at most 9 times:
        for each p in players: offer turn to p
    end game drawn
"""


def test_the_new_top_of_a_stack_is_told(tmp_path: Path) -> None:
    """Where nothing came or went, and it looks otherwise; `show` begins at the top."""
    (tmp_path / "game.rules").write_text(WHEEL, encoding="utf-8")
    session = Session(load(tmp_path))
    shown = session.line("show plans").plain()
    assert "plans (3), from the top" in shown and shown.index("Stove") < shown.index("Bed")
    assert "Bed now on top of plans" in session.line("new idea").plain()
    assert "on top of" not in session.line("new idea").plain()  # another Bed
    assert "Stove now on top of plans" in session.line("new idea").plain()
    built = session.line("build").plain()
    assert "Stove from plans to built" in built and "on top of" not in built


def test_moves_of_which_nothing_is_told_stand_together(tmp_path: Path) -> None:
    """Bots make many of one sort; the log has each in a line of its own."""
    (tmp_path / "game.rules").write_text(
        'game "Walk" for 1 player\nthe table has:\n    var place: 0..9, unlisted\nwindow turn "t"\n'
        "action walk to (n: 1..3) in turn: set place to n\n"
        "action go_home in turn: set place to 0\n"
        "main:\n    repeat at most 12 times: offer turn to player 1\n    end game drawn\n",
        encoding="utf-8",
    )
    made = Session(load(tmp_path), seed=3)
    made.table.brief = True
    made.begin()
    shown = made.line("auto 10").plain()
    log = made.line("log").plain()
    assert log.count("A: walk to") > shown.count("A: walk to") >= 1
    assert log.count("A: go home") == shown.count("A: go home")
    assert [row for row in shown.splitlines() if row.strip().startswith("A: walk to") and ", " in row]


WALK = """game "Walk" for 2 players
kind Man
piece "Ada" is Man
piece "Bob" is Man
the table has:
    var place, other: 0..99
    zone field: cards of Man
window turn "t"
action walk to (n: 1..9) in turn: set place to n
action run to (n: 1..9) in turn: set other to n
main:
    move "Ada" to field
    repeat at most 3 times: offer turn to player 1
    repeat at most MANY times: offer turn to player 2
    if MANY > 20: say "Ada is home."
    repeat at most 3 times: offer turn to player 1
    end game drawn
"""


def _walked(folder: Path, many: int) -> tuple[str, Session]:
    (folder / "game.rules").write_text(WALK.replace("MANY", str(many)), encoding="utf-8")
    made = Session(load(folder), 2, seed=3)
    made.table.brief = True
    made.begin()
    made.line("seat A")
    made.line("bot B random")
    made.line("walk to 1")
    made.line("walk to 2")
    return made.line("walk to 3").plain(), made


def test_what_moves_that_stand_together_changed_is_told_once(tmp_path: Path) -> None:
    """From before the first of them to after the last."""
    shown, made = _walked(tmp_path, 12)
    rows = shown.splitlines()
    assert shown.count("B: ") < made.line("log 99").plain().count("B: ")
    together = [number for number, row in enumerate(rows) if row.strip().startswith("B: ") and ", " in row]
    assert together
    steps = rows[together[0]].split(" to ")[1].split(", ")
    name = "place" if "walk" in rows[together[0]] else "other"
    assert rows[together[0] + 1].strip().endswith(f" to {steps[-1]}") and f"{name} " in rows[together[0] + 1]


def test_much_that_a_program_does_is_a_line_between_two_of_the_rules(tmp_path: Path) -> None:
    """All that it changed is told once; the log has each move."""
    shown, made = _walked(tmp_path, 60)
    rows = shown.splitlines()
    told = next(number for number, row in enumerate(rows) if row.strip().startswith("B: "))
    assert "; run to " in rows[told] and "; walk to " in rows[told] and rows[told + 1] == "  Ada is home."
    assert sum(row.strip().startswith("B: ") for row in rows) == 1 and "other 0 to" in rows[told + 2]
    assert "more; " in rows[told] and len(rows[told]) < 300
    assert made.line("log 99").plain().count("B: ") == 60


def test_a_field_that_holds_nothing_any_more_is_told_as_people_say_it() -> None:
    """Where it is not known what it holds in the beginning."""
    words = FieldWords(lambda _entity, _name: "", (), {}, (), lambda _zone, _piece: False)
    assert words.became("bound_for", "District 3", None, 1) == "no longer bound for District 3"
