"""Which move a typed text means, and what stands against it: one table, asked of the API, the session and scenarios.

Each row says what the text makes (the whole text of a move), or with what words it is refused; and what `explain` says
of it: the move it speaks of, whether it can be made, and its summary. The session must give the same answers. Rows
that a scenario can hold say which step does.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from dsl.reading.places import find_game
from dsl.repl.session import Session
from dsl.runtime.engine import Engine
from dsl.runtime.errors import MoveError
from dsl.runtime.game import Game, load
from dsl.runtime.moves import option_of
from dsl.runtime.proving import run_scenarios, scenario_state
from dsl.runtime.reading.patterns import by_name
from dsl.runtime.reading.tokens import begins
from dsl.runtime.state import State

CAN = "this move can be made now"


@dataclass(frozen=True)
class Row:
    """What a text means. makes: the move; refused: part of the words if it makes none.

    of: the move that is explained (empty: what was typed); why: part of the summary; changes: how many moves are named
    that can be made. step: the step of a scenario that holds for it (`does`, `cannot`), `not does` if it is no proof.
    """

    text: str
    makes: str = ""
    refused: str = ""
    of: str = ""
    why: str = CAN
    changes: int | None = None
    step: str = ""


def made(text: str, move: str, step: str = "") -> Row:
    """A text that makes a move, and is explained by saying so."""
    return Row(text, makes=move, of=move, step=step)


NOT = "is not a move here"
BEGIN = "of the moves with these words can be made now"

CHESS = [
    made("move e2 to e4", "move e2 to e4", "does"),
    made("MOVE  E2 to É4", "move e2 to e4", "does"),
    made("11", "move e2 to e3"),
    made("move e2 to e3 ", "move e2 to e3", "does"),
    made("e2 e4", "move e2 to e4", "not does"),
    made("e2e4", "move e2 to e4", "not does"),
    made("play e2 to e4", "move e2 to e4", "does"),
    made("play e2 e4", "move e2 to e4", "not does"),
    made("move e2 e4", "move e2 to e4", "not does"),
    made("to a4", "move a2 to a4", "not does"),
    made("mo b1 a3", "move b1 to a3", "not does"),
    made("move the e2 on to e4", "move e2 to e4", "not does"),
    made("from e2 into the e4", "move e2 to e4", "not does"),
    Row("on the e2", refused="“on the e2” can be 2 moves", why=f"2 {BEGIN}", changes=2),
    Row("99", refused="there is no move 99: there are 20", why="there is no move 99: there are 20"),
    Row("e2", refused="“e2” can be 2 moves: 11 move e2 to e3, 12 move e2 to e4", why=f"2 {BEGIN}", changes=2),
    Row("move e2", refused="“move e2” can be 2 moves", why=f"2 {BEGIN}", changes=2, step="not does"),
    Row("move", refused="“move” can be 20 moves", why=f"20 {BEGIN}", changes=4),
    Row("play", refused="“play” can be 20 moves", why=f"20 {BEGIN}", changes=4),
    Row("move e2 to e5", refused=NOT, why="e5 cannot be chosen here", changes=2, step="cannot"),
    Row("play e2 to e5", refused=NOT, of="move e2 to e5", why="e5 cannot be chosen here", changes=2, step="cannot"),
    Row("e2 e5", refused=NOT, of="move e2 to e5", why="e5 cannot be chosen here", changes=2),
    Row("e2e5", refused=NOT, of="move e2 to e5", why="e5 cannot be chosen here", changes=2),
    Row("move e7 to e5", refused=NOT, why="e7 cannot be chosen here", step="cannot"),
    Row("take e5", refused=NOT, of="take in passing from e5", why="e5 cannot be chosen here"),
    Row("castle to east", refused=NOT, why="other men stand between", step="cannot"),
    Row("castle east", refused=NOT, of="castle to east", why="other men stand between"),
    Row("castle", refused=NOT, why="none of the moves with these words can be made now", changes=0),
    Row("promote", refused=NOT, why="nothing can be chosen for “promote … to … into …” now"),
    Row("fly to the moon", refused=NOT, why="no action of this game reads like this"),
]

TIC_TAC_TOE = [
    made("mark b2", "mark b2", "does"),
    made("MARK B2", "mark b2", "does"),
    made("b2", "mark b2", "not does"),
    made("ma b2", "mark b2", "not does"),
    made("1", "mark a2"),
    Row("mark a1", refused=NOT, why="a1 cannot be chosen here", step="cannot"),
    Row("a1", refused=NOT, of="mark a1", why="a1 cannot be chosen here"),
    Row("mark", refused="“mark” can be 8 moves", why=f"8 {BEGIN}", changes=4),
    Row("mark b", refused="“mark b” can be 3 moves", why=f"3 {BEGIN}", changes=3, step="not does"),
    Row("mark z9", refused=NOT, why="something named in it is not known here"),
]

ANSWERS = "is no answer to “three cards to pass to the right”"
HEARTS = [
    made("take 4♣", "take 4♣", "does"),
    Row("take 4", refused="“take 4” can be 2 moves", why=f"2 {BEGIN}", changes=2, step="not does"),
    made("4♣", "take 4♣", "does"),
    made("TAKE a♦", "take A♦", "does"),
    made("take 4♣ in hand of A", "take 4♣", "does"),
    Row("take", refused="“take” can be 13 moves", why=f"13 {BEGIN}"),
    Row("take 3", refused="“take 3” can be 2 moves", why=f"2 {BEGIN}", changes=2, step="not does"),
    Row("take 9♣", refused=ANSWERS, why=f"“take 9♣” {ANSWERS}", step="cannot"),
    Row("done", refused=NOT, why="3 more must be taken first", step="cannot"),
    Row("play 4♣", refused=NOT, why="this is done at “your card”", step="cannot"),
]

DARK_ORDER_GIVEN = """
    given:
        war by A over "Fallow Reach"
        fight at 2
        field "Carrier" at A.battlefield[first, left]
        field "Carrier" copy 2 at A.battlefield[first, centre]
        field "Carrier" copy 3 at A.battlefield[first, right]
        field "Road Proctor" at B.battlefield[first, centre]
        field "Vault Guard" at B.battlefield[first, left]
    run clash
"""
LEFT = "attack with Carrier at A first line left at Vault Guard"
RIGHT = "attack with Carrier at A first line right at Road Proctor"
DARK_ORDER = [
    made(RIGHT, RIGHT, "does"),
    made(RIGHT.upper(), RIGHT, "does"),
    made(RIGHT.replace("attack", "strike"), RIGHT, "does"),
    made("car right proc", RIGHT, "not does"),
    made("strike car right proc", RIGHT, "not does"),
    made("attack with Carrier copy 3 at Road Proctor", RIGHT, "does"),
    made("strike with Carrier copy 3 at Road Proctor", RIGHT, "does"),
    made("pass", "pass for the rest of the combat", "does"),
    Row("strike", refused="“strike” can be 5 moves", why=f"5 {BEGIN}", changes=4),
    Row("attack", refused="“attack” can be 5 moves", why=f"5 {BEGIN}", changes=4),
    Row("strike with", refused="“strike with” can be 5 moves", why=f"5 {BEGIN}", changes=4, step="not does"),
    Row("carrier guard", refused="“carrier guard” can be 2 moves", why=f"2 {BEGIN}", changes=2),
    Row(
        "strike with Vault Guard at Carrier",
        refused=NOT,
        of="attack with Vault Guard at Carrier",
        why="Vault Guard is no unit of yours on the battlefield",
        step="cannot",
    ),
    Row(
        "strike Vault Guard Carrier",
        refused=NOT,
        of="attack with Vault Guard at Carrier",
        why="Vault Guard is no unit of yours on the battlefield",
    ),
    Row(
        "give_speed to Carrier",
        refused=NOT,
        of="give speed to Carrier",
        why="this is done at “support”",
    ),
    Row("strike with Grey Physician at Vault Guard", refused=NOT, why="Grey Physician is nowhere to be seen"),
]

ENCLAVE_GIVEN = """
    given:
        table_laid
        hand_over "Mended Scars" to A
        offered "Steel Tendons"
        set A.money to 6
        send A to den
    run shop_here locations[den]
"""
TENDONS = "discard Steel Tendons"
ENCLAVE = [
    made("buy Steel Tendons", "buy Steel Tendons"),
    made("throw out steel tendons", TENDONS),
    made("throw_out steel", TENDONS),
    made("dis ten", TENDONS),
    made("leave", "leave the shop"),
    Row("steel", refused="“steel” can be 2 moves", why=f"2 {BEGIN}"),
    Row("buy Mended Scars", refused=NOT, why="Mended Scars does not lie in the row of a shop"),
    Row("raid blind", refused=NOT, why="this is done at “Abordaż do Enklawy, where you raid or prepare”"),
]

DARK_EDEN_GIVEN = """
    given:
        enlist "Pokutnik" for A
        enlist "Pojedynkowicz" for A
        enlist "Pokutnik" copy 2 for B
        post "Rezerwista" for B
    run one_attack of A
"""
DUELLIST = "attack with Pojedynkowicz at Pokutnik"
DARK_EDEN = [
    made("attack with pojedynkowicz at REZERWISTA", "attack with Pojedynkowicz at Rezerwista"),
    made("poj rez", "attack with Pojedynkowicz at Rezerwista"),
    Row("shift Rezerwista", refused=NOT, of="move Rezerwista", why="this is done at “your actions”"),
    Row("shift Pojedynkowicz", refused=NOT, of="move Pojedynkowicz", why="and now A is asked “your Attack step”"),
    Row("attack with Pokutnik at Pojedynkowicz", refused=NOT, why="Pojedynkowicz is not an opponent's"),
    Row(
        "form_offensive_group with Pojedynkowicz",
        refused=NOT,
        of="form an Offensive Group with Pojedynkowicz",
        why="this is done at “your actions”",
    ),
]

MARKET = """game "Market" for 2 players
enum Good: rice, ribbon, salt
window stall "at the stall", pass "go home"
action fetch "take" (n: 1..3) of (g: Good where g is not ribbon) in stall: end game won by me
action weigh "weigh" (g: Good) in stall:
    requires never: 1 = 2 else "the scales are broken"
    end game won by me
main:
    offer stall to player 1
    end game drawn
"""
MARKET_ROWS = [
    made("take 2 of rice", "take 2 of rice", "does"),
    made("take 2 ri", "take 2 of rice", "not does"),
    made("fetch 2 ri", "take 2 of rice", "not does"),
    made("2 sa", "take 2 of salt", "not does"),
    made("fetch 3 of salt", "take 3 of salt", "does"),
    Row("fetch 2", refused="“fetch 2” can be 2 moves", why=f"2 {BEGIN}", changes=2, step="not does"),
    Row("take 2 of ribbon", refused=NOT, why="ribbon cannot be chosen here", changes=2, step="cannot"),
    Row("weigh ribbon", refused=NOT, why="the scales are broken", step="cannot"),
    Row("weigh ri", refused=NOT, why="the scales are broken", changes=0),
    Row("ribbon", refused=NOT, of="weigh ribbon", why="the scales are broken"),
    Row(
        "take 2 of rise",
        refused="did you mean “take 2 of rice”",
        why="nothing here is called “rise”; did you mean “rice”?",
    ),
]

GIVEN: dict[str, tuple[str, list[Row]]] = {
    "chess": ("\n", CHESS),
    "tic_tac_toe": ('\n    A does "mark a1"\n', TIC_TAC_TOE),
    "hearts": ("\n", HEARTS),
    "dark_order": (DARK_ORDER_GIVEN, DARK_ORDER),
    "enclave": (ENCLAVE_GIVEN, ENCLAVE),
    "dark_eden": (DARK_EDEN_GIVEN, DARK_EDEN),
    "market": ("\n", MARKET_ROWS),
}
LARGE = ("dark_order", "enclave", "dark_eden")
"""Games that take seconds to read."""


def large(game: str) -> pytest.MarkDecorator | tuple[()]:
    """The mark of tests that are not quick."""
    return pytest.mark.slow if game in LARGE else ()


ROWS = [
    pytest.param(game, row, id=f"{game}: {row.text.strip()}", marks=large(game))
    for game, (_, rows) in GIVEN.items()
    for row in rows
]


def games(*names: str) -> pytest.MarkDecorator:
    """A test of these games, those that take long marked."""
    return pytest.mark.parametrize("game", [pytest.param(name, marks=large(name)) for name in names])


@cache
def folder(game: str, made_in: Path) -> Path:
    """A copy of a game without its scenarios, but with what they share."""
    path = made_in / game
    if game == "market":
        path.mkdir()
        (path / "game.rules").write_text(MARKET, encoding="utf-8")
        return path
    shutil.copytree(find_game(game), path, ignore=shutil.ignore_patterns("scenarios"))
    shared = (find_game(game) / "scenarios").glob("common*.rules")
    (path / "scenarios").mkdir()
    for file in shared:
        shutil.copy(file, path / "scenarios")
    return path


@cache
def position(game: str, made_in: Path) -> tuple[Game, State]:
    """A game, and the position its rows are typed in."""
    given = GIVEN[game][0]
    root = folder(game, made_in)
    if "given:" not in given:
        loaded = load(root, backend="reference")
        state = loaded.start(seed=0)
        if given.strip():
            state.apply("mark a1")
        return loaded, state
    (root / "scenarios" / "here.rules").write_text(
        f'scenario "here":{given}    expect 1 = 1\n', encoding="utf-8", newline="\n"
    )
    loaded = load(root, scenarios=True, backend="reference")
    state = scenario_state(loaded, "here", backend="reference")
    (root / "scenarios" / "here.rules").unlink()
    assert state is not None
    return loaded, state


@pytest.fixture(scope="module")
def made_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the copies of games lie."""
    return tmp_path_factory.mktemp("reading")


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_the_api_reads_a_text(game: str, row: Row, made_in: Path) -> None:
    state = position(game, made_in)[1].clone()
    before, explanation = state.key(), state.explain(row.text)
    assert (row.why in explanation.summary, explanation.legal) == (True, row.why == CAN), explanation.summary
    assert explanation.text.casefold() == (row.of or row.text).casefold() or not explanation.requirements
    assert row.changes in (None, len(explanation.changes)), explanation.changes
    if row.makes:
        assert state.apply(row.text).text == row.makes == explanation.text
        return
    with pytest.raises(MoveError) as refused:
        state.apply(row.text)
    assert row.refused in str(refused.value)
    assert state.key() == before


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_the_session_answers_the_same(game: str, row: Row, made_in: Path) -> None:
    loaded, state = position(game, made_in)
    session = Session(loaded, state=state.clone())
    session.table.brief = True
    explanation = state.explain(row.text)
    assert session.line(f"why not {row.text}").plain().startswith(f"{explanation.text}: {explanation.summary}\n")
    lines = [f"do {row.text}", row.text] if row.text.split()[0] != "move" else [f"do {row.text}"]
    for line in lines:
        session = Session(loaded, state=state.clone())
        session.table.asks_all = True
        begun = len(session.table.state.played)
        told = session.line(line).plain()
        made = [move.text for move in session.table.state.played[begun:]]
        assert made == ([row.makes] if row.makes else [])
        assert row.refused in told.partition("\n")[0]
    told = Session(loaded, state=state.clone()).line(f"what if {row.text}").plain()
    assert f"did “{row.makes}”" in told if row.makes else row.refused in told


def _step(row: Row, player: str) -> str:
    """The step of a scenario that holds for a row."""
    return f'{player} does "{row.text}"' if row.makes else f'{player} cannot "{row.text}" because "{row.why}"'


@games("chess", "tic_tac_toe", "hearts", "dark_order", "market")
def test_a_scenario_reads_a_text_as_the_others_do(game: str, made_in: Path) -> None:
    """`does` wants at least the beginning, `cannot` a whole move: what is read more loosely is no proof."""
    root, (given, rows) = folder(game, made_in), GIVEN[game]
    player = "ABCD"[position(game, made_in)[1].actor - 1]
    steps = {f"{number}": _step(row, player) for number, row in enumerate(rows) if row.step in ("does", "cannot")}
    refused = {f"{number}": f'{player} does "{row.text}"' for number, row in enumerate(rows) if row.step == "not does"}
    text = "".join(
        f'scenario "{title}":{given}    {step}\n    A sees ""\n' for title, step in {**steps, **refused}.items()
    )
    file = root / "scenarios" / "rows.rules"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")
    results = run_scenarios(load(root, scenarios=True), lambda scenario: scenario.title in {**steps, **refused})
    file.unlink()
    assert {result.title: result.message for result in results if result.title in steps and not result.passed} == {}
    assert [result.title for result in results if result.title in refused and result.passed] == []


def test_moves_that_a_text_may_mean_are_listed(made_in: Path) -> None:
    """The answer to a text that can be many moves names a command that lists all of them."""
    loaded, state = position("chess", made_in)
    session = Session(loaded, state=state.clone())
    assert session.line("play").plain().endswith("and 14 more (moves play lists them)\n")
    assert session.line("moves play").plain().count("move ") == 20


@games(*GIVEN)
def test_every_move_on_offer_is_read_by_its_text_its_number_and_its_action(game: str, made_in: Path) -> None:
    """A whole text, in any case, never means another move; the name of its action in place of its label neither."""
    state = position(game, made_in)[1]
    moves = state.moves()
    actions = state.engine.machine.actions
    for move in moves:
        for text in (move.text, move.text.upper()):
            assert state.the_move(text) == move
            assert state.explain(text).legal
        if not any(other.text.isdecimal() for other in moves):
            assert state.the_move(str(move.number)) == move
        if move.action is not None:
            named = by_name(actions[option_of(move)[0] - 1], move.text)
            assert not named or state.the_move(named) == move


@games("hearts", "dark_order", "enclave")
def test_what_a_text_means_tells_nothing_hidden(game: str, made_in: Path) -> None:
    """However loosely a text is read: another deal of what the player does not know changes no answer."""
    state = position(game, made_in)[1]
    twins = [state.determinize(state.actor, key) for key in range(3)]
    for row in GIVEN[game][1]:
        told = state.explain(row.text, state.actor)
        assert all(twin.explain(row.text, state.actor) == told for twin in twins), row.text
        assert all(twin.read(row.text) == state.read(row.text) for twin in twins), row.text


def test_what_is_explained_stands_in_the_machine(made_in: Path) -> None:
    """The checked rules are not asked: a machine alone gives the same answers."""
    loaded, state = position("market", made_in)
    alone = State(Engine(loaded.engine().backend), state.position[:], run=False)
    assert alone.engine.program is None
    for row in MARKET_ROWS:
        assert alone.explain(row.text) == state.explain(row.text)
    assert "ribbon cannot be chosen here, only rice or salt" in alone.explain("take 2 of ribbon").summary


def test_a_number_is_never_cut_short() -> None:
    """With a stone on a1 `place on a1` made the only move that began so: `place on a10`."""
    assert begins("place on a10", "place on a") and not begins("place on a10", "place on a1")
    state = load("hex").start(2, seed=1)
    state.apply("place on a1")
    for row in range(2, 10):
        state.apply(f"place on a{row}")
    with pytest.raises(MoveError):
        state.the_move("place on a1")
    assert not state.explain("place on a1").legal
    assert state.the_move("place on a10").text == "place on a10"


def test_the_letter_of_a_seat_is_no_small_word() -> None:
    """`hint red to A` is not read as a hint to B, though `a` is a small word elsewhere."""
    state = load("hanabi").start(2, 1)
    assert not state.read("hint red to A").moves and state.read("hint red at B").moves
