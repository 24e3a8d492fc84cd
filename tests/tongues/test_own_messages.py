"""The program's own messages: every one has its Polish, and none is left in English on Polish screens."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator

import pytest

from dsl.lab.restricted import WORTH, Restricted
from dsl.reading.places import shipped_games
from dsl.repl.session import Session
from dsl.runtime.game import load
from dsl.runtime.tongues.catalogue import OWN, read, tongue_of
from dsl.runtime.tongues.own import Own, is_key, numbered, said, speaking
from dsl.runtime.tongues.tongue import HOLE
from dsl.sharing.own_messages import files, messages, messages_of
from dsl.sharing.translating import own_words, wrong
from dsl.tools.lab import MOST_SAID, restricted_words

GAME = shipped_games()["dark_order"]


def polish() -> Own:
    """The program's words in Polish."""
    return Own(tongue_of(GAME, "pl"))


def test_every_message_has_its_polish() -> None:
    assert wrong(read(OWN / "pl.po", "pl"), own_words()) == []


def test_a_message_is_a_text_that_can_be_found() -> None:
    """What is put together before it is said is in no catalogue."""
    for path in files():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in ("said", "numbered", "marked"):
                for each in node.args[1:3] if name == "numbered" else node.args[:1]:
                    assert not isinstance(each, (ast.JoinedStr, ast.BinOp)), f"{path}:{node.lineno}"


def test_messages_are_found_where_they_are_made() -> None:
    tree = ast.parse('a = said("one {1}", numbered(n, "{1} x", "{1} xs")); b = own("p" if c else "q"); is_key(t, "go")')
    assert set(messages_of(tree)) == {
        ("program", ("one {1}",)),
        ("program", ("{1} x", "{1} xs")),
        ("program", ("p",)),
        ("program", ("q",)),
        ("command", ("go",)),
    }


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "Cofnięto 1 decyzję."), (2, "Cofnięto 2 decyzje."), (5, "Cofnięto 5 decyzji."), (22, "Cofnięto 22 decyzje.")],
)
def test_a_message_agrees_with_its_number(count: int, words: str) -> None:
    with speaking(polish()):
        assert numbered(count, "Took back {1} decision.", "Took back {1} decisions.", count) == words
    plain = "Took back 1 decision." if count == 1 else f"Took back {count} decisions."
    assert numbered(count, "Took back {1} decision.", "Took back {1} decisions.", count) == plain


def test_what_is_spoken_ends_with_who_speaks() -> None:
    with speaking(polish()):
        assert said("the game is over") == "gra jest skończona"
        assert is_key("cofnij", "undo") and is_key("undo", "undo")
    assert said("the game is over") == "the game is over"
    assert not is_key("cofnij", "undo")


def session() -> Session:
    game = load(GAME)
    game.tongue = tongue_of(GAME, "pl")
    return Session(game, 2, 7)


def test_commands_are_typed_in_either_language() -> None:
    played = session()
    played.begin()
    played.line("1")
    first = played.line("cofnij").plain()
    played.line("1")
    assert played.line("undo").plain() == first
    assert played.line("dlaczego nie pas").plain() == played.line("why not pas").plain()
    assert played.line("co jeśli 1").plain() == played.line("what if 1").plain() == played.line("co jesli 1").plain()
    assert played.line("pomoc cofnij").plain() == played.line("help undo").plain()
    assert played.line("miejsce wszystkie").plain() == played.line("seat all").plain()


def screens(decisions: int) -> Iterator[str]:
    """What is read in a game that is played at random, with questions and slips on the way."""
    played, dice = session(), random.Random(5)
    asked = (
        "", "ruchy", "pokaż", "przebieg", "skąd", "dlaczego nie atakuj", "dlaczego nie pas", "dlaczego znużenie (A)",
        "dlaczego 1", "dlaczego nie 2", "co jeśli 1", "pokaż ręka", "pokaż A", "widok nikt", "pokaż znużenie", "bot",
        "bzdura", "pokaż bzdura", "cofnij", "ponów", "bot C", "dlaczego bzdura", "pokaż Granat dymny", "miejsce",
        "co jeśli nic", "dlaczego atak (Przeor strażnik)", "dlaczego szybkość (Kurier z nożem)", "skąd 3",
    )  # fmt: skip
    for _ in range(2):
        yield played.begin().plain()
        for order in ("zasady", "pomoc", *(f"pomoc {word}" for word in ("dlaczego", "miejsce", "cofnij", "zapisz"))):
            yield played.line(order).plain()
        for made in range(decisions):
            state = played.table.state
            if state.is_over:
                break
            yield played.line(str(dice.randrange(len(state.moves())) + 1)).plain()
            yield played.line(asked[made % len(asked)]).plain()
            yield played.prompt()
        for order in ("analiza", "przebieg 400", "pokaż", "ruchy", "dlaczego nie pas", "miejsce A", "pokaż B"):
            yield played.line(order).plain()
        played = session()
        played.line("miejsce B")
        played.line("bot A random")


def english() -> dict[str, re.Pattern[str]]:
    """What gives away each message of which the Polish is another: its longest words between holes."""
    told = read(OWN / "pl.po", "pl")
    kept = " ".join(str(message.string) for message in told)
    found: dict[str, re.Pattern[str]] = {}
    for context, text in messages():
        for part in HOLE.split(text)[::3]:
            words = part.strip(" .,;:()>?\n")
            telling = " " in words or len(words) > 3
            if context == "program" and telling and re.search(r"[a-z]{2}", words) and words not in kept:
                found[words] = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
    return found


PLACE = re.compile(r"\([^()]*\.rules:[0-9]+[^()]*\)")
"""Where a rule stands: the names of rules and files are as they are written."""


def left_over(screen: str, known: dict[str, re.Pattern[str]]) -> list[str]:
    """The English messages on a screen."""
    screen = PLACE.sub("", screen)
    return [words for words, pattern in known.items() if words in screen and pattern.search(screen)]


def test_english_words_would_be_noticed() -> None:
    known = english()
    assert "is asked" in left_over("B is asked: coś", known)
    assert left_over("attack is hidden", known) == ["hidden"]
    assert len(known) > 300


def test_no_english_is_left_on_polish_screens() -> None:
    known = english()
    for screen in screens(28):
        assert left_over(screen, known) == [], screen


@pytest.mark.long
def test_no_english_is_left_in_a_whole_game() -> None:
    known = english()
    for screen in screens(1000):
        assert left_over(screen, known) == [], screen


def test_what_restrictions_brought_names_the_share_that_is_no_matter() -> None:
    """The share is that of the lab, in both languages."""
    some = [Restricted("", "", "A", (f"card {at}",), 10_000, 0.5, 0.5, 0.001) for at in range(MOST_SAID + 1)]
    share = f"{100 * WORTH:.0f}"
    assert next(restricted_words(some)).startswith(f"No matter (surely less than {share} %): A without card 0; ")
    with speaking(polish()):
        assert next(restricted_words(some)).startswith(f"Bez znaczenia (na pewno mniej niż {share}%): ")
