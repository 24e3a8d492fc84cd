"""Drifts planted in the shipped games: a text or a rule of a card is changed so that they no longer say the same.

What is changed is what both tell: a number, whose things are meant, when, under which condition, how long. Nothing here
knows how the check looks for differences.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dsl.diagnostics import Bag, RulesError
from dsl.reading.agreed import Worded, parted, worded
from dsl.reading.game import read_game
from dsl.runtime.game import load
from dsl.saying.agreeing import Checker, Difference
from dsl.semantics.model import Card

GAMES = Path(__file__).parents[2] / "games"
FIVE = ("dark_order", "dark_eden", "doom", "enclave", "siege")
ASPECTS = ("number", "target", "timing", "condition", "duration")
_WORDS = ("two", "three", "four", "five", "six", "seven")

_TEXT = {
    "target": (
        (r"\ban? enemy\b", "one of your"), (r"\benemy\b", "friendly"), (r"\bof an opponent\b", "of yours"),
        (r"\bopponent's\b", "own"), (r"\bone of your\b", "all your"), (r"\bone of your\b", "an enemy"),
        (r"\byour (?=unit|Warrior|Place|hand)", "an opponent's "), (r"\banother player's\b", "your"),
    ),
    "timing": (
        (r"\bAfter\b", "Before"), (r"\bafter\b", "before"), (r"\bBefore\b", "After"), (r"\bbefore\b", "after"),
        (r"\bat the end of\b", "at the start of"), (r"\bAt the end of\b", "At the start of"),
        (r"\bAt the start of\b", "At the end of"), (r"\bEnd of\b", "Start of"),
        (r"\bdefence turn\b", "attack turn"), (r"\bwhile defending\b", "while attacking"),
        (r"\bWhile attacking\b", "While defending"), (r"\byour Attack step\b", "your Raid step"),
    ),
    "condition": (
        (r"\bat least (\d)", r"at most \1"), (r"\b(\d) or more\b", r"\1 or less"), (r"\b(\d) or less\b", r"\1 or more"),
        (r"\bcannot be\b", "can be"), (r"\bCannot\b", "May"), (r"\bunexhausted\b", "exhausted"),
        (r"\bface-down\b", "face-up"), (r"\bcannot\b", "can"),
    ),
    "duration": (
        (r"\bin this round\b", "in this turn"), (r"\bin this turn\b", "in this round"),
        (r"\bin this attack turn\b", "in this round"), (r"\bin this activation\b", "in this round"),
        (r"\bin this combat\b", "in this turn"),
    ),
}  # fmt: skip
_RULE = {
    "target": (
        (r"(?<!opponent )\bof me\b", "of opponent of me"), (r"\bof opponent of me\b", "of me"),
        (r"\bhostile\(me, ", "not hostile(me, "),
    ),
    "timing": (
        (r"^(\s+)after (?=\w)", r"\1before "), (r"^(\s+)before (?=\w)", r"\1after "),
        (r"\bat end of\b", "at start of"), (r"\bat start of\b", "at end of"),
        (r" in defence_turn:", " in attack_turn:"), (r" in end_of_combat:", " in after_reveal:"),
        (r" in while_defending:", " in while_attacking:"),
    ),
    "condition": (
        (r"<=", ">="), (r">=", "<="), (r" > ", " < "), (r"\bcannot (?=\w+ \w)", "must "),
        (r"\bnot (?=\w+\.exhausted)", ""), (r"(?<!not )\bu\.exhausted\b", "not u.exhausted"),
        (r"\bnot (?=\w+\.face_up)", ""),
    ),
    "duration": (
        (r"\bend of close_round\b", "end of take_attack_turn"), (r"\bend of take_attack_turn\b", "end of close_round"),
    ),
}  # fmt: skip


_OTHER_CHANGES = {
    "number": (
        (r"\btwo\b", "four"), (r"(?<![\w.])\+1\b", "-1"), (r"\+2\b", "+4"), (r"\b1 less\b", "1 more"),
        (r"\b1 more\b", "2 more"), (r"\bdoubled\b", "halved"), (r"(?<!\w)2(?!\w)", "5"),
    ),
    "target": (
        (r"\bany Warrior\b", "your Warrior"), (r"\bAll units\b", "Your units"), (r"\bAll your\b", "One of your"),
        (r"\byour (?=Squad|Frontier|discard)", "an opponent's "), (r"\bany unit\b", "one of your units"),
        (r"\bAn enemy\b", "One of your"), (r"\ball (?=face-down)", "one of the "), (r"\bthe other side\b", "your side"),
        (r"\bEach Place\b", "One Place"), (r"\banother marine\b", "a demon"),
    ),
    "timing": (
        (r"\bwhile attacking\b", "while defending"), (r"\bAfter the reveal\b", "End of combat"),
        (r"\bEnd of combat\b", "After the reveal"), (r"\bIn your Actions step\b", "In your Attack step"),
        (r"\bIn your Raid step\b", "In your Attack step"), (r"\bDuring your attack\b", "During your defence"),
        (r"\bdefence turn\b", "support turn"),
    ),
    "condition": (
        (r"\bYou may (?=recruit|use)", "You cannot "), (r"\bNever\b", "Always"),
        (r"\bwithout damage\b", "with damage"), (r"\bignores? cover\b", "counts cover"),
        (r"\bmay (?=raid|attack|take)", "must not "), (r"\bexhausted (?=\w)", "unexhausted "),
        (r"\bface-down\b", "face-up"), (r"\bcannot\b", "must"),
    ),
    "duration": (
        (r"\bin this round\b", "in this combat"), (r"\bin this activation\b", "in this turn"),
        (r"\bin this turn\b", "in this game"), (r"\bin this attack turn\b", "in this battle"),
    ),
}  # fmt: skip
"""Changes of other words, which were written when what finds those above was made."""


@dataclass(frozen=True, slots=True)
class Drift:
    """A change of one card: where, what, in the text or in the rule."""

    game: str
    title: str
    aspect: str
    where: str
    old: str
    new: str
    start: int
    file: str = ""


def in_texts(game: str, cards: list[Card]) -> Iterator[Drift]:
    """Every drift that can be planted in the texts of a game."""
    for card in cards:
        text = card.text or ""
        for match in re.finditer(r"(?<!\w)\d+(?!\w)", text):
            yield Drift(game, card.title, "number", "text", match[0], str(int(match[0]) + 1), match.start())
        for match in re.finditer(rf"\b({'|'.join(_WORDS[:-1])})\b", text):
            new = _WORDS[_WORDS.index(match[0]) + 1]
            yield Drift(game, card.title, "number", "text", match[0], new, match.start())
        yield from _worded_otherwise(game, card, _TEXT)


def others() -> list[Drift]:
    """Every drift in texts that the changes of other words plant."""
    found = [each for game in FIVE for card in texted(game) for each in _worded_otherwise(game, card, _OTHER_CHANGES)]
    return [drift for drift in found if _is_written(drift)]


def _worded_otherwise(game: str, card: Card, table: dict[str, tuple[tuple[str, str], ...]]) -> Iterator[Drift]:
    for aspect, changes in table.items():
        for pattern, new in changes:
            for match in re.finditer(pattern, card.text or ""):
                yield Drift(game, card.title, aspect, "text", match[0], match.expand(new), match.start())


def in_rules(game: str, cards: list[Card]) -> Iterator[Drift]:
    """Every drift that can be planted in the rules of the cards of a game, of what their texts tell too."""
    for card in cards:
        start, block = _block(card)
        numbers = set(re.findall(r"(?<!\w)\d+(?!\w)", card.text or ""))
        lines = [line for line in block.split("\n")[1:]]
        at = start + len(block.split("\n", 1)[0]) + 1
        for line in lines:
            code = line.split("  @")[0].partition(' else "')[0]
            if not code.lstrip().startswith("text "):
                yield from _line(game, card, code, at, numbers)
            at += len(line) + 1


def _line(game: str, card: Card, code: str, at: int, numbers: set[str]) -> Iterator[Drift]:
    file = card.span.file.name
    for match in re.finditer(r"(?<![\w\"])\d+(?![\w\"])", code):
        if match[0] in numbers and not code.lstrip().startswith(("level", "act ", "number ")):
            new = str(int(match[0]) + 1)
            yield Drift(game, card.title, "number", "rule", match[0], new, at + match.start(), file)
    for aspect, changes in _RULE.items():
        if not any(re.search(pattern, card.text or "") for pattern in _TOLD[aspect]):
            continue
        for pattern, new in changes:
            for match in re.finditer(pattern, code):
                yield Drift(game, card.title, aspect, "rule", match[0], match.expand(new), at + match.start(), file)


_TOLD = {
    "target": (r"\b(your|enemy|opponent|other)\b",),
    "timing": (r"(?i)\b(after|before|end of|start of|defen[cs]e turn|while|attack turn)\b",),
    "condition": (r"(?i)\b(at least|at most|or more|or less|cannot|exhausted|face-down)\b",),
    "duration": (r"\bin this \w+",),
}


def _block(card: Card) -> tuple[int, str]:
    """The lines of a card in its file, and where they begin."""
    text = card.span.file.text
    start = text.rfind("\n", 0, card.span.start) + 1
    rows = text[start:].split("\n")
    last = next((n for n, row in enumerate(rows[1:], 1) if row.strip() and not row.startswith(" ")), len(rows))
    return start, "\n".join(rows[:last])


def texted(game: str) -> list[Card]:
    """The cards of a game with texts."""
    return [card for card in load(game).program().cards if card.text]


def every(where: str) -> list[Drift]:
    """Every drift that can be planted in the texts or in the rules of all games."""
    find = in_texts if where == "text" else in_rules
    return [drift for game in FIVE for drift in find(game, texted(game)) if _is_written(drift)]


def plants(seed: int, each: int, where: str) -> list[Drift]:
    """So many drifts of each aspect, drawn from all games."""
    pick = random.Random(seed)
    found = every(where)
    drawn: list[Drift] = []
    for aspect in ASPECTS:
        own = [drift for drift in found if drift.aspect == aspect]
        drawn += pick.sample(own, min(each, len(own)))
    return drawn


def hundred(folder: Path) -> dict[Drift, bool]:
    """Twenty drifts of each aspect, and whether they are found: ten in texts and ten in rules, others in place of those
    that are no game, and where the rules have too few for ten of them, texts.
    """
    checkers: dict[str, Checker] = {}
    drawn = [*plants(1, 10, "text"), *plants(1, 10, "rule")]
    spare = [drift for where in ("rule", "text") for drift in every(where) if drift not in drawn]
    random.Random(1).shuffle(spare)
    spare.sort(key=lambda drift: drift.where)
    found: dict[Drift, bool] = {}
    for aspect in ASPECTS:
        for drift in (each for each in (*drawn, *spare) if each.aspect == aspect):
            if sum(each.aspect == aspect for each in found) == 20:
                break
            answer = seen(drift, folder, checkers)
            if answer is not None:
                found[drift] = answer
    return found


def _is_written(drift: Drift) -> bool:
    """Whether the card stands in a rules file, and not in a table or a module."""
    return drift.title in _agreed(drift.game)


@cache
def _agreed(game: str) -> dict[str, Worded]:
    return _worded(GAMES / game)


def seen(drift: Drift, folder: Path, checkers: dict[str, Checker]) -> bool | None:
    """Whether a drift is found, by something that was not said before; None if the changed rules are no game."""
    checker = checkers.get(drift.game) or checkers.setdefault(drift.game, Checker(load(drift.game).program()))
    card = next(each for each in checker.program.cards if each.title == drift.title)
    before = {_key(each) for each in checker.of(card)}
    if drift.where == "text":
        old = card.text or ""
        card.text = old[: drift.start] + drift.new + old[drift.start + len(drift.old) :]
        after = {_key(each) for each in checker.of(card)}
        card.text = old
        return bool(after - before)
    root = folder / drift.game
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(GAMES / drift.game, root)
    path = root / drift.file
    text = path.read_text(encoding="utf-8")
    assert text[drift.start : drift.start + len(drift.old)] == drift.old
    path.write_text(text[: drift.start] + drift.new + text[drift.start + len(drift.old) :], encoding="utf-8")
    try:
        changed = Checker(load(root).program())
    except RulesError:
        return None
    card = next(each for each in changed.program.cards if each.title == drift.title)
    return bool({_key(each) for each in changed.of(card)} - before)


def kept_sees(drift: Drift, folder: Path) -> bool:
    """Whether a drift is found by what was kept of the card when its text and its rule were right."""
    root = folder / drift.game
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(GAMES / drift.game, root)
    then = _agreed(drift.game)
    path, start = root / drift.file, drift.start
    if drift.where == "text":
        span = then[drift.title].span
        assert span is not None
        path = root / span.file.name
        start = span.file.text.find('"', span.start) + 1 + drift.start
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:start] + drift.new + text[start + len(drift.old) :], encoding="utf-8")
    return drift.title in {each.title for each, _, _ in parted(_worded(root), then)}


def _worded(root: Path) -> dict[str, Worded]:
    return worded(read_game(root, Bag(), scenarios=False))


def _key(found: Difference) -> tuple[str, str, str]:
    return found.aspect, found.text, found.rule
