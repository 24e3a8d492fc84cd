"""Scenarios: a position, what is played, and what is expected. Players are A, B, C... in them."""

from __future__ import annotations

import re
from dataclasses import replace

from dsl.semantics import model
from dsl.semantics.body.statements import block, statement
from dsl.semantics.declare.cards import may_print
from dsl.semantics.declare.option_conditions import check_is_met
from dsl.semantics.expr.coercions import truth
from dsl.semantics.expr.constants import constant
from dsl.semantics.expr.sets import ordered_zone
from dsl.semantics.scopes import Body, Scope, bad, is_bad
from dsl.semantics.walk import walk
from dsl.semantics.world import World, cite_ids, items, member
from dsl.source import Span
from dsl.spoken import marked, numbered, said
from dsl.syntax import tree

_PLAYERS = re.compile(r"^\s+players ([0-9]+)", re.MULTILINE)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTER = re.compile(r"\b[A-Z]\b")


def check_scenarios(world: World) -> None:
    """All scenarios, in order."""
    titles: dict[str, Span] = {}
    for item in items(world, tree.ScenarioItem):
        title = item.title.value
        if title in titles:
            world.twice(item.title.span, title, titles[title], said("a scenario"))
        titles.setdefault(title, item.title.span)
        if world.wants(item):
            world.play.scenarios.append(_scenario(world, item))


def _scenario(world: World, item: tree.ScenarioItem) -> model.Scenario:
    players = item.players if item.players is not None else world.setup.low_players
    if not world.setup.low_players <= players <= world.setup.high_players:
        low, high = world.setup.low_players, world.setup.high_players
        message = said(
            "the game is for {1}, not {2}",
            numbered(low, "{1} player", "{1} players") if low == high else said("{1}..{2} players", low, high),
            players,
        )
        told = _PLAYERS.search(item.span.text)
        at = item.title.span
        if told is not None and item.players is not None:
            at = item.span.file.span(item.span.start + told.start(1), item.span.start + told.end(1))
        world.error("E150", at, message, said("write {1}", min(max(players, low), high)))
        players = max(1, min(players, len(_LETTERS)))
    _letters_beyond(world, item, players)
    given: tuple[model.Stmt, ...] = ()
    if item.given is not None:
        given = block(_scope(world, "`given`", players), item.given)
    steps = [_step(world, step, players) for step in item.steps]
    options = _options(world, item, players)
    run = _run(world, item.run, players) if item.run is not None else None
    if run is not None and item.first is not None:
        run = _beginning(world, run, item.first)
    return model.Scenario(
        item.title.value,
        cite_ids(item.cites),
        options,
        item.players,
        given,
        run,
        steps,
        item.title.span,
        item.given_at or 0,
        item.run_at or 0,
        item.still,
        _printed(world, item),
        item.seed or 0,
    )


def _printed(world: World, item: tree.ScenarioItem) -> tuple[tuple[str, str, int], ...]:
    """What cards print in a scenario: field, title, number."""
    found: list[tuple[str, str, int]] = []
    for each in item.printed:
        source = world.things.cards.get(each.card.value)
        if source is None:
            world.unknown(each.card.span, each.card.value, marked("card"), world.things.cards, "E102")
            continue
        if not may_print(world, source.card.kind, each.name):
            continue
        field = member(source.card.kind, each.name.text)
        assert isinstance(field, model.Field)
        value = constant(world, each.value, field.type, said('`{1}` of "{2}"', field.name, source.card.title))
        if value is not None:
            found.append((field.name, source.card.title, value))
    return tuple(found)


def _scope(world: World, what: str, players: int) -> Scope:
    """A scope that knows the players by letter. A player beyond those of this program is none: such a scenario is
    played with a program made for its number of players."""
    scope = Scope(world, Body(what))
    names = world.play.letters.get(players)
    if names is None:
        names = world.play.letters[players] = _letters(world, players)
    scope.names.update(names)
    return scope


def _letters(world: World, players: int) -> dict[str, model.Expr]:
    """What the letters of players stand for in scenarios of so many."""
    type_, place = model.Ref(world.player), _nowhere(world)
    found: dict[str, model.Expr] = {}
    for number, letter in enumerate(_LETTERS, 1):
        if letter not in world.taken and not _is_value(world, letter, number, players):
            entity = number if number <= world.setup.players else 0
            found[letter] = model.Const(place, type_, entity) if number <= players else bad(place)
    return found


def _nowhere(world: World) -> Span:
    """A place for what is written nowhere: the beginning of the first file."""
    return world.setup.files[0].span.file.span(0, 0)


def _is_value(world: World, letter: str, number: int, players: int) -> bool:
    """Whether a letter that is no player of the scenario is a value of an enum: the tokens A to I of a game for one."""
    return number > players and bool(world.enums_with(letter))


def _letters_beyond(world: World, item: tree.ScenarioItem, players: int) -> None:
    if not any(each in _LETTERS[players:] for each in _LETTER.findall(item.span.text)):
        return
    for node in walk(item):
        if not isinstance(node, tree.Ref) or node.name not in _LETTERS or node.name in world.taken:
            continue
        if not _is_value(world, node.name, _LETTERS.index(node.name) + 1, players):
            _player(world, node.span, node.name, players)


def _player(world: World, span: Span, name: str, players: int) -> int:
    """The number of a player by letter; E150 or E101 if there is none."""
    number = _LETTERS.index(name) + 1 if name and name in _LETTERS else 0
    if not number:
        last = _LETTERS[players - 1]
        message = said("`{1}` is no player; in scenarios players are called A to {2}", name, last)
        meant = name.upper() if name.upper() in _LETTERS[:players] and name else ""
        world.error("E101", span, message, said("did you mean {1}?", meant) if meant else None)
    elif number > players and world.setup.title:  # without a `game`, which has been told, there is one player
        hint = said("write `players {1}` in the scenario", number) if number <= world.setup.high_players else None
        world.error(
            "E150",
            span,
            said("there is no player {1}: the scenario has {2}", name, numbered(players, "{1} player", "{1} players")),
            hint,
        )
    return number


def _options(world: World, item: tree.ScenarioItem, players: int) -> dict[str, int | list[int]]:
    found: dict[str, int | list[int]] = {}
    for name, player, node in item.options:
        option = world.choices.options.get(name.text)
        if option is None:
            world.unknown(name.span, name.text, marked("option or ruling"), world.choices.options)
            continue
        value = constant(world, node, option.type, said("the option `{1}`", name.text))
        if value is None:
            continue
        if player is None:
            found[name.text] = value
        elif not isinstance(option.value, list):
            world.error("E104", player.span, said("the option `{1}` is the same for all players", name.text))
        elif 0 < (number := _player(world, player.span, player.text, players)) <= players:
            each = _each(world, name.text, found.get(name.text, option.value), players)
            each[number - 1] = value
            found[name.text] = each
    places = {name.text: name.span for name, _, _ in item.options}
    for option in items(world, tree.OptionItem):
        if option.condition is not None and option.name.text in found:
            check_is_met(world, option, found, places[option.name.text])
    return found


def _each(world: World, option: str, value: int | list[int], players: int) -> list[int]:
    """What is chosen for each player of a scenario; its game may have more players than this program."""
    if isinstance(value, int):
        return [value] * players
    default = world.player.fields[option].default
    return (value + [default] * players)[:players]


def _run(world: World, node: tree.CallStmt, players: int) -> model.RunProcedure | None:
    scope = _scope(world, "`run`", players)
    for stmt in statement(scope, node):
        if isinstance(stmt, model.RunProcedure):
            return stmt
        hint = said("an event is performed in `given`, or by a procedure")
        world.error(
            "E104", node.name.span, said("a scenario runs a procedure, and `{1}` is none", node.name.text), hint
        )
    return None


def _beginning(world: World, run: model.RunProcedure, name: tree.Name) -> model.RunProcedure:
    """What is run, from one of its own steps on: what it calls or offers, not inside a loop or a condition."""
    body = () if run.procedure.variants else run.procedure.body
    steps = [(_called(stmt), number) for number, stmt in enumerate(body)]
    found = [number for each, number in steps if each == name.text]
    if not found:
        names = dict.fromkeys(each for each, _ in steps if each)
        message = said("`{1}` has no step `{2}`", run.procedure.name, name.text)
        hint = (
            said("its own steps are {1}", ", ".join(f"`{each}`" for each in names)) if names else said("run all of it")
        )
        world.error("E101", name.span, message, hint)
        return run
    made = {stmt.local for stmt in body[: found[0]] if isinstance(stmt, model.LetLocal)}
    for node in walk(body[found[0] :]):
        if isinstance(node, model.LocalRef) and node.local in made:
            used = said("from there on `{1}` is used, which is made before", node.local.name)
            hint = said("begin with an earlier step, or run a procedure of the scenario's own")
            world.error("E104", name.span, said("`{1}` cannot be the beginning: {2}", name.text, used), hint)
            break
    return replace(run, first=found[0])


def _called(stmt: model.Stmt) -> str:
    """The procedure that a statement runs, or the window that it offers."""
    if isinstance(stmt, model.RunProcedure):
        return stmt.procedure.name
    return stmt.window.name if isinstance(stmt, model.OfferWindow) else ""


def _step(world: World, step: tree.Step, players: int) -> model.ScenarioStep:
    number = _player(world, step.player.span, step.player.text, players) if step.player is not None else 0
    condition = None
    if step.condition is not None and step.how == "order":
        condition = ordered_zone(_scope(world, said("a scenario"), players), step.condition, "top")
        condition = None if is_bad(condition) else condition
    elif step.condition is not None:
        condition = truth(_scope(world, said("a scenario"), players), step.condition, said("what is expected"))
    texts = tuple(text.value for text in step.texts)
    because = step.because.value if step.because else None
    return model.ScenarioStep(step.how, number, texts, because, condition, step.numbers, step.span)
