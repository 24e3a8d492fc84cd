"""Commands for when a game is over: again, analyse; and quit, which asks once before something is lost."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.play.refused import Refused
from dsl.repl.commands.playing import present
from dsl.repl.commands.registry import Command, players_and_seed, whole_number
from dsl.repl.output import Output
from dsl.repl.table import Table
from dsl.runtime.information.seat import Seat
from dsl.runtime.tongues.own import key, marked, numbered, said
from dsl.spoken import all_of

MOMENTS = 10
"""How many moments of a game `analyse` tells of."""


def quit_game(table: Table, rest: str, out: Output) -> None:
    """End the session; where something would be lost, only if it is said twice."""
    if not table.brief and table.unsaved and not table.warned:
        table.warned = True
        out.say(said("This game is not saved: save FILE keeps it, quit once more leaves without it."), style="warn")
        return
    out.ended = True


def again(table: Table, rest: str, out: Output) -> None:
    """Begin the same game once more: with another seed, the same seats and the same bots."""
    seed = whole_number(rest, table.state.seed + 1)
    if table.unsaved and not table.brief and not table.warned:
        table.warned = True
        out.say(said("This game is not over: again once more leaves it, save FILE keeps it."), style="warn")
        return
    table.take(table.game, table.game.start(len(table.seats), seed))
    out.say((table.game_title, "title"), players_and_seed(table, seed))
    table.told = 0
    table.answer(out)
    present(table, out, whole=True)


def analyse(table: Table, rest: str, out: Output) -> None:
    """Tell how the game went: who moved how often, and how the players stood on the way, as it is seen from here."""
    moves = [entry for entry in table.entries() if entry.is_move and entry.state is table.state]
    if not moves:
        raise Refused(said("nothing was played yet"))
    passed = sum(map(table.is_passed, moves))
    alone = said(", {1} of them the only answer", passed) if passed else ""
    out.say(numbered(len(moves), "{1} moves{2}", "{1} moves{2}", len(moves), alone), style="title")
    for player in table.seats:
        own = sum(entry.words.startswith(f"{table.name(player)}: ") for entry in moves)
        out.say(f"  {table.both(player)}: {own}")
    rows = _course(table, [entry.move for entry in moves])
    if not rows:
        out.say(said("  The rules count no points on the way."), style="dim")
        return
    out.say((said("How they stood{1} ({2})", _counted_by(table), ", ".join(map(table.name, table.seats))), "title"))
    leaders: list[str] = []
    for move, points in rows:
        best = [table.name(player) for player, count in zip(table.seats, points, strict=True) if count == max(points)]
        told = _ahead(best) if best != leaders and len(best) < len(points) else ""
        leaders = best
        out.say(said("  after move {1}: {2}", f"{move:>4}", " : ".join(map(str, points))), (told, "good"))


def _ahead(best: Sequence[str]) -> str:
    return numbered(len(best), "  {1} ahead", "  {1} ahead", all_of(best))


def _counted_by(table: Table) -> str:
    """What the numbers are, where the rules count no points."""
    return "" if table.here.points_by() is not None else said(" by what programs aim at")


def _course(table: Table, moves: Sequence[int]) -> Sequence[tuple[int, list[int]]]:
    """The points of the players after some of the moves that are seen here, as far as they can be known."""
    count = min(MOMENTS, len(moves))
    at = {moves[len(moves) * part // count - 1]: len(moves) * part // count for part in range(1, count + 1)}
    back, by = table.state.clone(), table.here.points_by()
    found: list[tuple[int, list[int]]] = []
    while True:
        number = at.get(len(back.played) - 1)
        points = Seat(back, table.seat).standing(by) if number is not None else []
        if number is not None and points:
            found.append((number, points))
        if not back.undo():
            return found[::-1]


COMMANDS = (
    Command(
        key("again"),
        marked("again [SEED]"),
        marked("begin the same game once more, with the same seats and bots"),
        again,
        marked("Without SEED the next one is taken, so that other cards are dealt."),
    ),
    Command(
        key("analyse"),
        marked("analyse"),
        marked("how the game went: who was asked how often, who was ahead when"),
        analyse,
    ),
    Command(
        key("quit"),
        marked("quit"),
        marked("leave; asks once where a game would be lost"),
        quit_game,
        aliases=("q", "exit", "bye"),
    ),
)
