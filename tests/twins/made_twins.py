"""Twin worlds of the small games, made on purpose: two ways to play that are one for somebody who looks on.

A plan says which game, who looks on, which lines are played in the one world and in the other (in the words of moves),
and which pieces, by their titles, have changed places at the beginning of the other one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from twins.knowing import Sights, rekeyed
from twins.small_games import TEXTS
from twins.swaps import Swaps

from dsl.runtime.game import Game, load
from dsl.runtime.state import State


@dataclass(frozen=True)
class Plan:
    """Two worlds that are equal for a seat."""

    title: str
    game: str
    seat: int
    one: tuple[str, ...] = ()
    other: tuple[str, ...] | None = None
    swapped: tuple[tuple[str, str], ...] = ()
    """Titles: the first piece of the one that the seat does not know, and the first of the other, which lies elsewhere
    if it can; `Key in hand` is one that lies in a zone of that name."""
    faces: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """The numbers in the field `face` of the pieces that the seat does not know, in each of the worlds."""
    rekeyed: bool = False
    other_game: str = ""
    """The game of the other world, if it is another one: it differs in what is secret."""
    seed: int = 1
    players: int | None = None


@cache
def small(name: str) -> Game:
    """One of the small games."""
    folder = Path(mkdtemp())
    (folder / "game.rules").write_text(TEXTS[name], encoding="utf-8")
    return load(folder)


def worlds(plan: Plan) -> tuple[State, State]:
    """The two worlds of a plan, with their histories."""
    game = small(plan.game)
    one = game.start(plan.players, plan.seed)
    other = small(plan.other_game or plan.game).start(plan.players, plan.seed)
    sights = Sights(one.engine.machine)
    swaps = Swaps(sights)
    for first, second in plan.swapped:
        position = list(other.position)
        unknown = sights.unknown(position, plan.seat)
        title, _, zone = first.partition(" in ")
        a = next(each for each in unknown if sights.title(each) == title and _in(sights, position, each, zone))
        lies = sights.place(position, a)
        found = [each for each in unknown if sights.title(each) == second and each != a]
        b = next((each for each in found if sights.place(position, each) != lies), found[-1])
        other = begun_at(other, swaps.swap(position, a, b))
        one = begun_at(one, list(one.position))
    if plan.faces:
        one, other = (
            _faced(state, sights, plan.seat, faces) for state, faces in zip((one, other), plan.faces, strict=True)
        )
    if plan.rekeyed:
        one, other = begun_at(one, list(one.position)), begun_at(other, rekeyed(other.position, 0x1234567))
    for text in plan.one:
        played(one, sights, text)
    for text in plan.one if plan.other is None else plan.other:
        played(other, sights, text)
    seen = Sights(other.engine.machine).sight(other.position, plan.seat)
    assert sights.sight(one.position, plan.seat) == seen, "these are no twins"
    return one, other


def _faced(state: State, sights: Sights, seat: int, faces: tuple[int, ...]) -> State:
    position = list(state.position)
    field = next(each for each in sights.fields if each.name == "face")
    for piece, face in zip(sights.unknown(position, seat), faces, strict=False):
        position[field.base + piece] = face
    return begun_at(state, position)


def _in(sights: Sights, position: list[int], piece: int, zone: str) -> bool:
    return not zone or sights.info[sights.place(position, piece)].name == zone


def played(state: State, sights: Sights, word: str) -> None:
    """Make a move: by its text; `#2` the third one there is; `play Penny!1` with the second copy that can be taken."""
    if word.startswith("#"):
        state.apply(int(word[1:]))
        return
    text, mark, copy = word.partition("!")
    if not mark:
        state.apply(text)
        return
    option = state.option(text)
    title = sights.title(option[-1])
    same = [each for each in state.options() if each[:-1] == option[:-1] and sights.title(each[-1]) == title]
    state.apply(same[int(copy)])


def begun_at(state: State, position: list[int]) -> State:
    """A game that begins at a position, with no log yet."""
    return State(state.engine, position, seed=state.seed, from_beginning=False, run=False)


def _fetched(copy: int) -> tuple[str, ...]:
    """A penny is played, taken back and another one or the same played."""
    return ("play Penny!0", "wait", "take Penny", "wait", f"play Penny!{copy}", "wait", "play Crown", "wait")


def _plans() -> Iterator[Plan]:
    for seed in range(1, 7):
        yield Plan(f"the bomb lies elsewhere {seed}", "bomb", 0, swapped=(("Bomb", "Blank"),), seed=seed)
    for seat, seed in ((1, 1), (2, 1), (2, 2), (1, 3), (2, 3), (1, 5)):
        yield Plan(f"the bomb lies elsewhere {seed}", "bomb", seat, swapped=(("Bomb", "Blank"),), seed=seed)
        yield Plan(f"the bomb lies there, later {seed}", "bomb", seat, ("wait",), None, (("Bomb", "Blank"),), seed=seed)
    yield Plan("another bid", "auction", 2, ("1", "0"), ("4", "0"))
    yield Plan("another bid, seen by the third", "auction", 3, ("1", "0"), ("4", "0"))
    yield Plan("another bid, its second part is asked", "auction", 2, ("1",), ("4",))
    yield Plan("two other bids", "auction", 3, ("1", "0", "2", "1"), ("4", "3", "0", "0"))
    yield Plan("other bids, for a spectator", "auction", 0, ("1", "0", "2", "1"), ("4", "3", "0", "0"))
    yield Plan("another move, chosen unseen", "raids", 2, ("grab 1",), ("bribe C",))
    yield Plan("a move and none", "raids", 3, ("stay at home", "2"), ("grab 4",))
    for seat in (0, 2, 3):
        yield Plan("which of two questions he is asked", "raids", seat, ("stay at home",), ())
    yield Plan("two other moves", "raids", 3, ("grab 2", "grab 3"), ("bribe B", "stay at home", "1"))
    yield Plan("other moves, for a spectator", "raids", 0, ("grab 2", "grab 3"), ("#0", "bribe A"))
    yield Plan("a card that is sent unseen", "raids", 2, ("#0",), ("grab 5",), seed=2)
    yield Plan("another word", "words", 2, ("ocean",), ("hippopotamus",))
    clues = ("red", "blue", "green")
    yield Plan("another secret word", "words", 2, ("mist", "fog", "hail", *clues), ("stone", "fog", "sea", *clues))
    yield Plan("secret words, for a spectator", "words", 0, ("mist", "fog", "hail", *clues), ("a", "b", "c", *clues))
    yield Plan("an answer in odds and evens", "odds", 2, ("one",), ("two",))
    yield Plan("an answer in a later round", "odds", 2, ("one", "one", "one"), ("one", "one", "two"))
    yield Plan("the next die", "dice", 1, rekeyed=True)
    yield Plan("the next die of the other", "dice", 1, ("stop",), rekeyed=True)
    yield Plan("a card drawn at random", "dice", 2, ("draw",), swapped=(("Red", "Blue"),))
    yield Plan("what lies on top", "dice", 1, swapped=(("Red", "Blue"),))
    yield Plan("what lies on top of what", "dice", 2, ("stop",), None, (("Blue", "Red"),))
    yield Plan("which copy was played", "copies", 2, ("play Penny!0",), ("play Penny!1",))
    yield Plan("which copy came back and was played again", "copies", 2, _fetched(0), _fetched(1))
    yield Plan("an order that he alone knows", "three", 2, ("scry", "#0", "#0", "wait"), ("scry", "#1", "#1", "wait"))
    yield Plan("an order in the making", "three", 2, ("scry", "#0"), ("scry", "#1"))
    yield Plan("an order of known cards under the deck", "three", 2, ("tuck", "#0"), ("tuck", "#1"))
    seen = ("dig", "#0", "wait", "flash B", "wait", "dig", "#0", "wait")
    yield Plan("what he buries of what was seen", "three", 2, (*seen, "bury Ace"), (*seen, "bury Four"))
    yield Plan("what is kept of three", "three", 2, ("dig", "#0"), ("dig", "#1"))
    yield Plan("what is kept of three, for a spectator", "three", 0, ("dig", "#0"), ("dig", "#2"))
    yield Plan("which of two goes under", "three", 2, ("spoon", "#0", "done"), ("spoon", "#1", "done"))
    yield Plan(
        "what lies under the captain",
        "attached",
        1,
        ("wait", "hide Spy under Boris"),
        ("wait", "hide Guard under Boris"),
    )
    yield Plan("what lies face down in the camp", "attached", 1, ("wait", "station Spy"), ("wait", "station Cook"))
    yield Plan("which letter came", "secret", 2, ("fetch",), None, (("Letter from Home", "Bill"),))
    yield Plan("which letter comes", "secret", 2, swapped=(("Letter from the Front", "Bill"),))
    yield Plan("which of two letters came", "secret", 0, swapped=(("Letter from the Front", "Letter from Home"),))
    yield Plan("whom he likes", "pointing", 1, ("wait", "like Ace"), ("wait", "like Two"))
    yield Plan("whom he likes, for a spectator", "pointing", 0, ("wait", "like Ace"), ("wait", "like Four"))
    yield from _more_plans()
    yield Plan("what is answered before the key", "two_doors", 2, ("1",), ("3",), seed=3)
    key = (("Key in hand", "Stone"),)
    yield Plan("who has a key is asked once more", "two_doors", 2, ("1", "Key"), ("1",), key, seed=3)
    for seat in (0, 2):
        yield Plan("a round with a key", "two_doors", seat, ("1", "Key", "2", "Key"), ("1", "2", "Key"), key, seed=4)


def _more_plans() -> Iterator[Plan]:
    for seat, moves in ((1, ()), (2, ("wait",)), (0, ("fetch",))):
        yield Plan("what is secret in the rules", "secret", seat, moves, other_game="other_letters", seed=2)
    for seat in (0, 1, 2):
        yield Plan("what his dice show", "cups", seat, faces=((1, 2, 3, 4, 4, 1), (6, 6, 2, 1, 5, 4)))
    marked = (("play Penny!0", "wait", "mark Penny", "wait"), ("play Penny!1", "wait", "mark Penny", "wait"))
    yield Plan("which of two copies is marked", "copies", 2, (*marked[0], "play Penny!0"), (*marked[1], "play Penny!0"))
    yield Plan("whose sheet he holds", "sheets", 1, swapped=(("Red Sheet in hand", "Grey Sheet"),), seed=2)
    yield Plan("whose sheet is in the deck", "sheets", 2, swapped=(("Red Sheet", "Green Sheet"),), seed=1)
    red, blue = ("lay Red Sheet",), ("lay Blue Sheet",)
    for seat in (0, 2):
        swap = (("Red Sheet in hand", "Blue Sheet"),)
        yield Plan("whose sheet lies face down", "sheets", seat, red, blue, swap, seed=7)
    for nil in ("Nil in hand", "Nil in hand"), ("Nil in hand",):
        swapped = tuple((each, "Six") for each in nil)
        yield Plan(f"{len(nil)} of his cards break a value", "errors", 1, (), None, swapped, seed=1)
        yield Plan(f"{len(nil)} of his cards break it later", "errors", 1, ("wait",), None, swapped, seed=1)
    yield Plan("what lies on top breaks a move", "errors", 1, swapped=(("Nil in deck", "Six"),), seed=8)
    yield Plan("what lies on top breaks a value", "errors", 2, swapped=(("Nil in deck", "Six"),), seed=8)
    for seat in range(5):
        yield Plan("what the others hold", "teams", seat, swapped=(("Nine in hand", "One"), ("Five", "Nine")))
    nine = ("tell B", "wait", "wait", "wait", "lay Nine")
    for seat in (0, 3, 4):
        yield Plan("what he told his partner", "teams", seat, nine, swapped=(("Five in hand", "One"),))


PLANS = tuple(_plans())
