"""Sessions: every command, what seats hide, what failures leave alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.repl.complete import completions
from dsl.repl.session import COMMANDS, Session
from dsl.runtime.game import load
from dsl.runtime.proving import run_scenarios
from dsl.runtime.reading.tokens import fold


def say(session: Session, *lines: str) -> str:
    """The plain answer to the last of several lines."""
    answer = ""
    for line in lines:
        answer = session.line(line).plain()
    return answer


def start(session: Session) -> None:
    """Choose the sides: then A has the first turn."""
    say(session, "foxes", "owls")
    assert session.table.state.prompt() == "your turn"


def first_play(session: Session) -> str:
    """The text of a move that plays a card."""
    return next(move.text for move in session.table.moves if move.action == "play")


def test_a_game_is_played_by_numbers_and_texts(session: Session) -> None:
    """A number, a whole text, a beginning, without case: all are moves."""
    assert "which side?" in say(session, "")
    assert "B is asked" in say(session, "1")
    assert "your turn" in say(session, "OWLS")
    card = first_play(session)
    assert f"A: {card}" in say(session, card.upper())
    assert "B: wait" in say(session, "wa")


def test_the_beginning_shows_game_and_question(folder: Path) -> None:
    """The first thing to see is the title, the position and how to get help."""
    shown = Session(load(folder)).begin().plain()
    assert shown.startswith("Duel: 2 players, seed 0.\n")
    assert "help" in shown
    assert "── Duel" in shown
    assert "A is asked: which side?" in shown


def test_help_lists_and_explains_every_command(session: Session) -> None:
    """Each command stands in `help`, and `help NAME` says more."""
    listed = say(session, "help")
    for command in COMMANDS:
        assert command.usage in listed
        assert command.usage in say(session, f"help {command.name}")
    assert "meant undo?" in say(session, "help umdo")


def test_unknown_lines_get_suggestions(session: Session) -> None:
    """A slip in a command or in a move is answered with what it may have been."""
    start(session)
    assert "meant undo?" in say(session, "umdo")
    card = first_play(session)
    assert card in say(session, card + "x")
    assert "there are" in say(session, "99")
    before = session.table.state.key()
    for line in (
        "frobnicate the widget",
        "why",
        "why not",
        "what",
        "seat Z",
        "view Z",
        "bot",
        "bot B clever",
        "auto x",
    ):
        assert say(session, line)
    assert session.table.state.key() == before


def test_undo_and_redo(session: Session) -> None:
    """Undo goes back exactly, redo forward again; a new move ends the forward way."""
    keys = [session.table.state.key()]
    for line in ("1", "1", "wait", "wait"):
        say(session, line)
        keys.append(session.table.state.key())
    assert "Took back 3 decisions" in say(session, "undo 3")
    assert session.table.state.key() == keys[1]
    say(session, "redo 9")
    assert session.table.state.key() == keys[4]
    say(session, "u", "u", "wait")
    assert "nothing was taken back" in say(session, "redo")
    assert "nothing to take back" in say(session, "undo 99", "undo")


def test_moves_can_be_searched(session: Session) -> None:
    """`moves` lists all with numbers, `moves WORDS` those with the words."""
    start(session)
    assert "wait" in say(session, "moves")
    found = say(session, "moves roll")
    assert "roll" in found and "wait" not in found
    assert "no move has" in say(session, "moves dance")


def test_show_draws_zones_and_cards(session: Session) -> None:
    """Zones by their names, with or without an owner; cards with what is printed on them."""
    start(session)
    assert "deck" in say(session, "show deck")
    hands = say(session, "show hand")
    assert hands.count("hand of") == 2
    assert hands.index("hand of A") < hands.index("hand of B")
    say(session, "wait")
    hands = say(session, "show hand")
    assert hands.index("hand of B") < hands.index("hand of A"), "who is asked comes first"
    assert "hand of B" in say(session, "show hand of B")
    shown = say(session, "show ace")
    assert "strength 9" in shown and "Too strong for the weak." in shown
    assert "Łotr" in say(session, "show lotr")
    assert "there is no zone" in say(session, "show dragon")


def test_a_seat_hides_what_is_hidden(session: Session) -> None:
    """Whoever sits at A sees B's hand as backs, in every command, and decides for A only."""
    start(session)
    say(session, "wait")
    everything = say(session, "show hand of B")
    names = {name for name in ("Ace", "Łotr", "Page") if name in everything}
    say(session, "seat A")
    for line in ("show", "show hand of B", "moves", "log", "", "view A", "view nobody", "what if wait"):
        shown = say(session, line)
        assert "hand of B: " + everything.partition(":")[2].strip() not in shown
        assert not any(f"play {name}" in shown for name in names)
    assert "face-down card" in say(session, "show hand of B") or "hand (2)" in say(session, "show")
    assert "hidden" in say(session, "view B")
    assert "decides now" in say(session, "1")
    assert "decides now" in say(session, "wait")
    assert "name a file" in say(session, "record")
    shown = say(session, "seat B")
    assert any(f"play {name}" in shown for name in names)
    assert "see everything" in say(session, "seat all")


def test_what_a_seat_sees_does_not_depend_on_what_is_hidden(folder: Path) -> None:
    """Two deals that A cannot tell apart give A the same answers to everything."""
    from dsl.runtime.information.determinize import determinize
    from dsl.runtime.state import State

    game = load(folder)
    lines = (
        "",
        "show",
        "moves",
        "show hand",
        "show deck",
        "show ace",
        "view A",
        "log",
        "why might of A",
        "why not roll",
    )
    for seed in range(5):
        begun = Session(game, seed=seed)
        begun.table.brief = True
        start(begun)
        say(begun, "seat A")
        twin = Session(game, seed=seed)
        twin.table.brief = True
        state = begun.table.state
        position = determinize(state.engine, state.position, 1, 99)
        twin.table.state = State(state.engine, position, seed=seed, run=False)
        twin.table.seat = 1
        for line in lines:
            if line != "log":
                assert say(begun, line) == say(twin, line), line


def test_bots_answer_for_their_seats(session: Session) -> None:
    """With a bot at B only A is asked; undo goes back to the last decision of A."""
    start(session)
    say(session, "bot B random")
    assert session.table.state.actor == 1
    before = session.table.state.key()
    answer = say(session, "wait")
    assert "B: " in answer
    assert session.table.state.actor in (0, 1)
    say(session, "undo")
    assert session.table.state.key() == before
    assert "B: a person" in say(session, "bot B off", "bot")
    assert "A: random\n" in say(session, "bot all random", "bot") and "B: random" in say(session, "bot")
    assert "A: a person" in say(session, "bot all off", "bot")


@pytest.mark.parametrize("kind", ["random", "greedy", "greedy 2", "uct 20", "ismcts 20"])
def test_bots_play_to_the_end(session: Session, kind: str) -> None:
    """`auto` plays on when every seat has a bot; the end is told."""
    say(session, f"bot A {kind}", f"bot B {kind}")
    shown = say(session, "auto 1000")
    assert session.table.state.is_over
    assert "The game is over" in shown
    assert "the game is over" in say(session, "auto")
    assert "the game is over" in say(session, "wait")


def test_ctrl_c_stops_bots_at_a_decision(session: Session) -> None:
    """An interrupt while bots play leaves a whole position, which can be played on."""
    start(session)
    say(session, "bot B random")
    table = session.table
    made = table.bots[2]

    class Interrupting:
        """A bot during whose turn somebody presses Ctrl-C."""

        name = "interrupting"

        def choose(self, state: object) -> tuple[int, ...]:
            session.interrupt()
            return made.choose(table.state)

    table.bots[2] = Interrupting()
    assert "Stopped after 2 decisions." in say(session, "auto 100")
    assert table.state.actor == 1
    table.bots[2] = made
    assert "B: " in say(session, "wait")


def test_a_keyboard_interrupt_leaves_the_position(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a move: the move was not made."""
    start(session)
    before = session.table.state.key()

    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(session.table.state.engine.backend, "run", pressed, raising=False)
        assert "Stopped" in say(session, "wait")
    assert session.table.state.key() == before
    assert "A: wait" in say(session, "wait")


def test_why_and_why_not(session: Session) -> None:
    """Requirements are listed met or not with their numbers; values with what they are made of."""
    start(session)
    say(session, "manual set life of A to 1", "manual move Ace to hand of A")
    answer = say(session, "why not play Ace")
    assert "Ace is too strong for you" in answer
    assert "NOT met" in answer
    assert "game.rules:" in answer
    assert "can be made now" in say(session, "why not wait")
    assert "might of A = " in say(session, "why might of A")
    assert "1" in say(session, "why life of A?")
    assert "nothing here is called" in say(session, "why colour of A")


def test_why_of_a_name_alone_says_what_is_missing(session: Session) -> None:
    """There is such a number, and it has to be said whose is meant."""
    start(session)
    assert "say of what: life of ..." in say(session, "why life")


def test_what_if_reads_moves_as_they_are_typed(session: Session) -> None:
    """Some words of a move, or its number, as at the prompt."""
    start(session)
    assert "did “wait”" in say(session, "what if wa")
    number = next(move.number for move in session.table.moves if move.text == "wait")
    assert "did “wait”" in say(session, f"what if {number}")
    assert "is not a move here" in say(session, "what if fly away")


def test_help_fits_a_narrow_paper(session: Session) -> None:
    session.table.width = 40
    assert max(map(len, say(session, "help").splitlines())) <= max(40, *(len(each.usage) + 2 for each in COMMANDS))


def test_a_slip_is_a_slip_also_while_others_decide(session: Session) -> None:
    start(session)
    say(session, "seat B")
    assert "hlep is no command; meant help?" in say(session, "hlep")


def test_rules_are_not_read_again_behind_a_change_by_hand(session: Session) -> None:
    start(session)
    say(session, "manual set life of A to 1")
    assert "undo the change first" in say(session, "reload")


def test_because_leads_to_the_rule(session: Session) -> None:
    """A line of the log leads to the move it came from and to the place that wrote it."""
    start(session)
    say(session, first_play(session))
    answer = say(session, "because")
    assert "plays" in answer and "game.rules:" in answer
    assert "there is no line 99" in say(session, "because 99")


def test_what_if_changes_nothing(session: Session) -> None:
    """A move on a copy, told and dropped."""
    start(session)
    before = session.table.state.key()
    assert "Nothing was changed" in say(session, "what if roll")
    assert session.table.state.key() == before


def test_rules_of_the_ledger(session: Session) -> None:
    """A rule with its words, its note and where it is written; ids are found without regard to case."""
    answer = say(session, "rule du-1")
    assert "not too strong may be played" in answer and "Note:" in answer and "game.rules:" in answer
    assert "not written down" in say(session, "rule @DU-3")
    assert "DU-1" in say(session, "rule DU-9")


def test_save_and_load(session: Session, tmp_path: Path) -> None:
    """A saved game comes back with its history; nothing but saves is overwritten; bad files change nothing."""
    start(session)
    say(session, "wait")
    path, key = tmp_path / "a.save", session.table.state.key()
    assert "Saved" in say(session, f"save {tmp_path / 'a'}")
    say(session, "wait", "roll")
    assert "Loaded" in say(session, f"load {path}")
    assert session.table.state.key() == key
    assert "Took back" in say(session, "undo")
    say(session, "redo")
    assert "is no save" in say(session, f"save {tmp_path / 'game.rules'}")
    path.write_bytes(path.read_bytes()[:-20])
    assert "not a whole one" in say(session, f"load {path}")
    for bad in ("", "nowhere.save", "a\0b", str(tmp_path)):
        assert "fault of the program" not in say(session, f"load {bad}")
    assert session.table.state.key() == key


def test_what_was_played_becomes_a_scenario(session: Session, folder: Path) -> None:
    """`record` writes a scenario that the program reads, plays and passes."""
    start(session)
    say(session, first_play(session), "roll", "wait")
    assert 'A does "' in say(session, "record")
    (folder / "scenarios").mkdir()
    path = folder / "scenarios" / "mine.rules"
    assert "Written to" in say(session, f"record {path}")
    say(session, "undo 2")
    assert "Added to" in say(session, f"record {path}")
    results = run_scenarios(load(folder, scenarios=True))
    assert [result.message for result in results] == ["", ""]
    assert all(result.passed for result in results)
    assert "end in .rules" in say(session, f"record {folder / 'x.txt'}")


def test_a_game_with_another_seed_is_recorded_with_its_seed(folder: Path) -> None:
    """What is dealt with seed 3 is a scenario that says so, and it goes the same way."""
    session = Session(load(folder), seed=3)
    session.begin()
    start(session)
    say(session, first_play(session))
    (folder / "scenarios").mkdir()
    assert "Written to" in say(session, f"record {folder / 'scenarios' / 'mine.rules'}")
    assert "\n    seed 3\n" in (folder / "scenarios" / "mine.rules").read_text()
    assert [result.message for result in run_scenarios(load(folder, scenarios=True))] == [""]


def test_only_games_that_scenarios_can_repeat_are_recorded(folder: Path) -> None:
    """A seed that is too long for a number of the language is said, and nothing is written."""
    session = Session(load(folder), seed=12_345_678_901)
    session.begin()
    start(session)
    say(session, first_play(session))
    assert "the seed 12345678901 is too long" in say(session, f"record {folder / 'x.rules'}")
    assert not (folder / "x.rules").exists()


def test_reload_keeps_the_position(session: Session, folder: Path) -> None:
    """Changed rules are read and the same decisions made; mistakes change nothing."""
    start(session)
    say(session, "wait")
    rules = folder / "game.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('pass "wait"', 'pass "wait" nonsense'), encoding="utf-8")
    assert "everything stays as it was" in say(session, "reload")
    rules.write_text(text.replace("your turn", "now you"), encoding="utf-8")
    assert "3 of 3 decisions" in say(session, "reload")
    assert session.table.state.prompt() == "now you"
    rules.write_text(text.replace('"wait"', '"do nothing"'), encoding="utf-8")
    assert "Nothing was changed" in say(session, "reload")
    assert session.table.state.prompt() == "now you"
    assert "2 of 3 decisions" in say(session, "reload part")


def test_manual_changes_are_told_and_undone(session: Session) -> None:
    """By hand everything a position can hold is possible, and the log says so."""
    start(session)
    before = session.table.state.key()
    assert "changed by hand: life of A set to 9" in say(session, "manual set life of A to 9")
    assert "why life" not in say(session, "why life of A")
    assert "9" in say(session, "why life of A")
    assert "by hand" in say(session, "log")
    assert "Ace moved in hand of B" in say(session, "manual move Ace to hand of B")
    say(session, "manual set round to 7")
    assert "no record" in say(session, "save x")
    assert "no scenario" in say(session, "record")
    say(session, "undo 3")
    assert session.table.state.key() == before
    say(session, "redo 3")
    assert "by hand" in say(session, "log")
    for wrong in (
        "set life of A to 99",
        "set hope of A to 1",
        "set life of Zed to 1",
        "move A to deck",
        "move Ace to moon",
        "x",
    ):
        key = session.table.state.key()
        assert "fault of the program" not in say(session, f"manual {wrong}")
        assert session.table.state.key() == key


def test_completion_offers_what_can_be_typed(session: Session) -> None:
    """Moves and commands at the beginning of a line, arguments after a command."""
    start(session)
    assert {"wait", "roll", "why", "what"} <= set(completions(session, ""))
    assert completions(session, "und") == ["undo"]
    assert "why not wait" in completions(session, "why not w")
    assert completions(session, "seat ") == ["seat A", "seat B", "seat all"]
    assert "rule DU-1" in completions(session, "rule d")
    assert "show Łotr" in completions(session, "show lo")
    for command in COMMANDS:
        completions(session, command.name + " ")
    say(session, "seat B")
    assert not any(text.startswith("play") for text in completions(session, ""))


def test_no_line_breaks_a_session(session: Session) -> None:
    """Random lines of commands, moves and noise never end in an exception or change what they should not."""
    words = [command.name for command in COMMANDS if command.name not in ("quit", "save", "record", "load")]
    noise = [
        "",
        "A",
        "B",
        "all",
        "Ace",
        "Łotr",
        "hand of A",
        "1",
        "2",
        "99",
        "-1",
        "\x1b[2J",
        "\u202e",
        "not",
        "if",
        "x" * 3000,
    ]
    chance = random.Random(7)
    for _ in range(600):
        moves = [move.text for move in session.table.moves]
        line = " ".join(
            chance.choice([chance.choice(words), chance.choice(noise), *moves[:3]]) for _ in range(chance.randint(1, 4))
        )
        shown = say(session, line)
        assert "fault of the program" not in shown, (line, shown)
        assert "\x1b" not in shown and "\u202e" not in shown


def test_a_name_is_found_without_its_marks() -> None:
    """What people type and what the game calls things are compared without case and marks."""
    assert fold("ŁOTR") == "lotr"


def test_what_is_chosen_in_a_move_is_enough() -> None:
    """The squares alone make the move, if they make one only; what begins a move comes first."""
    session = Session(load("breakthrough"), 2, 0)
    assert "A: go from c2 to d3" in say(session, "c2 d3")
    assert "“c7” can be 3 moves" in say(session, "c7")
    assert "B: go from c7 to c6" in say(session, "C7 C6")
