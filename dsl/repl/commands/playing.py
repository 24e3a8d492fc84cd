"""Commands that play and look: moves, show, view, seat, undo, redo, bot, auto, do."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import Final

from dsl.diagnostics import nearest
from dsl.play.bots import KINDS, make_bot
from dsl.play.refused import Refused
from dsl.play.scenario_text import SEED
from dsl.repl.commands.registry import Command, matching, seat_number, whole_number
from dsl.repl.drawing import card_faces, changes, position
from dsl.repl.drawing import track_rows as track_rows
from dsl.repl.output import Output
from dsl.repl.table import Table
from dsl.runtime.information.track_state import TrackView
from dsl.runtime.information.views import BoardView, SpaceView, View, ZoneView
from dsl.runtime.reading.tokens import fold
from dsl.runtime.viewers import Team, sits

AGREED: Final = "agreed"
"""What is typed behind `undo` when the others agree."""


def moves(table: Table, rest: str, out: Output) -> None:
    """List every move, or those with certain words, or those that a text may mean."""
    if table.state.actor and not table.mine:
        raise Refused(waiting(table))
    view = table.here.view()
    if not view.moves:
        ask(table, out)
        return
    numbers = [
        number for number, text in enumerate(view.moves, 1) if all(word in fold(text) for word in fold(rest).split())
    ]
    numbers = numbers or [move.number for move in table.here.read(rest).moves]  # by the name of an action
    if not rest:
        asked = position.question(view, table.answering(view), whole=True)
        out.extend(asked[table.brief or table.fixed :])
    elif not numbers:
        raise Refused(f"no move has “{rest}” in it")
    for number in numbers if rest else ():
        out.say((f"{number:>4} ", "number"), view.moves[number - 1])


def show(table: Table, rest: str, out: Output) -> None:
    """Draw the position, a zone, board or track of it, or say everything about a piece."""
    here = table.here
    view = table.seen(here)
    if not rest:
        out.extend(position.position(view, table.paper_for(here, view)))
        return
    places = dict(places_seen(view, table))
    pieces = card_faces.titles(table)
    wanted = fold(rest)
    players = {fold(name): player for player in view.players for name in (table.letter(player.number), player.name)}
    if wanted in players and wanted not in map(fold, (*places, *pieces)):
        out.extend(position.held(players[wanted], view, table.paper_for(here, view)))
        return
    spaces = {fold(space.name): space for space in _spaces(view)}
    if wanted in spaces and wanted not in map(fold, (*places, *pieces)):
        out.extend(position.space(spaces[wanted], table.paper))
        return
    found = matching(rest, [*places, *pieces])
    if not found:
        near = nearest(rest, [*places, *pieces, *(space.name for space in _spaces(view))], 3)
        more = f"; meant {' or '.join(near)}?" if near else ""
        raise Refused(f"there is no zone, board, track, space or piece {rest} to be seen from here{more}")
    for name in _shown(rest, found, places, f" of {table.name(view.asked)}"):
        _show_one(name, view, table, out)


def _shown(rest: str, found: Sequence[str], places: Container[str], asked: str) -> Sequence[str]:
    """Which of the things that a text can stand for are meant, those of who is asked first; Refused if they may be
    several.
    """
    wanted = fold(rest)
    exact = [name for name in found if fold(name) == wanted]
    if len(found) == 1 or exact:
        return (exact or found)[:1]
    zones = [name for name in found if name in places]
    if zones and all(wanted == fold(name.rpartition(" of ")[0]) for name in zones):
        return sorted(zones, key=lambda name: not name.endswith(asked))  # `show hand`: everybody's hand
    more = f", and {len(found) - 6} more" if len(found) > 6 else ""
    raise Refused(f"{rest} can be several things: {', '.join(found[:6])}{more}")


def view(table: Table, rest: str, out: Output) -> None:
    """Draw the position as a seat sees it."""
    if not rest:
        raise Refused("say whose view, such as: view A, or: view nobody")
    player = 0 if fold(rest) == "nobody" else seat_number(table, rest)
    try:
        there = table.here.turned(player)
    except PermissionError:
        raise Refused(
            f"you sit at {table.sitting}; what {table.letter(player)} sees is hidden (leave with: seat all)"
        ) from None
    seen = table.seen(there)
    out.extend(position.position(seen, table.paper_for(there, seen)))


def seat(table: Table, rest: str, out: Output) -> None:
    """Sit down somewhere, or nowhere."""
    if not rest:
        where = "nowhere: you see everything and decide for all" if table.seat is None else f"at {table.sitting}"
        out.say(f"You sit {where}.")
        return
    if fold(rest) in ("all", "none", "nobody", "nowhere"):
        table.seat = None
        out.say("You see everything and decide for all.")
    else:
        players = frozenset(seat_number(table, each) for each in _seats(table, rest))
        table.seat = Team(players) if len(players) > 1 else min(players)
        whose = "that player sees, and decide for that player only"
        if len(players) > 1:
            whose = "any of these players sees, and decide for them only"
        out.say(f"You sit at {table.sitting}: you see what {whose}.")
    table.caught_up()
    table.answer(out)
    present(table, out, whole=True)


def _seats(table: Table, rest: str) -> Sequence[str]:
    """The seats that are named: one, or several with blanks or commas between them."""
    whole = [rest] if fold(rest) in map(fold, map(table.name, table.seats)) else []
    return whole or [each for each in re.split(r"[\s,]+(?:and\s+)?", rest) if each]


def undo(table: Table, rest: str, out: Output) -> None:
    """Take decisions back; from a seat only as far as nobody has learnt anything, unless the others agree."""
    words = rest.split()
    agreed = bool(words) and fold(words[-1]) == AGREED
    wanted = whole_number(" ".join(words[:-1] if agreed else words), 1)
    against = table.disclosed(wanted)
    if against and not agreed and not table.alone:
        raise Refused(
            f"{' and '.join(against)} since then, so the others must agree. If they do, type: "
            f"undo {f'{wanted} ' if wanted > 1 else ''}{AGREED}"
        )
    done = 0
    while done < wanted and table.step_back():
        done += 1
    if not done:
        raise Refused("there is nothing to take back")
    if against or table.seat is not None:
        table.state.draw_anew()
    table.caught_up()
    out.say(f"Took back {done} {_plural(done, 'decision')}.")
    present(table, out, whole=True)


def redo(table: Table, rest: str, out: Output) -> None:
    """Make decisions again that were taken back."""
    wanted = whole_number(rest, 1)
    done = 0
    while done < wanted and table.step_forward():
        done += 1
    if not done:
        raise Refused("nothing was taken back, so there is nothing to make again")
    table.tell(out)
    present(table, out)


def bot(table: Table, rest: str, out: Output) -> None:
    """Give a seat to a bot, or take it back."""
    if not rest:
        for player in table.seats:
            who = table.bots[player].name if player in table.bots else "a person"
            out.say(f"  {table.both(player)}: {who}")
        return
    where, _, kind = rest.partition(" ")
    players = table.seats if fold(where) == "all" else [seat_number(table, where)]
    if not kind:
        raise Refused(f"say which bot: {', '.join(KINDS)}, or off")
    for player in players:
        if fold(kind) in ("off", "none"):
            table.bots.pop(player, None)
            out.say(f"{table.both(player)} is a person.")
            continue
        try:
            table.take_bot(player, kind)
        except ValueError as error:
            raise Refused(str(error)) from None
        out.say(f"{table.both(player)} is a bot ({table.bots[player].name}).")
    if len(table.bots) == len(table.seats):
        out.say("Every seat has a bot: auto 1 plays one decision, auto many.", style="dim")
    table.answer(out)
    present(table, out)


def ask_which(table: Table, rest: str, out: Output) -> None:
    """Say, or choose, which questions are asked."""
    wanted = fold(rest)
    if wanted not in ("", "all", "choices"):
        raise Refused("say ask all, or ask choices")
    if wanted:
        table.asks_all = wanted == "all"
    every = "Every question is asked, also those that have one answer."
    only = "Answers that are the only ones are made by themselves (ask all asks for them, too)."
    out.say(every if table.asks_all else only)
    if wanted:
        table.answer(out)
        present(table, out)


def auto(table: Table, rest: str, out: Output) -> None:
    """Let bots make decisions for everybody."""
    wanted = whole_number(rest, 1)
    if not table.state.actor:
        raise Refused("the game is over: undo takes decisions back")
    made = table.run(wanted, make_bot("random", table.state.seed + len(table.state.played)))
    table.tell(out)
    if table.interrupted:
        out.say(f"Stopped after {made} {_plural(made, 'decision')}.", style="warn")
    table.answer(out)
    present(table, out)


def do(table: Table, rest: str, out: Output) -> None:
    """Make a move by its text, also where the text looks like a command."""
    if table.state.actor and not table.mine:
        raise Refused(waiting(table))
    if not rest:
        raise Refused("say which move, such as: do 1")
    table.play(rest, out)
    present(table, out)


def present(table: Table, out: Output, *, whole: bool = False) -> None:
    """Show what there is now: the position (what is new in it, unless it is to be whole) where one is drawn, then the
    question.
    """
    if not table.brief and not table.fixed:
        blocks, before = picture(table), table.drawn
        table.drawn = changes.drawn(blocks)
        out.extend(changes.marked(blocks, None) if whole or before is None else changes.changed(blocks, before))
    ask(table, out)


def picture(table: Table) -> list[position.Block]:
    """The position as it is drawn here, in its parts, without a word of who is asked."""
    here = table.here
    shown = replace(table.seen(here), asked=0, moves=())
    paper = table.paper_for(here, shown)
    return position.blocks(shown, replace(paper, width=paper.width - changes.MARGIN))


def ask(table: Table, out: Output) -> None:
    """Show the question that waits and its answers, or how the game ended."""
    view = table.here.view()
    asked = position.question(view, table.answering(view))
    out.extend(asked[table.brief or table.fixed :])
    _hint(table, out)


def _hint(table: Table, out: Output) -> None:
    """Why the game ended; else what helps to answer: whose turn it is, and how several things are taken at once."""
    if ending := table.here.ending():
        out.say(f"  {ending}", style="good")
    if table.state.is_over:
        kept = "record keeps it as a scenario" if table.state.seed == SEED else "save keeps it"
        out.say(f"again plays once more, {kept}, analyse tells how it went.", style="dim")
    if table.state.actor and not table.mine:
        out.say(waiting(table), style="dim")
    elif table.taking == "arrange":
        example = "2 1 3" if len(table.moves) > 2 else "2 1"
        out.say(f"One after the other, or all at once: {example}.", style="dim")
    elif table.taking and len(table.moves) > 2:
        out.say("One after the other, or several at once: 1 3.", style="dim")


def waiting(table: Table) -> str:
    """What to do when somebody else is asked."""
    letter = table.letter(table.state.actor)
    if table.here.is_unseen:
        others = " or ".join(f"seat {table.letter(seat)}" for seat in table.seats if not sits(table.seat, seat))
        return f"Choices are being made unseen: who is asked sees it at the seat. Type: {others}"
    if table.state.actor in table.bots and len(table.bots) < len(table.seats):
        return f"{table.both(table.state.actor)} was stopped while thinking. Type: auto, or: bot {letter} random"
    return f"{table.both(table.state.actor)} decides now. Type: seat {letter}, or: bot {letter} random"


def places_seen(view: View, table: Table) -> Iterator[tuple[str, tuple[str, ZoneView | BoardView | TrackView]]]:
    """The zones, boards and tracks there are, by the names they can be asked for."""
    tracks = table.here.tracks((0, *table.seats))
    for player in (view.table, *view.players):
        owner = player.name if player.number else ""
        own = [track for track in tracks if track.entity == player.number]
        for shown in (*player.zones, *player.boards, *own):
            label = shown.name if isinstance(shown, BoardView) else shown.label
            for name in dict.fromkeys((label, shown.name)):
                if owner:
                    for who in dict.fromkeys((owner, table.letter(player.number))):
                        yield f"{name} of {who}", (owner, shown)
                else:
                    yield name, (owner, shown)


def _spaces(view: View) -> Iterator[SpaceView]:
    """The spaces of all boards."""
    for player in (view.table, *view.players):
        for board in player.boards:
            yield from board.spaces


def _show_one(name: str, view: View, table: Table, out: Output) -> None:
    owner, shown = dict(places_seen(view, table)).get(name, ("", None))
    if isinstance(shown, BoardView):
        paper = table.paper_for(table.here, view)
        out.extend(
            [*position.board(shown, owner, paper, view.table.boards), *position.legend(replace(paper, tracks=()))]
        )
    elif isinstance(shown, ZoneView):
        card_faces.tell_zone(shown, owner, table, out)
    elif isinstance(shown, TrackView):
        out.extend(track_rows.told(shown, owner, table.width, 3, table.ascii))
    else:
        card_faces.tell(name, table, out)


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"


COMMANDS = (
    Command("moves", "moves [WORDS]", "what can be done now, with numbers to type", moves, aliases=("m",)),
    Command(
        "show",
        "show [NAME]",
        "the position, or one player, zone, board, track, space or piece in full",
        show,
        "show alone draws the whole position.\nshow hand, show B, show discard of B, show Town Guard, show e4.",
        aliases=("s", "look"),
    ),
    Command("view", "view SEAT", "the position as one player sees it (nobody: as a spectator does)", view),
    Command(
        "seat",
        "seat SEAT ... | all",
        "sit down: only what that player may see, only that player's decisions",
        seat,
        "Hidden information is really hidden from whoever sits. The other seats need a bot, or somebody\n"
        "who takes the keyboard and types seat with another letter. seat all stands up again.\n"
        "seat B C: a team at one screen, which sees what any of them knows.",
    ),
    Command(
        "undo",
        "undo [N] [agreed]",
        "take back the last decision, or N of them, with what bots did since",
        undo,
        "At a seat, taking back is free as long as nobody has learnt anything and nothing was drawn. From there\n"
        "on the others must agree: undo agreed. What chance has to decide is then drawn anew. Bots always agree.",
        aliases=("u",),
    ),
    Command("redo", "redo [N]", "make again what undo took back", redo),
    Command(
        "bot",
        "bot SEAT|all random|greedy|uct N|ismcts N|off",
        "let a program play a seat",
        bot,
        "random takes any move; greedy looks one move ahead, greedy 20 plays 20 games at random after each;\n"
        "uct 200 plays 200 games in its head before each move, and so does ismcts 200, which is for hidden cards:\n"
        "in its games everybody decides by what that player sees. None of them looks at hidden cards.\n"
        "bot alone lists who plays where.",
    ),
    Command(
        "ask",
        "ask all | ask choices",
        "whether questions with one answer are asked, too",
        ask_which,
        "Where there is only one answer, it is made by itself, and the log says so: ask all asks there too.\n"
        "At a seat it is asked all the same where a quick answer would tell other people what you hold.",
    ),
    Command("auto", "auto [N]", "let bots make the next N decisions for everybody (Ctrl-C stops)", auto),
    Command("do", "do MOVE", "make a move, also one whose text looks like a command", do),
)
