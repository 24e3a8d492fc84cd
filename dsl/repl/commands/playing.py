"""Commands that play and look: moves, show, view, seat, undo, redo, bot, auto, do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dsl.play.bots import KINDS, make_bot
from dsl.play.refused import Refused
from dsl.repl.commands.registry import Command, seat_number, whole_number
from dsl.repl.commands.showing import show
from dsl.repl.drawing import changes, position
from dsl.repl.output import Output
from dsl.repl.table import Table
from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.own import is_key, key, keyed, marked, numbered, said
from dsl.runtime.viewers import Team, sits
from dsl.spoken import all_of, any_of

AGREED: Final = key("agreed")
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
        _hint(table, out)
    elif not numbers:
        raise Refused(said("no move has “{1}” in it", rest))
    for number in numbers if rest else ():
        out.say((f"{number:>4} ", "number"), view.moves[number - 1])


def view(table: Table, rest: str, out: Output) -> None:
    """Draw the position as a seat sees it."""
    if not rest:
        raise Refused(said("say whose view, such as: view A, or: view nobody"))
    player = 0 if is_key(rest, "nobody") else seat_number(table, rest)
    try:
        there = table.here.turned(player)
    except PermissionError:
        raise Refused(
            said("you sit at {1}; what {2} sees is hidden (leave with: seat all)", table.sitting, table.letter(player))
        ) from None
    seen = table.seen(there)
    out.extend(position.position(seen, table.paper_for(there, seen)))


_NOWHERE: Final = marked("You sit nowhere: you see everything and decide for all.")


def seat(table: Table, rest: str, out: Output) -> None:
    """Sit down somewhere, or nowhere."""
    if not rest:
        at = table.seat is not None
        out.say(said("You sit at {1}.", table.sitting) if at else said(_NOWHERE))
        return
    if is_key(rest, "all", "none", "nobody", "nowhere"):
        table.seat = None
        out.say(said("You see everything and decide for all."))
    else:
        players = frozenset(seat_number(table, each) for each in _seats(table, rest))
        table.seat = Team(players) if len(players) > 1 else min(players)
        one = marked("You sit at {1}: you see what that player sees, and decide for that player only.")
        several = marked("You sit at {1}: you see what any of these players sees, and decide for them only.")
        out.say(said(several if len(players) > 1 else one, table.sitting))
    table.caught_up()
    table.answer(out)
    present(table, out, whole=True)


def _seats(table: Table, rest: str) -> Sequence[str]:
    """The seats that are named: one, or several with blanks or commas between them."""
    whole = [rest] if fold(rest) in map(fold, map(table.name, table.seats)) else []
    return whole or [each for each in re.split(rf"[\s,]+(?:(?:and|{keyed('and')})\s+)?", rest) if each]


def undo(table: Table, rest: str, out: Output) -> None:
    """Take decisions back; from a seat only as far as nobody has learnt anything, unless the others agree."""
    words = rest.split()
    agreed = bool(words) and is_key(words[-1], AGREED)
    wanted = whole_number(" ".join(words[:-1] if agreed else words), 1)
    against = table.disclosed(wanted)
    if against and not agreed and not table.alone:
        raise Refused(
            said(
                "{1} since then, so the others must agree. If they do, type: undo {2}{3}",
                all_of(against),
                f"{wanted} " if wanted > 1 else "",
                keyed(AGREED),
            )
        )
    done = 0
    while done < wanted and table.step_back():
        done += 1
    if not done:
        raise Refused(said("there is nothing to take back"))
    if against or not table.alone:  # what others drew unseen is taken back too
        table.state.draw_anew()
    table.caught_up()
    out.say(numbered(done, "Took back {1} decision.", "Took back {1} decisions.", done))
    present(table, out, whole=True)


def redo(table: Table, rest: str, out: Output) -> None:
    """Make decisions again that were taken back."""
    wanted = whole_number(rest, 1)
    done = 0
    while done < wanted and table.step_forward():
        done += 1
    if not done:
        raise Refused(said("nothing was taken back, so there is nothing to make again"))
    table.tell(out)
    present(table, out)


def bot(table: Table, rest: str, out: Output) -> None:
    """Give a seat to a bot, or take it back."""
    if not rest:
        for player in table.seats:
            who = table.bots[player].name if player in table.bots else said("a person")
            out.say(f"  {table.both(player)}: {who}")
        return
    where, _, kind = rest.partition(" ")
    players = table.seats if is_key(where, "all") else [seat_number(table, where)]
    if not kind:
        raise Refused(said("say which bot: {1}, or off", ", ".join(KINDS)))
    for player in players:
        if is_key(kind, "off", "none"):
            table.bots.pop(player, None)
            out.say(said("{1} is a person.", table.both(player)))
            continue
        try:
            table.take_bot(player, kind)
        except ValueError as error:
            raise Refused(str(error)) from None
        out.say(said("{1} is a bot ({2}).", table.both(player), table.bots[player].name))
    if len(table.bots) == len(table.seats):
        out.say(said("Every seat has a bot: auto 1 plays one decision, auto many."), style="dim")
    table.answer(out)
    present(table, out)


def ask_which(table: Table, rest: str, out: Output) -> None:
    """Say, or choose, which questions are asked."""
    if rest and not is_key(rest, "all", "choices"):
        raise Refused(said("say ask all, or ask choices"))
    if rest:
        table.asks_all = is_key(rest, "all")
    every = said("Every question is asked, also those that have one answer.")
    only = said("Answers that are the only ones are made by themselves (ask all asks for them, too).")
    out.say(every if table.asks_all else only)
    if rest:
        table.answer(out)
        present(table, out)


def auto(table: Table, rest: str, out: Output) -> None:
    """Let bots make decisions for everybody."""
    wanted = whole_number(rest, 1)
    if not table.state.actor:
        raise Refused(said("the game is over: undo takes decisions back"))
    out.to_end = True
    made = table.run(wanted, make_bot("random", table.state.seed + len(table.state.played)))
    table.tell(out)
    if table.interrupted:
        out.say(numbered(made, "Stopped after {1} decision.", "Stopped after {1} decisions.", made), style="warn")
    table.answer(out)
    present(table, out)


def do(table: Table, rest: str, out: Output) -> None:
    """Make a move by its text, also where the text looks like a command."""
    if table.state.actor and not table.mine:
        raise Refused(waiting(table))
    if not rest:
        raise Refused(said("say which move, such as: do 1"))
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
        kept = said("record keeps it as a scenario")
        out.say(said("again plays once more, {1}, analyse tells how it went.", kept), style="dim")
    if table.state.actor and not table.mine:
        out.say(waiting(table), style="dim")
    elif table.taking == "arrange":
        example = "2 1 3" if len(table.moves) > 2 else "2 1"
        out.say(said("One after the other, or all at once: {1}.", example), style="dim")
    elif table.taking and len(table.moves) > 2 and (most := table.here.takes) != 1:
        words = said("One after the other, or at most {1} at once: 1 3.", most)
        out.say(words if most else said("One after the other, or several at once: 1 3."), style="dim")


def waiting(table: Table) -> str:
    """What to do when somebody else is asked."""
    letter = table.letter(table.state.actor)
    if table.here.is_unseen and table.seat is not None and table.alone:
        return said("A program was stopped while thinking. Type: auto")
    if table.here.is_unseen:
        others = any_of(said("seat {1}", table.letter(seat)) for seat in table.seats if not sits(table.seat, seat))
        return said("Choices are being made unseen: who is asked sees it at the seat. Type: {1}", others)
    if table.state.actor in table.bots and len(table.bots) < len(table.seats):
        return said(
            "{1} was stopped while thinking. Type: auto, or: bot {2} random", table.both(table.state.actor), letter
        )
    return said("{1} decides now. Type: seat {2}, or: bot {2} random", table.both(table.state.actor), letter)


COMMANDS = (
    Command(
        key("moves"),
        marked("moves [WORDS]"),
        marked("what can be done now, with numbers to type"),
        moves,
        aliases=("m",),
    ),
    Command(
        key("show"),
        marked("show [NAME]"),
        marked("the position, or one player, zone, board, track, space or piece in full"),
        show,
        marked(
            "show alone draws the whole position.\nshow hand, show B, show discard of B, show Town Guard, show e4.\n"
            "show 2: what is chosen in the answer of that number."
        ),
        aliases=("s", "look"),
    ),
    Command(
        key("view"),
        marked("view SEAT"),
        marked("the position as one player sees it (nobody: as a spectator does)"),
        view,
    ),
    Command(
        key("seat"),
        marked("seat SEAT ... | all"),
        marked("sit down: only what that player may see, only that player's decisions"),
        seat,
        marked(
            "Hidden information is really hidden from whoever sits. The other seats need a bot, or somebody\n"
            "who takes the keyboard and types seat with another letter. seat all stands up again.\n"
            "seat B C: a team at one screen, which sees what any of them knows."
        ),
    ),
    Command(
        key("undo"),
        marked("undo [N] [agreed]"),
        marked("take back the last decision, or N of them, with what bots did since"),
        undo,
        marked(
            "At a seat, taking back is free as long as nobody has learnt anything and nothing was drawn. From there\n"
            "on the others must agree: undo agreed. What chance has to decide is then drawn anew. Bots always agree."
        ),
        aliases=("u",),
    ),
    Command(key("redo"), marked("redo [N]"), marked("make again what undo took back"), redo),
    Command(
        key("bot"),
        marked("bot SEAT|all random|greedy|uct N|ismcts N|solve|off"),
        marked("let a program play a seat"),
        bot,
        marked(
            "random takes any move; greedy looks one move ahead, greedy 20 plays 20 games at random after each;\n"
            "uct 200 plays 200 games in its head before each move, and so does ismcts 200, which is for hidden cards:\n"
            "in its games everybody decides by what that player sees. None of them looks at hidden cards.\n"
            "solve plays small games without chance and secrets, and never errs.\n"
            "bot alone lists who plays where."
        ),
    ),
    Command(
        key("ask"),
        marked("ask all | ask choices"),
        marked("whether questions with one answer are asked, too"),
        ask_which,
        marked(
            "Where there is only one answer, it is made by itself, and the log says so: ask all asks there too.\n"
            "At a seat it is asked all the same where a quick answer would tell other people what you hold."
        ),
    ),
    Command(
        key("auto"), marked("auto [N]"), marked("let bots make the next N decisions for everybody (Ctrl-C stops)"), auto
    ),
    Command(key("do"), marked("do MOVE"), marked("make a move, also one whose text looks like a command"), do),
)
