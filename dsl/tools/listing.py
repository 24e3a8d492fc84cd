"""The command that lists the games that come along."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path
from typing import Final

from dsl.runtime.tongues.own import numbered, said
from dsl.tools.reply import OK, say, say_json

_WIDTH: Final = 100


def run_games(arguments: Namespace) -> int:
    """`games`: the name of each game, its title, for how many it is, and what it is about."""
    from dsl.reading.places import shipped_games

    found = [(name, *_facts(path)) for name, path in sorted(shipped_games().items())]
    if arguments.json:
        keys = ("name", "title", "players", "about")
        say_json("games", {"games": [dict(zip(keys, each, strict=True)) for each in found]})
        return OK
    widest = max((len(name) for name, *_ in found), default=0)
    for name, title, players, words in found:
        say(f"  {name:<{widest}}  {title}, {_for_whom(players)}")
        say(f"  {'':<{widest}}  {_cut(words, _WIDTH - widest - 4)}".rstrip())
    say(said("rulewright play NAME plays one of them; in it, rules tells how it is played."))
    return OK


def _for_whom(players: str) -> str:
    """For how many players a game is: `2` or `2..6` in its header."""
    low, sign, high = players.partition("..")
    if sign:
        return said("for {1} to {2} players", low, high)
    return numbered(int(low), "for {1} player", "for {1} players") if low.isdecimal() else said("for ? players")


def _facts(path: Path) -> tuple[str, str, str]:
    """The title of a game, its numbers of players, and the first sentence about it."""
    from dsl.reading.headers import game_header, text_of
    from dsl.reading.places import MAIN
    from dsl.reading.readme import about

    main = path / MAIN if path.is_dir() else path
    text = text_of(main)
    header = game_header(text)
    words = next(iter(about(main.parent, text)), "")
    first = re.split(r"(?<=[.!?]) ", words, maxsplit=1)[0]
    return (header.title, header.players or "?", first) if header else (path.name, "?", first)


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 2].rsplit(" ", 1)[0] + " .."
