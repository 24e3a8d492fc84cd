"""The checker: from syntax trees to a `Program`, or to a bag of mistakes.

Passes, in order, by the rooms they are in:

    declare/   names (`declarations`, `members`, `cards`), numbers of pieces and zones (`entities`), `signatures`
    body/      `bodies` and `rules` of everything, `actions`, `scenarios`; expressions are in expr/
    lint/      what can only be seen from above: `recursion`, `conflicts`, `usage`, `citations`

Each pass goes on after a mistake, so that all mistakes of a file are reported at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from dsl.diagnostics import Bag
from dsl.semantics import model
from dsl.semantics.body import changes, decisions, statements, telling
from dsl.semantics.body.actions import check_actions
from dsl.semantics.body.bodies import Inference, check_bodies
from dsl.semantics.body.going_back import check_going_back
from dsl.semantics.body.measures import check_measures
from dsl.semantics.body.rules import attach_rules
from dsl.semantics.body.scenarios import check_scenarios
from dsl.semantics.declare.acting import declare_acting
from dsl.semantics.declare.cards import declare_cards
from dsl.semantics.declare.declarations import declare
from dsl.semantics.declare.entities import number_entities, number_zones, print_fields
from dsl.semantics.declare.members import declare_members, default_values
from dsl.semantics.declare.signatures import declare_signatures
from dsl.semantics.declare.teams import declare_teams
from dsl.semantics.expr import memory
from dsl.semantics.expr.expressions import EXPRESSIONS
from dsl.semantics.expr.fits import number_shares
from dsl.semantics.expr.layouts import number_cells
from dsl.semantics.lint.citations import citations
from dsl.semantics.lint.conflicts import check_conflicts
from dsl.semantics.lint.payments import check_payments
from dsl.semantics.lint.recursion import check_graphs
from dsl.semantics.lint.refusals import check_refusals
from dsl.semantics.lint.usage import check_cited, check_usage
from dsl.semantics.tables import Setup
from dsl.semantics.world import Hooks, Only, World
from dsl.source import SourceFile
from dsl.spoken import said
from dsl.syntax import tree

_STATEMENTS: Final[dict[type[tree.Stmt], Callable[..., list[model.Stmt]]]] = {
    tree.Assign: changes.assign,
    tree.Pay: changes.pay,
    tree.Let: changes.let,
    tree.Move: changes.move,
    tree.Turn: changes.turn,
    tree.Shuffle: changes.shuffle,
    tree.Show: changes.show,
    tree.Tell: telling.tell,
    tree.Say: changes.say_text,
    tree.CallStmt: statements.call,
    tree.Jump: statements.jump,
    tree.Nothing: statements.nothing,
    tree.Unimplemented: statements.unimplemented,
    tree.If: statements.branch,
    tree.ForEach: statements.for_each,
    tree.ForCount: statements.for_count,
    tree.Repeat: statements.repeat,
    tree.Random: statements.random,
    tree.EndGame: statements.end_game,
    tree.Requires: statements.misplaced,
    tree.Provided: statements.misplaced,
    tree.Choose: decisions.choose,
    tree.ChooseMany: decisions.choose_many,
    tree.ChooseOne: decisions.choose_one,
    tree.May: decisions.may,
    tree.Offer: decisions.offer,
    tree.Sealed: decisions.sealed,
    tree.AtOnce: decisions.at_once,
    tree.Tells: statements.tells,
    tree.UntilEnd: decisions.until_end,
    tree.AtEnd: decisions.at_end,
    tree.Uses: decisions.uses,
    tree.Remember: memory.remember,
}

_HOOKS: Final = Hooks(EXPRESSIONS, _STATEMENTS, attach_rules, Inference)


def check(
    files: Sequence[tree.File],
    *,
    players: int | None,
    options: Mapping[str, int | str | list[int]],
    data: Mapping[str, SourceFile],
    bag: Bag,
    cited: bool = False,
    only: Only | None = None,
) -> model.Program | None:
    """The program that the files describe, for a number of players (None: the lowest) and a choice of options.

    data: the tables of cards by the path as written. Mistakes go into the bag; with an error there is no program.
    cited: ask every rule for a citation (W304). Scenarios are checked with this program's options; one with another
    number of players is only fit to be played by a program made for that number.
    only: the bodies that are checked; with some of them there is no view from above, and no program.
    """
    world, count = declared(files, players=players, options=options, data=data, bag=bag, only=only)
    if not count:  # too many pieces: nothing else can be said of them
        return None
    check_bodies(world)
    check_actions(world)
    check_going_back(world)
    check_measures(world)
    for late in world.rules.late:
        late()
    check_scenarios(world)
    if only is not None and only.items is not None:
        return None
    check_graphs(world)
    check_conflicts(world)
    check_payments(world)
    if cited:
        check_cited(world)
    if bag.has_errors:
        return None
    check_usage(world)
    check_refusals(world)
    return _program(world, count)


def declared(
    files: Sequence[tree.File],
    *,
    players: int | None,
    options: Mapping[str, int | str | list[int]],
    data: Mapping[str, SourceFile],
    bag: Bag,
    only: Only | None = None,
) -> tuple[World, int]:
    """What the files declare, before any body is looked at; and how many things there are, 0 if they are too many."""
    world = World(bag, Setup(tuple(files), data), options, _HOOKS, only)
    _collect(world, players)
    count = _number(world)
    if count:
        declare_signatures(world)
        declare_teams(world)
    return world, count


def _collect(world: World, players: int | None) -> None:
    game = next((item for file in world.setup.files for item in file.items if isinstance(item, tree.GameItem)), None)
    low, high = (game.low, game.high) if game else (1, 1)
    world.setup.players = low if players is None else players
    if players is not None and low <= high and not low <= players <= high:
        world.error(
            "E150", game.span if game else None, said("the game is for {1}..{2} players, not {3}", low, high, players)
        )
        world.setup.players = low
    world.setup.players = max(1, min(world.setup.players, 26))
    declare(world)
    declare_members(world)
    declare_cards(world)
    declare_acting(world)


def _number(world: World) -> int:
    count = number_entities(world)
    if not count:
        return 0
    number_zones(world)
    number_shares(world)
    number_cells(world, count)
    default_values(world)
    print_fields(world)
    return count


def _program(world: World, count: int) -> model.Program:
    return model.Program(
        title=world.setup.title,
        low_players=world.setup.low_players,
        high_players=world.setup.high_players,
        players=world.setup.players,
        player_kind=world.player,
        space_kind=world.space,
        piece_kind=world.piece,
        enums=list(world.things.enums.values()),
        kinds=list(world.things.kinds.values()),
        fields=world.things.fields,
        zones=world.things.zones,
        boards=world.things.boards,
        cards=[source.card for source in world.things.cards.values()],
        options=list(world.choices.options.values()),
        defines=list(world.play.defines.values()),
        values=list(world.play.values.values()),
        events=list(world.play.events.values()),
        move_event=world.play.move,
        windows=list(world.play.windows.values()),
        actions=[source.action for source in world.play.actions],
        procedures=list(world.play.procedures.values()),
        main=world.play.main,
        always=world.rules.always,
        limits=list(world.play.limits.values()),
        lastings=world.rules.lastings,
        clock=world.things.clock,
        delayed=world.rules.delayed,
        scenarios=world.play.scenarios,
        citations=citations(world),
        streams=world.play.streams,
        directions=world.directions.vectors,
        memories=list(world.play.memories.values()),
        words=list(world.rules.words),
        tellings=list({each.span: each for each in world.rules.tellings}.values()),  # `each action` is checked often
        told_kinds=list(dict.fromkeys(world.rules.told_kinds)),
        entity_count=count,
        cells=world.things.cells,
        aims=world.play.aims,
        measures=world.play.measures,
        teams=world.play.teams,
    )
