"""Games of the lab's store, opened again: `lab record`, `lab scenario`, `play --from-lab`."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from dsl.diagnostics import Diagnostic, RulesError
from dsl.durable import append_whole
from dsl.lab.arena import Arena
from dsl.lab.running import game_of, store_path
from dsl.lab.store import Store
from dsl.lab.variant import Variant, rules_digest, variant_id
from dsl.reading.places import find_game
from dsl.runtime.game import Game
from dsl.runtime.state import State
from dsl.spoken import said
from dsl.tools.reply import MISUSE, OK, Refusal, say


def game_at(path: str, id_: str, wanted: str | None) -> tuple[Game, Variant, int]:
    """The game, the variant and the number that an id means; Refusal if the store has none, or the rules are others."""
    name, sign, number = id_.partition(":")
    if not sign or not name or not (number.isascii() and number.isdecimal()):
        raise Refusal(said("{1}: a game of the lab is called VARIANT:NUMBER, as reports name it", id_), MISUSE)
    store = opened(find_game(path), wanted)
    about = store.about(name)
    if about is None:
        known = ", ".join(store.variants()) or "none"
        raise Refusal(said("{1} has no variant {2}; there are: {3}", store.path, name, known), MISUSE)
    with store.reading():
        variant, rules = Variant.of({**about["variant"], "path": path}), str(about["rules"])
    game = game_of(variant)
    if rules_digest(game) != rules:
        raise Refusal(said("the rules have changed since this game was played, so it cannot be played again by them"))
    full = variant_id(variant, rules)
    if not any(first <= int(number) < first + count for first, count in store.spans(full)):
        raise Refusal(said("{1} has no game {2} of {3}", store.path, number, name), MISUSE)
    return game, variant, int(number)


def opened(path: Path, wanted: str | None) -> Store:
    """The store of a game; RulesError if there is none."""
    file = store_path(path, wanted)
    if not file.is_file():
        hint = said("rulewright lab run writes one")
        raise RulesError([Diagnostic("E169", "error", said("there are no results in {1}", file), hint=hint)])
    return Store(file)


def played(path: str, id_: str, wanted: str | None) -> tuple[Game, State]:
    """A game of a store, played again to its end."""
    game, variant, number = game_at(path, id_, wanted)
    state = Arena(game, variant).game(number)
    return game, game.replay(state.record(), backend="reference")


def run_record(arguments: Namespace) -> int:
    """`lab record PATH ID`."""
    game, state = played(arguments.path, arguments.id, arguments.store)
    path = Path(arguments.output or f"{arguments.id.replace(':', '-')}.json")
    game.save(state, path)
    say(said("written: {1}; rulewright play {2} --load {3} opens it", path, arguments.path, path))
    return OK


def run_scenario(arguments: Namespace) -> int:
    """`lab scenario PATH ID`."""
    from dsl.play.refused import Refused
    from dsl.play.scenario_text import scenario_text

    game, state = played(arguments.path, arguments.id, arguments.store)
    try:
        text = scenario_text(game, state)
    except Refused as error:
        raise Refusal(said("{1}; lab record keeps such a game", error)) from None
    if arguments.output is None:
        say(text.rstrip("\n"))
        return OK
    append_whole(Path(arguments.output), ("\n" + text).encode())
    say(said("added to {1}", arguments.output))
    return OK
