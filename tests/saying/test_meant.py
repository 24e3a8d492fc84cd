"""Sentences that are rules: `text means`."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from saying.planting import FIVE, GAMES

from dsl.diagnostics import Bag, RulesError
from dsl.editor.answers import hover
from dsl.editor.checking import check_all
from dsl.editor.project import Project
from dsl.editor.renaming import renamed
from dsl.machine.ir.printer import to_text
from dsl.pipeline import check_sources
from dsl.runtime.game import load
from dsl.saying.effects import Effects, dict_of, sentence
from dsl.saying.lexicon import lexicon_of
from dsl.saying.rules import Attached, conjuncts
from dsl.saying.sentences import Sentences
from dsl.semantics import model as m
from dsl.syntax import tree as t
from dsl.tools.cli import main

_LEFT_OUT = ("span", "cites", "words", "label", "name", "holder", "told", "age")
_NAMED = (
    m.Event,
    m.Field,
    m.Zone,
    m.Value,
    m.Define,
    m.Kind,
    m.Card,
    m.Enum,
    m.Procedure,
    m.Window,
    m.Need,
    m.Action,
    m.Board,
)


class Form:
    """What a rule means, without the names of its locals, places and the words of refusals."""

    def __init__(self, rule: m.Attachment) -> None:
        self.locals: dict[m.Local, int] = {}
        self.known: dict[m.Local, Any] = {}
        tests: list[m.Expr] = []
        for local in (*([rule.this] if rule.this is not None else []), *rule.params):
            self.locals[local] = len(self.locals)
        for test in conjuncts(rule.when):
            local, value = self._binding(test, rule)
            if local is None or local in self.known:
                tests.append(test)
            else:
                self.known[local] = self.of(value)
        bound = sorted((self.locals[local], repr(value)) for local, value in self.known.items())
        parts = {part.name: getattr(rule, part.name) for part in fields(rule)}
        for part in (*_LEFT_OUT, "when", "params", "this", "body"):
            parts.pop(part, None)
        rest = tuple((name, self.of(value)) for name, value in parts.items())
        self.form = (
            tuple(bound),
            tuple(sorted(repr(self.of(test)) for test in tests)),
            rest,
            self.of(tuple(rule.body)),
        )

    def _binding(self, test: m.Expr, rule: m.Attachment) -> tuple[m.Local | None, Any]:
        if isinstance(test, m.Op) and test.op == "=":
            for one, other in (test.args, test.args[::-1]):
                free = not (isinstance(other, m.LocalRef) and other.local in rule.params)
                if free and isinstance(one, m.LocalRef) and one.local in rule.params:
                    return one.local, other
        return None, None

    def of(self, node: Any) -> Any:
        """A node of the program as plain tuples."""
        if isinstance(node, m.LocalRef) and node.local in self.known:
            return self.known[node.local]
        if isinstance(node, m.Local):
            return "local", self.locals.setdefault(node, len(self.locals))
        if isinstance(node, _NAMED):
            return type(node).__name__, getattr(node, "name", "") or getattr(node, "title", "")
        if isinstance(node, tuple | list):
            return tuple(map(self.of, node))
        if is_dataclass(node) and not isinstance(node, type):
            inner = (each.name for each in fields(node) if each.name not in _LEFT_OUT)
            return type(node).__name__, *(self.of(getattr(node, each)) for each in inner)
        return node if isinstance(node, str | int | None) else repr(node)


@lru_cache(maxsize=1)
def outcome(game: str) -> tuple[int, int, list[str], list[str]]:
    """Of a shipped game: rules on cards, sentences understood, those said otherwise, those that mean another rule."""
    loaded = load(GAMES / game, scenarios=False)
    program, sources = loaded.program(), loaded.sources
    effects, reader = Effects(program), Sentences(lexicon_of(sources.files))
    said: dict[tuple[str, int], tuple[str, Attached]] = {}
    count = 0
    for card in program.cards:
        for each in dict_of(effects.on(card).rules):
            words = sentence(effects.sayer.rule(each))
            count += 1
            if reader.rule(words) is not None:
                said[each.rule.span.file.name, each.rule.span.start] = words, each

    def member(item: t.Item) -> t.Item:
        found = said.get((item.span.file.name, item.span.start))
        if found is None or not isinstance(item, t.RuleItem):
            return item
        return t.TextItem(item.span, item.cites, t.Text(item.span, found[0]), True)

    files = [
        replace(file, items=tuple(
            replace(item, members=tuple(map(member, item.members))) if isinstance(item, t.CardItem) else item
            for item in file.items
        ))
        for file in sources.files
    ]  # fmt: skip
    bag = Bag()
    again = check_sources(replace(sources, files=files), bag, players=sources.players[0], scenarios=False)
    told = [f"{each.message} {each.hint}" for each in bag.all() if each.severity == "error"]
    assert again is not None, told
    others: list[str] = []
    now = Effects(again)
    for one, other in zip(program.cards, again.cards, strict=True):
        before, after = dict_of(effects.on(one).rules), dict_of(now.on(other).rules)
        assert len(before) == len(after), one.title
        for a, b in zip(before, after, strict=True):
            if Form(a.rule).form != Form(b.rule).form:
                others.append(
                    f"{sentence(effects.sayer.rule(a))} [{a.rule.span.text[:150]}] [{b.rule.span.text[:150]}]"
                )
    return count, len(said), told, others


UNDERSTOOD = {"dark_order": (19, 15), "dark_eden": (38, 36), "doom": (40, 39), "enclave": (2, 1), "siege": (7, 1)}
OTHERS = {"dark_eden": 6}
"""Sentences that mean another rule than the one they were made of: they do not say its layer, `never` or `printed`."""


@pytest.mark.parametrize("game", ["dark_order", *(pytest.param(each, marks=pytest.mark.long) for each in FIVE[1:])])
def test_what_the_compiler_says_is_understood(game: str) -> None:
    """The sentence of a rule, read, is said again in the same words, and is the same rule."""
    count, understood, told, others = outcome(game)
    assert (count, understood) == UNDERSTOOD[game]
    assert len(others) == OTHERS.get(game, 0), others
    assert len(told) == (game == "dark_eden")  # a factor that is settled is said as a number


_GAME = """game "Watch" for 2 players
kind Unit:
    var damage: 0..9
    var tired: yes/no
each player has:
    zone field: cards of Unit, active
event wound (u: Unit) by (n: 0..9): raise u.damage by n
event hit (u: Unit) by (a: Unit): wound u by attack of a
value attack of (u: Unit): 0..9 = 1
card "Wolf" is Unit
card "Guard" is Unit:
    {}
main:
    for each u in Unit: hit u by "Wolf"
    end game drawn
"""
_SENTENCE = 'text means "After this unit is hit by a unit: wound that unit by 2."'


def _written(folder: Path, member: str) -> Path:
    (folder / "game.rules").write_text(_GAME.replace("{}", member), encoding="utf-8")
    return folder


def test_a_sentence_is_the_machine_of_its_rule(tmp_path: Path) -> None:
    """What a sentence says and the same rule written give one machine."""
    plain = re.compile(r" *;[^\n]*")
    rule = "after hit x1 by x2 when x1 is this:\n        wound x2 by 2"
    texts = [plain.sub("", to_text(load(_written(tmp_path, each)).machine())) for each in (_SENTENCE, rule)]
    bare = plain.sub("", to_text(load(_written(tmp_path, 'text "-"')).machine()))
    assert texts[0] == texts[1] != bare


def test_a_module_changes_a_sentence(tmp_path: Path) -> None:
    """`change card` with another sentence gives another rule."""
    _written(tmp_path, _SENTENCE)
    (tmp_path / "modules").mkdir()
    text = 'module meek "Meek" of "Watch"\nchange card "Guard":\n    text means "Attack of this unit: 1 more."\n'
    (tmp_path / "modules" / "meek.rules").write_text(text, encoding="utf-8")
    program = load(tmp_path, ("meek",)).program()
    guard = next(card for card in program.cards if card.title == "Guard")
    assert [each.rule.position for each in Effects(program).on(guard).rules] == ["modify"]


def test_what_was_understood_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check --texts` says the rule of a sentence, and pointing at it in an editor does."""
    path = _written(tmp_path, _SENTENCE) / "game.rules"
    assert main(["check", str(tmp_path), "--texts"]) == 0
    assert "    after hit x1 by x2 when x1 is this:\n        wound x2 by 2\n" in capsys.readouterr().out
    told = hover(Project(tmp_path), path, path.read_text(encoding="utf-8").index("After this"))
    assert told is not None and "after hit x1 by x2 when x1 is this:" in told[0]


def test_a_sentence_cannot_part_from_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another sentence is another rule: neither has changed alone since they were found right."""
    assert main(["check", str(_written(tmp_path, _SENTENCE)), "--texts", "--agree"]) == 0
    assert main(["check", str(_written(tmp_path, _SENTENCE.replace("2", "3"))), "--texts"]) == 0
    assert "no difference" in capsys.readouterr().out


def test_a_new_name_is_in_sentences(tmp_path: Path) -> None:
    """Renaming an event changes the sentences that name it, as an order and as what has happened."""
    path = _written(tmp_path, _SENTENCE) / "game.rules"
    text = path.read_text(encoding="utf-8")
    for old, new in (("wound", "hurt_badly"), ("hit", "strike")):
        project = Project(tmp_path)
        edits = renamed(project, path, text.index(f"event {old}") + 7, new)
        for _, span, words in sorted(edits, key=lambda each: -each[1].start):
            text = text[: span.start] + words + text[span.end :]
        path.write_text(text, encoding="utf-8")
    assert "After this unit is struck by a unit: hurt badly that unit by 2." in text
    assert load(tmp_path).program()


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("After this unit is hit by a unit: for each unit in your field: wound that unit by 1.", "wound x3 by 1"),
        ("After this unit is hit by a unit: for each unit in your field: wound the other unit by 1.", "wound x3 by 1"),
        ("Attack of this unit is 3 if this unit is tired, otherwise 2.", "(if tired of this then 3 else 2)"),
        ("Attack of this unit is 3, if this unit is out of the game.", "this in box"),
        ("Attack of this unit is the number of unit in your field for which it is tired.", "(number of x2 in field of"),
        ("Attack of this unit is the sum of damage of that unit over unit in your field.", "(sum of damage of x2 for"),
        (
            "At the end of turn round, if it is not so that this unit is tired: this unit goes to your field.",
            "move this",
        ),
    ],
)
def test_what_words_mean(said: str, rule: str, tmp_path: Path) -> None:
    """The nearest thing of a name is `that`; conditions, counts and sums inside values."""
    _written(tmp_path, 'text "-"')
    with (tmp_path / "game.rules").open("a", encoding="utf-8") as file:
        file.write("phase turn_round: nothing\n")
    reader = Sentences(lexicon_of(load(tmp_path).sources.files))
    assert rule in (reader.rule(said) or "")


@pytest.mark.parametrize(
    ("sentence_", "part", "hint"),
    [
        ("After this unit is hit by a unit: punish that unit.", "from the word `punish` on", "After EVENT: EFFECT."),
        ("Wound by 2 that unit.", "its words are known, not their order", "nearest pattern"),
        ("Attack of this unit is 3, if damage of this unit is 2 or that.", "not their order", "VALUE"),
    ],
)
def test_what_is_not_understood(sentence_: str, part: str, hint: str, tmp_path: Path) -> None:
    """An error at the first word that is not known, with the nearest pattern."""
    with pytest.raises(RulesError) as found:
        load(_written(tmp_path, f'text means "{sentence_}"')).program()
    error = found.value.diagnostics[0]
    assert error.code == "E164" and part in error.message and hint in (error.hint or "")


def test_what_would_be_said_otherwise(tmp_path: Path) -> None:
    """A rule that the compiler says in other words is told with these."""
    text = 'text means "After this unit is hit by a unit: wound this unit by (1 plus 1)."'
    with pytest.raises(RulesError) as found:
        load(_written(tmp_path, text)).program()
    error = next(each for each in found.value.diagnostics if each.code == "E164")
    assert "says something else" in error.message and "wound this unit by" in (error.hint or "")


def test_a_mistake_in_the_rule_stands_at_the_sentence(tmp_path: Path) -> None:
    """What is wrong with the rule that was understood is told where the sentence stands, with the line of the rule."""
    text = 'text means "After this unit is hit by a unit: wound your field by 2."'
    with pytest.raises(RulesError) as found:
        load(_written(tmp_path, text)).program()
    error = next(each for each in found.value.diagnostics if each.severity == "error")
    assert error.span is not None and error.span.text == text.removeprefix("text means ")
    assert error.code == "E104" and error.message.endswith("`wound field of holder of this by 2`")
    told = check_all(Project(tmp_path).snapshot()).told["game.rules"]
    assert [each.code for each in told if each.severity == "error"] == ["E104"]


def test_a_sentence_of_pieces_in_pieces(tmp_path: Path) -> None:
    """Not understood, and no fault."""
    with pytest.raises(RulesError):
        load(_written(tmp_path, f'text means "Attack of {"of " * 600}: 1 more."')).program()


def test_a_sentence_too_long_to_read(tmp_path: Path) -> None:
    """A sentence with very many ways to be cut is given up soon."""
    words = "Attack of this unit: 1 more, if " + " and ".join(["damage of this unit is 1 of it"] * 40) + "."
    with pytest.raises(RulesError):
        load(_written(tmp_path, f'text means "{words}"')).program()
