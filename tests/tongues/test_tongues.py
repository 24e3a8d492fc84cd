"""Games in other languages: the words of a catalogue, and everything else as it was."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from dsl.play.scenario_text import scenario_text
from dsl.reading.places import shipped_games
from dsl.runtime.errors import MoveError
from dsl.runtime.game import Game, load
from dsl.runtime.tongues.catalogue import CatalogueError, tongue_of
from dsl.sharing.translating import entries, updated, written, wrong

RULES = """\
game "Herd" for 2 players

kind Beast "beast":
    worth: 1..9

card "Cow" is Beast, 2 copies:
    worth 2

card "Bull" is Beast:
    worth 5

each player has:
    zone hand "hand": cards of Beast, seen by owner
    zone field "meadow": row of Beast
    var points: 0..99

the table has:
    zone deck "deck": stack of Beast, seen by nobody

window turn "your turn"

action lead_out "lead out" (b: Beast in hand of me) in turn:
    requires young: b.worth < 5 else "{b} is too strong for {me}"
    move b to field of me
    raise me.points by b.worth
    say "{me} leads out {b} and has {me.points} point(s)"

action count (n: 0..9) in turn:
    say "{n} cow(s) in the meadow"

main:
    move each b in Beast to hand of player 1
    repeat at most 9 times:
        for each p in players: offer turn to p
    end game scored by points
"""

POLISH = {
    ("game", "Herd"): "Stado",
    ("name", "Cow"): "Krowa|acc=Krowę|gender=f",
    ("name", "Bull"): "Byk|acc=Byka|gender=m",
    ("kind", "beast"): "zwierzę",
    ("zone", "hand"): "ręka|loc=ręce",
    ("zone", "meadow"): "łąka|loc=łące",
    ("zone", "deck"): "talia|loc=talii",
    ("quality", "points"): "punkty",
    ("said", "your turn"): "twoja kolej",
    ("move", "lead out {3}"): "wyprowadź {3:acc}",
    ("move", "count {3}"): "policz {3}",
    ("said", "{1} is too strong for {2}"): "{1} jest za {1:f=silna|m=silny} dla gracza {2}",
    ("said", "{1} leads out {2} and has {3} point(s)"): (
        "{2:acc} wyprowadza {1} i ma {3} punkt",
        "{2:acc} wyprowadza {1} i ma {3} punkty",
        "{2:acc} wyprowadza {1} i ma {3} punktów",
    ),
    ("said", "{1} cow(s) in the meadow"): (
        "{1} krowa na łące",
        "{1} krowy na łące",
        "{1} krów na łące",
    ),
}


def catalogue(game: Game, said: dict[tuple[str, str], str | tuple[str, ...]]) -> Catalog:
    made = updated(None, entries(game), game.sources, "pl", own=False)
    for message in made:
        text = message.id if isinstance(message.id, str) else message.id[0] if message.id else ""
        found = said.get((message.context or "", text))
        if found is not None:
            message.string = found
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with a Polish catalogue."""
    (tmp_path / "game.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "locale").mkdir()
    made = catalogue(load(tmp_path), dict(POLISH))
    (tmp_path / "locale" / "pl.po").write_bytes(written(made))
    return tmp_path


def in_polish(folder: Path) -> Game:
    game = load(folder)
    game.tongue = tongue_of(folder, "pl")
    return game


def test_moves_questions_and_the_log_are_in_the_language(folder: Path) -> None:
    state = in_polish(folder).start()
    texts = [move.text for move in state.moves()]
    assert "wyprowadź Krowę" in texts and "policz 5" in texts
    assert state.prompt() == "twoja kolej"
    state.apply("wyprowadź Krowę")
    assert state.log()[-1] == "Krowę wyprowadza A i ma 2 punkty"
    assert "Stado" in state.view(1).title


@pytest.mark.parametrize(("number", "words"), [(1, "krowa"), (2, "krowy"), (4, "krowy"), (5, "krów"), (0, "krów")])
def test_numbers_take_the_form_of_the_language(folder: Path, number: int, words: str) -> None:
    state = in_polish(folder).start()
    state.apply(f"policz {number}")
    assert state.log()[-1] == f"{number} {words} na łące"


def test_a_refusal_agrees_with_the_gender_of_what_it_names(folder: Path) -> None:
    state = in_polish(folder).start()
    with pytest.raises(MoveError, match="Byk jest za silny dla gracza A"):
        state.apply("wyprowadź Byka")


def test_a_move_is_understood_in_the_words_of_the_rules_too(folder: Path) -> None:
    state = in_polish(folder).start()
    state.apply("lead out Cow")
    state.apply("count 3")
    assert [played.text for played in state.played] == ["wyprowadź Krowę", "policz 3"]


def test_what_a_seat_may_not_know_stays_hidden(folder: Path) -> None:
    game = in_polish(folder)
    state = game.start()
    told = str(state.view(2)) + state.observation(2)
    assert "Krow" not in told and "Byk" not in told
    assert "zwierzę" in told


def test_records_saves_and_scenarios_are_the_same_in_all_languages(folder: Path, tmp_path: Path) -> None:
    """The same decisions in both: equal positions, equal files, and each is read by the other."""
    plain, polish = load(folder), in_polish(folder)
    states = [plain.start(), polish.start()]
    dice = random.Random(3)
    while not states[0].is_over:
        option = dice.choice(states[0].options())
        for state in states:
            state.apply(option)
    assert states[0].key() == states[1].key() and states[0].position == states[1].position
    assert states[0].record() == states[1].record()
    assert scenario_text(plain, states[0]) == scenario_text(polish, states[1])
    for number, state in enumerate(states):
        state.save(tmp_path / f"{number}.json")
    assert (tmp_path / "0.json").read_bytes() == (tmp_path / "1.json").read_bytes()
    assert polish.restore(tmp_path / "0.json").log() == states[1].log()
    assert plain.restore(tmp_path / "1.json").log() == states[0].log()


def test_what_is_done_is_kept_and_what_has_changed_is_marked(folder: Path) -> None:
    path = folder / "game.rules"
    path.write_text(RULES.replace('"your turn"', '"it is your turn"'), encoding="utf-8")
    game = load(folder)
    with (folder / "locale" / "pl.po").open("rb") as file:
        new = updated(read_po(file, locale="pl"), entries(game), game.sources, "pl", own=False)
    found = {(each.text, each.what) for each in wrong(new, entries(game)) if each.context == "said"}
    assert found == {("it is your turn", "has changed since it was translated")}
    (folder / "locale" / "pl.po").write_bytes(written(new))
    state = in_polish(folder).start()
    assert state.prompt() == "it is your turn" and "wyprowadź Krowę" in [move.text for move in state.moves()]


def test_a_second_update_changes_no_byte(folder: Path) -> None:
    path, game = folder / "locale" / "pl.po", load(folder)
    with path.open("rb") as file:
        again = written(updated(read_po(file, locale="pl"), entries(game), game.sources, "pl", own=False))
    assert again == path.read_bytes()


@pytest.mark.parametrize(
    ("entry", "said", "what"),
    [
        (("move", "count {3}"), "policz", "is translated without {3}"),
        (("move", "count {3}"), "policz {3} {7}", "is translated with {7}, which the text does not have"),
        (("move", "count {3}"), "policz {3} {n}", "is translated with a brace that is no hole"),
        (("name", "Bull"), "Krowa", "is called “Krowa”, and so is “Cow”"),
        (("said", "{1} cow(s) in the meadow"), ("{1} krów",), "has 1 form for numbers, and the language has 3"),
    ],
)
def test_mistakes_of_translators_are_told(
    folder: Path, entry: tuple[str, str], said: str | tuple[str, ...], what: str
) -> None:
    game = load(folder)
    words = entries(game)
    found = [each for each in wrong(catalogue(game, {**POLISH, entry: said}), words) if not each.open]
    assert found and all((each.context, each.text) == entry for each in found)
    assert any(each.what.startswith(what) for each in found)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("these are no words\n", "is no catalogue"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=__import__(1);\\n"\n', "rule of plurals"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n**n**n;\\n"\n', "rule of plurals"),
        ("\x00\x01", "is no catalogue"),
    ],
)
def test_a_bad_catalogue_is_refused_in_words(folder: Path, text: str, what: str) -> None:
    (folder / "locale" / "pl.po").write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError, match=what):
        tongue_of(folder, "pl")


def test_a_language_that_is_not_there(folder: Path) -> None:
    with pytest.raises(CatalogueError, match="no words in “de”"):
        tongue_of(folder, "de")
    with pytest.raises(CatalogueError, match="not the code of a language"):
        tongue_of(folder, "../pl")


_SHIPPED = sorted(path for game in shipped_games().values() for path in game.glob("locale/*.po"))
_LARGE = ("dark_eden", "dark_order", "doom", "enclave", "siege")


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path, id=path.parent.parent.name, marks=pytest.mark.long if path.parent.parent.name in _LARGE else ()
        )
        for path in _SHIPPED
    ],
)
def test_a_shipped_catalogue_is_complete(path: Path) -> None:
    """Nothing is open or wrong in it, and bringing it up to date changes no byte."""
    game = load(path.parent.parent)
    words = entries(game)
    with path.open("rb") as file:
        old = read_po(file, locale=path.stem)
    assert wrong(old, words) == []
    assert written(updated(old, words, game.sources, path.stem, own=False)) == path.read_bytes()


def test_all_rulebooks_have_polish_words() -> None:
    assert {path.parent.parent.name for path in _SHIPPED} >= set(_LARGE)


@pytest.mark.long
@pytest.mark.parametrize("name", _LARGE)
def test_games_in_polish_go_as_they_do_in_english(name: str) -> None:
    """The same decisions lead to the same positions, each move is found by its text in both, and records are equal."""
    path = shipped_games()[name]
    plain, polish = load(path), load(path)
    polish.tongue = tongue_of(path, "pl")
    states = [plain.start(seed=11), polish.start(seed=11)]
    dice = random.Random(11)
    for _ in range(150):
        if states[0].is_over:
            break
        moves = [state.moves() for state in states]
        assert len(moves[0]) == len(moves[1])
        number = dice.randrange(len(moves[0]))
        states[0].apply(moves[0][number].text)
        states[1].apply(moves[1][number].text)
        assert states[0].position == states[1].position
    assert states[0].record() == states[1].record()
