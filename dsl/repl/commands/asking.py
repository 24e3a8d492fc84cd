"""Commands that ask: why, why not, because, what if, rule, log."""

from __future__ import annotations

from typing import Final

from dsl.diagnostics import nearest
from dsl.machine.ir.ops import Site
from dsl.play.refused import Refused
from dsl.reading.ledger import Ledger, LedgerRule
from dsl.repl import rulebook, told_rules
from dsl.repl.commands.places import places_seen
from dsl.repl.commands.playing import waiting
from dsl.repl.commands.registry import Command, whole_number
from dsl.repl.drawing import card_faces, position
from dsl.repl.drawing.grid import words_of, wrapped
from dsl.repl.output import Output, cut, line
from dsl.repl.table import Table
from dsl.runtime.explain import Explanation
from dsl.runtime.information.seat import Seat
from dsl.runtime.information.views import ZoneView
from dsl.runtime.reading.offer import Rank
from dsl.runtime.reading.tokens import fold, spoken
from dsl.runtime.reasons import Reason
from dsl.runtime.requirements import Requirement
from dsl.runtime.tongues.own import is_key, key, marked, numbered, said
from dsl.semantics.model import Program
from dsl.source import Span
from dsl.spoken import any_of

MOST_RULES: Final = 20
MOST_ALONE: Final = 40  # answers in a row that `what if` gives because there are no others


def why(table: Table, rest: str, out: Output) -> None:
    """Say where a number comes from, or, after `not`, why a move cannot be made."""
    first, _, words = rest.partition(" ")
    asked = rest.rstrip("? ")
    if is_key(first, "not"):
        why_not(table, words.strip(), out)
    elif not rest:
        raise Refused(said("say what, such as: why attack of Town Guard, or: why not pass"))
    elif not table.here.types and (asked.isdecimal() or table.here.read(asked, Rank.ALIKE).moves):
        _explanation(_explained(table, asked), out, whole=True)
    else:
        _number(table, asked, out)


def _number(table: Table, asked: str, out: Output) -> None:
    """Where a number comes from: what the rules call it, or how many pieces lie in a zone."""
    reason = table.here.why(asked)
    if reason.value or reason.parts:
        _reason(reason, out)
        return
    found = next((shown for name, shown in places_seen(table.here.view(), table) if fold(name) == fold(asked)), None)
    if found is None or not isinstance(found[1], ZoneView):
        names = table.here.engine.machine
        near = nearest(asked.partition(" of ")[0], {each.name for each in (*names.values, *names.names.fields)}, 3)
        raise Refused(reason.words + (f"; meant {' or '.join(map(spoken, near))}?" if near else ""))
    card_faces.tell_zone(found[1], found[0], table, out)


def why_not(table: Table, rest: str, out: Output) -> None:
    """Say what stands against a move, and what would have to change."""
    if not rest:
        raise Refused(said("say which move, such as: why not pass"))
    _explanation(_explained(table, rest.rstrip("? ").strip()), out)


def _explained(table: Table, asked: str) -> Explanation:
    """Why a move can or cannot be made. A number is that of a move in the list, unless the answers are numbers."""
    if asked.isdecimal() and table.state.actor and not table.mine:
        raise Refused(said("nothing is listed for you that {1} could stand for: {2}", asked, waiting(table)))
    return table.here.explain(asked)


def because(table: Table, rest: str, out: Output) -> None:
    """Say where a line of the log comes from."""
    count = len(table.log())
    if not count:
        raise Refused(said("nothing has happened yet"))
    number = whole_number(rest, count)
    if number > count:
        raise Refused(
            numbered(
                count, "there is no line {1}: the log has {2}", "there is no line {1}: the log has {2}", number, count
            )
        )
    _reason(table.because(number), out)


def what(table: Table, rest: str, out: Output) -> None:
    """Make a move on a copy and say what came of it."""
    first, _, words = rest.partition(" ")
    if not is_key(first, "if") or not words.strip():
        raise Refused(said("say: what if, and a move"))
    if not table.mine:
        raise Refused(waiting(table) if table.state.actor else said("the game is over"))
    move = table.here.the_move(words.strip())
    trial = table.here.tried(move)
    _answer_alone(table, trial)
    hidden = table.seat is not None
    out.say(
        said(
            "If {1} did “{2}”{3}:",
            table.both(table.state.actor),
            move.text,
            said(", one way it could go") if hidden else "",
        ),
        style="title",
    )
    for text in trial.log()[1:]:
        out.say(f"  {text}")
    effects = table.effects_of(trial.changed_from(table.here.view()))
    for card in table.here.unmet():  # what is imagined may be one of them, and nobody here has heard of it
        effects = effects.replace(card.title, card.kind.label or card.kind.name)
    if effects:
        out.extend(wrapped(words_of(effects), table.width, first=line("     "), indent=7))
    view = trial.view()
    out.extend(position.question(view, table.paper_to_answer(trial) if view.moves else table.paper)[1:])
    out.say(said("Nothing was changed."), style="dim")


def _answer_alone(table: Table, trial: Seat) -> None:
    """Give the answers on that are the only ones, as it would be in play: what comes of a move is what stands then."""
    for _ in range(MOST_ALONE):
        is_told = table.alone or trial.is_public
        move = trial.forced if is_told and not table.asks_all and trial.actor not in table.bots else None
        if move is None:
            break
        trial.take(move)


def rule(table: Table, rest: str, out: Output) -> None:
    """Show a rule of the rulebook and where it is written down."""
    ledger = table.game.sources.ledger
    program = table.here.engine.program
    if ledger is None or program is None:
        raise Refused(said("this game names no ledger of its rulebook: rules shows how it is played"))
    wanted = rest.strip().removeprefix("@")
    if not wanted:
        raise Refused(said("say which rule, such as: rule {1}, or words of one", next(iter(ledger.entries), "AB-1.1")))
    known = {fold(each): each for each in ledger.entries}
    found = known.get(fold(wanted))
    if found is not None:
        _entry(ledger.entries[found], program, table, out)
    elif not _search(ledger, wanted, table, out):
        near = nearest(wanted, ledger.entries, 3)
        more = said("; meant {1}?", any_of(near)) if near else ""
        raise Refused(said("no rule of the ledger is called {1}, or has these words{2}", wanted, more))


def _entry(entry: LedgerRule, program: Program, table: Table, out: Output) -> None:
    """A rule of the rulebook, and where it is written down."""
    out.say((entry.id, "name"), (f"  {entry.where}", "dim"))
    for words, style in ((entry.words, ""), (entry.note, "dim")):
        if words:
            out.extend(position.text(words if not style else said("Note: {1}", words), table.paper))
    places: dict[str, list[Span]] = {}
    for citation in program.citations:
        if citation.id == entry.id:
            places.setdefault(f"{citation.how}{f' ({citation.words})' if citation.words else ''}", []).append(
                citation.span
            )
    for how, spans in places.items():
        shown = ", ".join(dict.fromkeys(f"{span.file.name}:{span.line}" for span in spans))
        out.say(("  " + how.replace("_", " "), "good"), f": {shown}")
    if not places:
        out.say(said("  It is not written down anywhere yet."), style="warn")


def _search(ledger: Ledger, wanted: str, table: Table, out: Output) -> bool:
    """The rules whose id begins so, or that have certain words; False if there is none."""
    words = fold(wanted).split()
    entries = ledger.entries.values()
    found = [each for each in entries if fold(each.id).startswith(fold(wanted))]
    found = found or [each for each in entries if all(word in fold(f"{each.where} {each.words}") for word in words)]
    for each in found[:MOST_RULES]:
        out.extend([cut(line("  ", (each.id, "name"), "  ", " ".join(each.words.split())), table.width)])
    if len(found) > MOST_RULES:
        out.say((said("  {1} and {2} more: say more words", table.paper.draw.more, len(found) - MOST_RULES), "dim"))
    return bool(found)


def rules(table: Table, rest: str, out: Output) -> None:
    """Tell how the game is played, or a rule; or show how a rule is written."""
    first, _, words = rest.partition(" ")
    source = is_key(first, "source") and words.strip() != ""
    wanted = words.strip() if source else rest
    if not rest:
        rulebook.overview(table, out)
    elif not told_rules.told(table, wanted, out, source=source):
        ledger = table.game.sources.ledger
        if source or ledger is None or not _search(ledger, wanted, table, out):
            raise Refused(said("there is no rule with {1} in it{2}", wanted, rulebook.meant(table, wanted)))


def log(table: Table, rest: str, out: Output) -> None:
    """Show the last lines of the log, with what each move changed; all of it for a number of lines."""
    entries = table.entries(whole=bool(rest.strip()))
    count = sum(not entry.move_effect for entry in entries)
    wanted = whole_number(rest, 20)
    if not count:
        out.say(said("Nothing has happened yet."))
    number, first = 0, max(0, count - wanted)
    for entry in entries:
        number += not entry.move_effect
        if number > first:
            table.write(entry, out, line((f"{number if not entry.move_effect else '':>5} ", "number")))
    if first:
        out.say(
            (
                numbered(
                    first,
                    "      {1} earlier lines: log {2} shows all",
                    "      {1} earlier lines: log {2} shows all",
                    first,
                    count,
                ),
                "dim",
            )
        )


def _explanation(found: Explanation, out: Output, *, whole: bool = False) -> None:
    """Tell an explanation; whole: also of a move that can be made all that it requires."""
    if found.legal:
        out.say((found.text, "name"), (f": {found.summary}", "good"))
        for requirement in found.requirements if whole else ():
            _requirement(requirement, out, "  ")
        return
    out.say((found.text, "name"), (f": {found.summary}", "bad"))
    for requirement in found.requirements:
        _requirement(requirement, out, "  ")
    if found.needed:
        out.say((said("  to change that: "), "dim"), found.needed)
    _begun(found, out)
    for text in found.changes:
        out.say(
            (said("  possible: ") if found.begun or not found.requirements else said("  possible instead: "), "dim"),
            (text, "name"),
        )
    if found.more:
        out.say(
            (
                numbered(found.more, "  and {1} more: moves lists it", "  and {1} more: moves lists them", found.more),
                "dim",
            )
        )
    for other in found.others:
        out.say((said("another action with these words"), "dim"), (_place(other.site), "dim"))
        _explanation(other, out)


def _begun(found: Explanation, out: Output) -> None:
    """Tell what stands against moves that begin so: once for those that one thing stands against."""
    against: dict[tuple[str, str], list[str]] = {}
    for each in found.begun:
        failed = next((one for one in each.requirements if one.words != found.summary), each.requirements[0])
        against.setdefault((failed.words, _place(failed.site)), []).append(each.text)
    for (words, place), texts in against.items():
        told = (", ".join(texts), "name")
        if words == found.summary:
            out.say((said("  nothing else is against: "), "dim"), told)
        else:
            out.say((said("  not possible: "), "dim"), told, f": {words}", (place, "dim"))


_MARKS: Final = {
    True: (marked("met    "), "good"),
    False: (marked("NOT met"), "bad"),
    None: (marked("hidden "), "warn"),
}


def _requirement(requirement: Requirement, out: Output, indent: str) -> None:
    mark, style = _MARKS[requirement.met]
    sides = [f"{words} ({value})" if words != value else words for words, value in requirement.sides]
    numbers = "; ".join([f" {requirement.compare} ".join(sides[:2]), *sides[2:]])
    words = numbers if requirement.met and numbers else requirement.words
    more = f" [{numbers}]" if numbers and words != numbers else ""
    out.say(indent, (said(mark), style), f" {words}", (more, "dim"), (_place(requirement.site), "dim"))
    for part in requirement.parts:
        _requirement(part, out, indent + "  ")


def _reason(reason: Reason, out: Output, indent: str = "") -> None:
    joint = ": " if indent else " = "
    value = f"{joint}{reason.value}" if reason.value else ""
    out.say(indent, (reason.words, "" if indent else "name"), (value, "number"), (_place(reason.site), "dim"))
    for part in reason.parts:
        _reason(part, out, indent + "  ")


def _place(site: Site | None) -> str:
    """Where a rule stands: its name, file and line, and the paragraphs of the rulebook it cites."""
    if site is None or not site.file:
        return ""
    name = f"{site.rule}, " if site.rule else ""
    cites = f", {', '.join('@' + each for each in site.cites)}" if site.cites else ""
    return f"  ({name}{site.file}:{site.line}{cites})"


COMMANDS = (
    Command(
        key("why"),
        marked("why NUMBER | why not MOVE"),
        marked("where a number comes from; why a move cannot be made, and what would change that"),
        why,
        marked(
            "why attack of Town Guard: the printed number and everything that changes it; why hand of B: what"
            " lies there.\n"
            "why 4, why not 4: the move of that number in the list, with all that it requires.\n"
            "why not attack with Town Guard at Rider: each requirement, met or not, and where it is written."
        ),
    ),
    Command(
        key("because"), marked("because [N]"), marked("where line N of the log (the last one) comes from"), because
    ),
    Command(key("what"), marked("what if MOVE"), marked("what a move would lead to; nothing is changed"), what),
    Command(
        key("rules"),
        marked("rules [source] [WORDS]"),
        marked("how the game is played; with WORDS what the rulebook says of it; source: as it is written"),
        rules,
        marked(
            "rules alone tells what the game is about, what players do, how it ends and what can be chosen.\n"
            "rules attack tells the rules of that move, action or name, in the words of the rulebook that they cite.\n"
            "rules 2 tells the rule behind the answer of that number, or the one that asks; so do its words.\n"
            "rules source attack shows what begins with action attack, define attack, rule attack ... in the files."
        ),
    ),
    Command(
        key("rule"),
        marked("rule ID | rule WORDS"),
        marked("a rule of the rulebook, and where it is written in the rules files"),
        rule,
        marked("rule DO-8.86 shows it whole; rule DO-8 and rule scout list those that begin so, or have the word."),
    ),
    Command(
        key("log"),
        marked("log [N]"),
        marked("the last N lines of what happened (20)"),
        log,
        marked("log 1 tells everything that the last move changed, where only some of it was told."),
    ),
)
