"""Games that outlive their rules: a save beside changed rules is played again up to the first decision that differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dsl.diagnostics import RulesError
from dsl.packages.manifest import read_manifest
from dsl.pipeline import OptionValue
from dsl.reading.meaning import Saying, of_game
from dsl.runtime.errors import GameError, MoveError, SaveError
from dsl.runtime.game import Game
from dsl.runtime.state import State
from dsl.runtime.storage.records import RecordedMove
from dsl.runtime.storage.replay import begin
from dsl.runtime.storage.saves import Save
from dsl.spoken import said
from dsl.syntax.following import Renamed, moved_names, said_now


@dataclass(frozen=True, slots=True)
class Outlived:
    """A game played again by other rules: the state it came to, how many of its decisions could be made, and of the one
    that could not, its text and why. changed, added and gone: what the rules say otherwise, with its place; fault:
    those that stand where the reason comes from, or are named in the decision. packages: their versions then and now.
    """

    state: State
    made: int
    all: int
    stopped: str
    why: str
    changed: tuple[str, ...]
    added: tuple[str, ...]
    gone: tuple[str, ...]
    fault: tuple[str, ...]
    packages: tuple[tuple[str, str, str], ...]


def outlive(game: Game, saved: Save) -> Outlived:
    """Play a save again with rules that are not those it was made with, as far as its decisions can be made.

    SaveError if the game is for another number of players now, or does not begin.
    """
    record = saved.record
    if record.players not in game.players:
        raise SaveError(said("the save is of a game of {1} players, which these rules do not allow", record.players))
    moved = moved_names(_renamed(game))
    kept = _options(game, record.options, moved)
    chosen = game.with_options(kept) if kept != game.chosen_values() else game
    state = begin(chosen.engine(record.players), record.seed, record.start_chance)
    stopped, why, site = _again(state, record.moves, moved)
    now = of_game(game.sources)
    before = saved.lock.says if saved.lock is not None else {}
    changed = [key for key, one in now.items() if key in before and before[key] != one.digest]
    added = [key for key in now if before and key not in before]
    gone = [key for key in before if key not in now]
    return Outlived(
        state,
        len(state.played),
        len(record.moves),
        stopped,
        why,
        tuple(_placed(now, changed)),
        tuple(_placed(now, added)),
        tuple(gone),
        tuple(_at_fault(now, [*changed, *added], gone, stopped, site)),
        _versions(game, saved),
    )


def _again(state: State, moves: Sequence[RecordedMove], moved: Renamed) -> tuple[str, str, str]:
    """Make moves again; of the first that cannot be made its text, why, and the place that says so; else empty. A move
    that speaks of what is called otherwise by now is made by its new words.
    """
    for move in moves:
        try:
            try:
                state.apply_with(move.text, move.chance)
            except MoveError:
                text = said_now(move.text, moved)
                if text == move.text:
                    raise
                state.apply_with(text, move.chance)
        except (MoveError, GameError) as error:
            failed = () if state.is_over else state.explain(move.text).failed
            if not failed:
                return move.text, str(error), ""
            place = failed[0].site
            return move.text, failed[0].words, "" if place is None else f"{place.file}:{place.line}"
    return "", "", ""


def _options(game: Game, chosen: Mapping[str, OptionValue], moved: Renamed) -> dict[str, OptionValue]:
    """The options that were chosen and are still there, by the names that they have now."""
    known = {option.name for option in game.options}
    named = {name: name if name in known else moved.get(("option", name), name) for name in chosen}
    return {named[name]: value for name, value in chosen.items() if named[name] in known}


def _renamed(game: Game) -> Mapping[str, str]:
    """What the manifest of the game says that it has renamed; nothing, if there is none."""
    try:
        return read_manifest(game.sources.root).renamed
    except RulesError:
        return {}


def _placed(now: Mapping[str, Saying], keys: list[str]) -> list[str]:
    return [f"{key} ({now[key].span})" for key in keys]


def _at_fault(now: Mapping[str, Saying], other: list[str], gone: list[str], stopped: str, site: str) -> list[str]:
    """What of the differences the reason stands in; else what the decision names."""
    file, _, line = site.rpartition(":")
    inside = [
        key
        for key in other
        if file and now[key].span.file.name == file and now[key].span.line <= int(line) <= now[key].span.end_line
    ]
    named = [key for key in (*other, *gone) if '"' in key and key.split('"')[1] and key.split('"')[1] in stopped]
    return [f"{key} ({now[key].span})" if key in now else said("{1}, which is gone", key) for key in inside or named]


def _versions(game: Game, saved: Save) -> tuple[tuple[str, str, str], ...]:
    now = game.sources.packages
    before = saved.lock.packages if saved.lock is not None else {}
    both = [(name, before.get(name, ""), now.get(name, "")) for name in sorted({*before, *now})]
    return tuple(each for each in both if each[1] != each[2] and before)
