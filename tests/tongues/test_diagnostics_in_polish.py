"""Mistakes in rules, told in Polish: nothing of what the program says of them is left in English."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from dsl.diagnostics import Bag, Diagnostic, render_text
from dsl.machine.ir.ops import Machine
from dsl.machine.ir.printer import to_text
from dsl.pipeline import check_sources, compile_game
from dsl.reading.game import read_game
from dsl.reading.places import shipped_games
from dsl.runtime.tongues.catalogue import OWN, program_tongue, read
from dsl.runtime.tongues.own import Own, speaking
from dsl.sharing.own_messages import messages
from dsl.spoken import HOLE

BAD = sorted((Path(__file__).parents[1] / "corpus" / "bad").glob("*.rules"))
GOOD = sorted((Path(__file__).parents[1] / "corpus" / "good").glob("*.rules"))
QUOTED = re.compile(r'`[^`]*`|"[^"]*"|[“„][^”]*”|(?:na przykład|napisz): .*')


def found_in(path: Path) -> list[Diagnostic]:
    bag = Bag()
    sources = read_game(path, bag)
    for number in sorted(set(sources.players)):
        check_sources(sources, bag, players=number)
    return list(bag.all())


def in_polish(path: Path) -> list[Diagnostic]:
    with speaking(Own(program_tongue("pl"))):
        return found_in(path)


@cache
def english() -> dict[str, re.Pattern[str]]:
    """What gives away a message of which the Polish is another: its words between holes, but those that are code."""
    kept = " ".join(str(message.string) for message in read(OWN / "pl.po", "pl"))
    found: dict[str, re.Pattern[str]] = {}
    for context, text in messages():
        for part in HOLE.split(QUOTED.sub("{1}", text))[::3]:
            words = part.strip(" .,;:()>?\n`")
            if context == "program" and re.search(r"[a-z]{2} [a-z]{2}", words) and words not in kept:
                found[words] = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
    return found


def left_over(diagnostic: Diagnostic) -> list[str]:
    told = [diagnostic.message, diagnostic.hint or "", *(label.words for label in diagnostic.labels)]
    said = "\n".join(QUOTED.sub("", each) for each in told)
    return [words for words, pattern in english().items() if words in said and pattern.search(said)]


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_no_mistake_is_told_in_english(path: Path) -> None:
    plain, polish = found_in(path), in_polish(path)
    assert [(each.code, each.span) for each in plain] == [(each.code, each.span) for each in polish]
    for each, other in zip(polish, plain, strict=True):
        assert left_over(each) == [], each.message
        assert each.message != other.message


def broken(path: Path, seed: int) -> str:
    """A game with a slip: a line doubled, cut or lost, two words changed, a sign put in."""
    dice = random.Random(seed)
    lines = path.read_text("utf-8").split("\n")
    at = dice.randrange(len(lines))
    words = lines[at].split(" ")
    slips = (
        [lines[at], lines[at]],
        [lines[at][: dice.randrange(len(lines[at]) + 1)]],
        [],
        [" ".join([*words[:-2], *reversed(words[-2:])])],
        [lines[at] + dice.choice((" ==", ":", " and", " (", '"', " of me", " 3"))],
        ["  " + lines[at]],
    )
    return "\n".join([*lines[:at], *dice.choice(slips), *lines[at + 1 :]])


@pytest.mark.parametrize("path", GOOD[::6], ids=lambda path: path.stem)
def test_no_slip_is_told_in_english(path: Path, tmp_path: Path) -> None:
    for seed in range(8):
        slipped = tmp_path / f"slip{seed}.rules"
        slipped.write_text(broken(path, seed), "utf-8")
        for each in in_polish(slipped):
            assert left_over(each) == [], render_text([each])


def test_what_stands_around_a_message_is_polish_too() -> None:
    with speaking(Own(program_tongue("pl"))):
        shown = render_text(found_in(BAD[0]))
    assert shown.startswith("błąd[") and "wskazówka: " in shown and "hint:" not in shown


@pytest.mark.parametrize("name", ["dark_order", "enclave", "chess", "hearts"])
def test_a_game_is_the_same_whoever_is_answered(name: str) -> None:
    """No word of the program is a part of what is compiled."""
    found = Bag()
    machine = to_text(machine_of(name, found))
    with speaking(Own(program_tongue("pl"))):
        assert to_text(machine_of(name, found)) == machine


def machine_of(name: str, bag: Bag) -> Machine:
    sources = read_game(shipped_games()[name], bag)
    program = check_sources(sources, bag, players=sources.players[0])
    bag.raise_errors()
    assert program is not None
    return compile_game(program)
