"""While choices are made unseen, nobody but who is asked is told of whom what is asked."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

from dsl.machine.ir.ops import HEADER
from dsl.play.features import Features
from dsl.repl.session import Session
from dsl.runtime.game import Game, load
from dsl.runtime.information.view_text import lines
from dsl.runtime.proving import run_scenarios
from dsl.runtime.state import State

TRUMPS = """
game "Trumps" for 3 players

kind Card:
    trump: yes/no
card "Ash" is Card:
    trump yes
card "Elm" is Card:
    trump no
card "Fir" is Card:
    trump yes
card "Oak" is Card:
    trump no

each player has:
    zone hand: cards of Card, seen by owner
    zone laid: cards of Card

main:
    random swapped from 0..1
    if swapped = 0: move "Ash" to hand of player 1
    if swapped = 0: move "Elm" to hand of player 2
    if swapped = 1: move "Elm" to hand of player 1
    if swapped = 1: move "Ash" to hand of player 2
    move "Oak" to hand of player 3
    sealed for each p in players:
        choose c from hand of p where c.trump by p as "{p} of {size of hand of p}: the trump to lay"
        if none: nothing
        choose n from 1..2 by p as "{p}: and now"
    then:
        if c is not none: move c to laid of p
    end game drawn
"""


@cache
def trumps() -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(TRUMPS, encoding="utf-8")
        return load(folder)


def faces(state: State, seat: int) -> list[object]:
    """All that a seat is told of a position, but for who is ready."""
    session = Session(trumps(), state=state.clone())
    session.table.seat = seat
    typed = ("show", "moves", "1", "log", "view nobody")
    return [
        lines(state.view(seat)),
        state.prompt(seat),
        state.observation(seat),
        state.information_state(seat),
        Features(state.engine).row(state, seat),
        *(unready(session.line(each).plain()) for each in typed),
    ]


def unready(text: str) -> str:
    """Without the line that says who has chosen."""
    return "\n".join(each for each in text.splitlines() if "still choosing" not in each)


def begun(swapped: int) -> State:
    state = trumps().start(3, 1, explicit_chance=True)
    state.apply_outcome(1 - swapped)  # 0: A has the trump
    return state


def test_nobody_is_told_who_is_asked_nor_what() -> None:
    """A is asked for a card, or, having none, for the second thing at once; then B: to C it is all the same."""
    told = [faces(begun(1), 3), faces(begun(0), 3)]
    state = begun(1)
    while state.actor != 3:
        state.apply(state.moves()[0])
        if state.actor != 3:
            told.append(faces(state, 3))
    assert len(told) == 4 and all(each == told[0] for each in told)
    assert "choices are being made unseen" in told[0][0]  # type: ignore[operator]


def test_who_is_asked_is_told_everything() -> None:
    state = begun(1)
    view = state.view(1)
    assert (view.asked, view.prompt, view.moves) == (1, "A of 1: the trump to lay", ("Ash",))
    assert state.view().asked == 1 and not state.view().unseen


FLOWS = Path(__file__).parents[1] / "corpus" / "good" / "sealed_flows.rules"
ANSWERS = {1: ["yes", "2", "march", "rest", "Ash"], 2: ["no", "march", "Ash"], 3: ["yes", "3", "Ash"]}


def flows(folder: Path, order: str) -> Game:
    """The game of orders, in which players are asked in another order."""
    text = FLOWS.read_text(encoding="utf-8").partition("scenario ")[0]
    made = text.replace("sealed for each p in players:", f"sealed for each p in ({order}):")
    (folder / "game.rules").write_text(made, encoding="utf-8")
    return load(folder)


def test_whoever_is_asked_first_all_comes_to_the_same(tmp_path: Path) -> None:
    """In every order of the players the same answers lead to the same position."""
    ends: set[tuple[int, ...]] = set()
    for order in permutations((1, 2, 3)):
        state = flows(tmp_path, ", ".join(f"player {number}" for number in order)).start(3, 1)
        left = {player: iter(answers) for player, answers in ANSWERS.items()}
        while not state.is_over:
            state.apply(next(left[state.actor]))
        ends.add(tuple(state.position[: state.engine.machine.layout.stack]))
    assert len(ends) == 1


def test_nothing_changes_before_all_have_chosen(tmp_path: Path) -> None:
    """Choices in branches and loops touch nothing but the registers of the flow that asks."""
    game = flows(tmp_path, "player 1, player 2, player 3")
    for seed in range(8):
        state = game.start(3, seed)
        data = slice(HEADER, state.engine.machine.layout.stack)
        before, number = state.position[data], seed
        while state.actor:
            assert state.position[data] == before
            number = number * 5 + 3
            state.apply(number % len(state.moves()))
        assert state.is_over and state.position[data] != before


def test_every_path_is_imagined() -> None:
    """Who knows nothing of the answers imagines bold ones and others, each with what its path asks."""
    state = load(FLOWS).start(2, 1)
    for answer in ("yes", "2", "march", "rest", "Ash"):
        state.apply(answer)
    ends = set()
    for key in range(40):
        ahead = state.determinize(2, key)
        for answer in ("no", "rest", "Ash"):
            ahead.apply(answer)
        ends.add(tuple(ahead.returns()))
    assert ends == {(0, 0), (1, 0), (2, 0), (3, 0)}


def test_who_is_not_asked_cannot_do_what_there_is_and_a_slip_is_told(tmp_path: Path) -> None:
    """A scenario may say so while others choose unseen; what the game does not know stays a mistake in it."""
    proofs = "".join(
        f'\nscenario "{title}":\n    seed 0\n    C cannot "{text}"\n    A is asked "the trump"\n'
        for title, text in (("one", "Oak"), ("slip", "Oka"))
    )
    (tmp_path / "game.rules").write_text(TRUMPS + proofs, encoding="utf-8")
    one, slip = run_scenarios(load(tmp_path, scenarios=True))
    assert one.message == ""
    assert "nothing in this game is called “Oka”" in slip.message
