"""The command that plays."""

from __future__ import annotations

import gc
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dsl.play.refused import Refused
from dsl.reading.watching import Watch
from dsl.repl.commands.registry import seat_number
from dsl.repl.session import Session
from dsl.repl.terminal import run
from dsl.runtime.errors import GameError, OtherRules, SaveError
from dsl.runtime.game import Game, OptionValue, load
from dsl.runtime.proving import no_scenario, scenario_state
from dsl.runtime.state import State
from dsl.spoken import numbered, said
from dsl.tools.reply import MISUSE, Refusal, complain
from dsl.tools.translating import speak

if TYPE_CHECKING:
    from dsl.sharing.outliving import Outlived

_MOST_TOLD: Final = 8


def run_play(arguments: Namespace) -> int:
    """`play PATH`: a conversation at the terminal, or lines from standard input."""
    options = chosen(arguments.option)

    def read() -> Game:
        scenarios = arguments.scenario is not None
        game = load(arguments.path, arguments.modules, options, backend="python", scenarios=scenarios)
        return speak(game, arguments.lang)

    game = read()
    try:
        if arguments.from_lab:
            from dsl.tools.lab_games import played

            game, state = played(arguments.path, arguments.from_lab, arguments.store)
        else:
            state = _loaded(game, arguments) if arguments.load else _begun(game, arguments.scenario)
        players = state.engine.machine.players if state is not None else player_count(game, arguments.players)
        session = Session(game, players, arguments.seed, state=state, reload=read)
        if arguments.watch:
            session.changed = Watch(lambda: session.table.game.sources).changed
    except (SaveError, GameError) as error:
        raise Refusal(str(error)) from None
    table = session.table
    try:
        for order in arguments.bot:
            where, sign, kind = order.partition("=")
            if not sign:
                raise Refusal(said("--bot {1}: write a seat and a bot, such as B=random", order), MISUSE)
            table.take_bot(seat_number(table, where), kind)
        if arguments.seat is not None:
            table.seat = seat_number(table, arguments.seat)
        elif len(table.seats) == 1 and not table.bots:
            table.seat = 1  # who plays alone has nobody to hold the cards that lie face down
    except (Refused, ValueError) as error:
        raise Refusal(str(error), MISUSE) from None
    gc.collect()
    gc.freeze()  # what a game is made of stays: looking through it again and again would hold up answers
    return run(session, width=arguments.width, ascii_only=arguments.ascii, lines=arguments.lines)


def _loaded(game: Game, arguments: Namespace) -> State:
    """The state of a save; where the rules are others now, and --go-on is said, as far as its decisions can be made."""
    try:
        return game.restore(arguments.load)
    except OtherRules:
        from dsl.runtime.storage.saves import read
        from dsl.sharing.outliving import outlive

        found = outlive(game, read(Path(arguments.load)))
    for line in outlived_words(found, arguments):
        complain(line)
    if not arguments.go_on:
        raise Refusal(said("say --go-on to go on from there with the rules of today; the file stays as it is"))
    return found.state


def outlived_words(found: Outlived, arguments: Namespace) -> list[str]:
    """What became of a game whose rules have changed, for people."""
    told = [said("The rules have changed since {1} was saved.", arguments.load)]
    told += [
        said("  {1}: {2} then, {3} now", name, before or said("none"), now or said("none"))
        for name, before, now in found.packages
    ]
    at_seat = arguments.seat is not None  # what others did, how often, and what secret cards are called, is not for it
    for words, keys in (("changed", found.changed), ("new", found.added), ("gone", found.gone)):
        told += _listed(words, keys, 0 if at_seat else _MOST_TOLD)
    if not found.stopped:
        count = (
            said("All decisions") if at_seat else said("All {1}", numbered(found.all, "{1} decision", "{1} decisions"))
        )
        told.append(said("{1} can be made as before; what follows from them may be another.", count))
    elif at_seat:
        told.append(said("A decision cannot be made any more; which it is, is said without --seat."))
    else:
        number = said("Decision {1} of {2}", found.made + 1, found.all)
        told.append(said("{1}, “{2}”, cannot be made any more: {3}.", number, found.stopped, found.why.rstrip(".")))
        told += [said("  because of {1}", key) for key in found.fault]
    old = [f"{name}@{before}" for name, before, now in found.packages if before and before != now]
    if old:
        told.append(said("The old rules: play with {1} instead, if that version is still installed.", ", ".join(old)))
    return told


def _listed(words: str, keys: Sequence[str], most: int) -> list[str]:
    """So many of the names, and how many more there are."""
    left = len(keys) - most
    return [f"  {words}: {key}" for key in keys[:most]] + [f"  {words}: {left}{' more' if most else ''}"] * (left > 0)


def _begun(game: Game, title: str | None) -> State | None:
    """Where the scenario of a title begins; None for none."""
    found = scenario_state(game, title, backend="reference") if title is not None else None
    if title is not None and found is None:
        raise Refusal(no_scenario(game, title), MISUSE)
    return found


def chosen(orders: list[str]) -> dict[str, OptionValue]:
    """Options given as NAME=VALUE; several values with commas between them are one for each player."""
    found: dict[str, OptionValue] = {}
    for order in orders:
        name, sign, value = order.partition("=")
        if not sign or not name or not value:
            raise Refusal(said("--option {1}: write a name and a value, such as goal=5", order), MISUSE)
        parts = [_number(part) for part in value.split(",")]
        numbers = [part for part in parts if isinstance(part, int)]
        if len(parts) > 1 and len(numbers) < len(parts):
            raise Refusal(said("--option {1}: values for several players are numbers", order), MISUSE)
        found[name] = numbers if len(parts) > 1 else parts[0]
    return found


def player_count(game: Game, wanted: int | None) -> int:
    """The number of players asked for, or the lowest; Refusal if the game is not for so many."""
    numbers = game.players
    if wanted is None:
        return numbers[0]
    if wanted not in numbers:
        whom = (
            numbered(numbers[0], "{1} player", "{1} players")
            if len(numbers) == 1
            else said("{1} to {2} players", numbers[0], numbers[-1])
        )
        raise Refusal(said("the game is for {1}, not for {2}", whom, wanted), MISUSE)
    return wanted


def _number(text: str) -> str | int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text
