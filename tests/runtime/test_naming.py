"""Whatever is typed has an answer: nothing a player can write breaks a state."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.runtime.errors import MoveError
from dsl.runtime.game import load
from dsl.runtime.reading.offer import Rank
from dsl.runtime.reading.tokens import fold

STATE = load(Path(__file__).parent / "high").start(seed=3)
PIECES = ["Oak", "Ash", "żmija", "A", "B", "1", "2", "ręka", "karta", "field", "card", "face-down", "none", "-1", "²"]
WORDS = [
    "play",
    "hide",
    "pass",
    "take",
    "done",
    "at",
    "of",
    "in",
    "copy",
    "#2",
    "printed",
    "strength",
    "points",
    "rank",
]
TYPED = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(PIECES + WORDS), max_size=9).map(" ".join))


@settings(max_examples=300)
@given(TYPED)
def test_everything_typed_has_an_answer(text: str) -> None:
    before = STATE.position[:]
    explanation = STATE.explain(text)
    assert explanation.summary
    assert explanation.legal or all(fold(text) != fold(str(move)) for move in STATE.moves())
    for viewer in (None, 0, 1, 2):
        assert STATE.why(text, viewer).words
        assert STATE.explain(text, viewer).summary
    twin = STATE.clone()
    try:
        made = twin.apply(text)
        assert explanation.text == made.text or not explanation.legal
    except MoveError as error:
        assert str(error) and twin.position == STATE.position and not explanation.legal
    assert STATE.position == before


def test_long_texts_are_answered_at_once() -> None:
    for text in (
        "at " * 30_000,
        "play " * 30_000,
        "a of " * 30_000,
        "hide Oak at " * 10_000,
        "9" * 5_000,
        "x" * 100_000,
    ):
        assert STATE.explain(text).summary and STATE.why(text).words and not STATE.read(text, Rank.FULL).moves


def test_a_thing_answers_to_all_its_names() -> None:
    for text in ("points of a", "POINTS of A", "points of player A"):
        assert STATE.why(text).value == "0" or "nothing here" in STATE.why(text).words
    own = next(str(move) for move in STATE.moves() if move.action == "hide")
    card = own.removeprefix("hide ").removesuffix(" at 1")
    assert STATE.why(f"strength of {card}").value == STATE.why(f"strength of {card} in ręka of A").value
    assert STATE.why(f"rank of {card}").words == f"printed rank of {card}"
