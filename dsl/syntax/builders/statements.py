"""Builders of statements and blocks.

A statement with a block carries the citations of that block as its own; the last statement of a line carries those of
the line.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dsl.source import Span
from dsl.spoken import said
from dsl.syntax import tree as t
from dsl.syntax.builders.shared import Builder, Mistake, all_of, cites_of, note, only, packed, pairs_of, parts_of, plain
from dsl.syntax.vocabulary import LONG

Cites = tuple[t.Cite, ...]
Line = tuple[t.Stmt, ...]


def flat(parts: tuple[object, ...]) -> tuple[t.Stmt | t.WhileItem, ...]:
    """The statements of a block: those of its lines and those that stand alone."""
    out: list[t.Stmt | t.WhileItem] = []
    for part in parts:
        for stmt in parts_of(part) or (part,):
            if isinstance(stmt, t.Stmt | t.WhileItem):
                out.append(stmt)
    return tuple(out)


def too_long(construct: str, place: Span) -> Mistake:
    """What is said about a statement with lines of its own that follows a colon, or another one, on its line."""
    message = said(
        '"{1}" does not fit on this line: behind a colon or a semicolon stand only short statements', construct
    )
    return Mistake("E025", place, message, said("write it on a line of its own, indented under the colon"))


def _short(stmt: t.Stmt) -> t.Stmt:
    """The statement, unless it reads as the call of a word that begins a longer one."""
    if isinstance(stmt, t.CallStmt) and stmt.name.text in LONG:
        raise too_long(stmt.name.text, stmt.name.span)
    return stmt


def _line(_span: Span, *parts: t.Stmt | Cites) -> Line:
    stmts = [_short(part) for part in parts if isinstance(part, t.Stmt)]
    cites = tuple(cite for part in parts if isinstance(part, tuple) for cite in part)
    return (*stmts[:-1], replace(stmts[-1], cites=cites))


def _block(span: Span, cites: Cites, *parts: object) -> t.Block:
    return t.Block(span, cites, flat(parts))


def _inline_block(span: Span, *parts: t.Stmt | Cites) -> t.Block:
    cites = tuple(cite for part in parts if isinstance(part, tuple) for cite in part)
    return t.Block(span, cites, tuple(_short(part) for part in parts if isinstance(part, t.Stmt)))


def _assign(how: str) -> Builder:
    def build(span: Span, target: t.Expr, value: t.Expr) -> t.Assign:
        return t.Assign(span, (), how, target, value)

    return build


def _face(_span: Span, _word: str, side: str) -> str:
    return side


def _move(span: Span, what: t.Expr, target: t.Expr, face: str | None) -> t.Move:
    return t.Move(span, (), what, target, face)


def _reveal(span: Span, what: t.Expr) -> t.Show:
    return t.Show(span, (), what, None)


def _tell(how: str) -> Builder:
    def build(span: Span, who: t.Expr, what: t.Expr) -> t.Tell:
        return t.Tell(span, (), who, what, how)

    return build


def _args(_span: Span, *parts: str | t.Expr) -> tuple[tuple[str, t.Expr], ...]:
    """Each argument with the word before it: a preposition, ',' between two, '' before the first."""
    out: list[tuple[str, t.Expr]] = []
    word: str | None = None
    for part in parts:
        if isinstance(part, str):
            word = part
        else:
            out.append((word or ("," if out else ""), part))
            word = None
    return tuple(out)


def call(span: Span, name: t.Name, args: tuple[tuple[str, t.Expr], ...]) -> t.CallStmt:
    """A call of an event or a procedure; the words and the arguments are parted."""
    return t.CallStmt(span, (), name, tuple(word for word, _ in args), tuple(arg for _, arg in args))


def _jump(how: str) -> Builder:
    def build(span: Span, condition: t.Expr | None) -> t.Jump:
        return t.Jump(span, (), how, condition)

    return build


def _end_won(span: Span, who: t.Expr, because: t.Text | None) -> t.EndGame:
    return t.EndGame(span, (), "won", who, None, because)


def _end_lost(span: Span, who: t.Expr, because: t.Text | None) -> t.EndGame:
    return t.EndGame(span, (), "lost", who, None, because)


def _end_drawn(span: Span, because: t.Text | None) -> t.EndGame:
    return t.EndGame(span, (), "drawn", None, None, because)


def _end_scored(span: Span, score: t.Name, because: t.Text | None) -> t.EndGame:
    return t.EndGame(span, (), "scored", None, score, because)


def _if(span: Span, condition: t.Expr, block: t.Block, *others: object) -> t.If:
    branches = [(condition, block)]
    otherwise: t.Block | None = None
    for other in others:
        if isinstance(other, t.If):
            branches += other.branches
        elif isinstance(other, t.Block):
            otherwise = other
    return t.If(span, block.cites, tuple(branches), otherwise)


def _order(_span: Span, key: t.Expr, down: str | None) -> tuple[t.Expr, bool]:
    return key, down is not None


def _for_each(span: Span, binder: t.Binder, order: tuple[t.Expr, bool] | None, body: t.Block) -> t.ForEach:
    key, down = order or (None, False)
    return t.ForEach(span, body.cites, binder, key, down, body)


def _for_count(down: bool) -> Builder:
    def build(span: Span, name: t.Name, first: t.Expr, last: t.Expr, body: t.Block) -> t.ForCount:
        return t.ForCount(span, body.cites, name, first, last, down, body)

    return build


def _repeat(span: Span, until: t.Expr | None, at_most: t.Expr | None, body: t.Block) -> t.Repeat:
    return t.Repeat(span, body.cites, until, at_most, body)


def _choose(
    span: Span,
    binder: t.Binder,
    by: t.Expr | None,
    prompt: t.Text | None,
    words: t.Text | None,
    openly: str | None,
    cites: Cites,
    if_none: t.Block | None,
) -> t.Choose:
    return t.Choose(span, cites, binder, by, prompt, words, if_none, openly is not None)


Amount = tuple[t.Expr | None, t.Expr | None]


def _amount_exact(_span: Span, low: t.Expr, high: t.Expr | None) -> Amount:
    return low, high or low


def _amount_up_to(span: Span, high: t.Expr) -> Amount:
    return t.Number(span.file.span(span.start, span.start), 0), high


def _amount_any(_span: Span) -> Amount:
    return None, None


def _choose_many(
    span: Span,
    amount: Amount,
    binder: t.Binder,
    by: t.Expr | None,
    prompt: t.Text | None,
    other: t.Text | None,
    *rest: object,
) -> t.ChooseMany:
    said = pairs_of(span, rest)
    start, provided, called = (said.get(word) for word in ("starting with", "provided", "called"))
    test, words = parts_of(provided) or (None, None)
    if_none = rest[-1] if rest else None
    assert isinstance(start, t.Expr | None) and isinstance(test, t.Expr | None)
    assert isinstance(words, t.Text | None) and isinstance(if_none, t.Block | None)
    low, high = amount
    edits = all_of(t.Text, parts_of(called))
    made = t.ChooseMany(span, cites_of(rest), binder, low, high, False, by, prompt, if_none, start, test, words, edits)
    return replace(made, other=other, openly="openly" in said)


def _openly(_span: Span, _word: str) -> tuple[str, object]:
    return "openly", True


def _provided(_span: Span, test: t.Expr, words: t.Text | None) -> tuple[str, object]:
    return "provided", (test, words)


def _edit_words(_span: Span, *words: t.Text | None) -> tuple[str, object]:
    return "called", words


def _arrange(
    span: Span, binder: t.Binder, by: t.Expr | None, prompt: t.Text | None, openly: str | None, cites: Cites
) -> t.ChooseMany:
    return t.ChooseMany(span, cites, binder, None, None, True, by, prompt, None, openly=openly is not None)


def _if_none(_span: Span, _words: str | None, block: t.Block | None) -> t.Block | None:
    return block


def _choose_one(
    span: Span, by: t.Expr | None, prompt: t.Text | None, cites: Cites, *options: t.ChooseOption
) -> t.ChooseOne:
    return t.ChooseOne(span, cites, by, prompt, options)


def _may(span: Span, words: t.Text, by: t.Expr | None, body: t.Block, otherwise: t.Block | None) -> t.May:
    return t.May(span, body.cites, words, by, body, otherwise)


def _offer(
    span: Span, window: t.Name, player: t.Expr, prompt: t.Text | None, no_passing: str | None, refusal: t.Text | None
) -> t.Offer:
    return t.Offer(span, (), window, player, prompt, no_passing is not None, refusal)


def _requires(
    span: Span, label: t.Name | None, condition: t.Expr, otherwise: t.Text | None, cites: Cites
) -> t.Requires:
    return t.Requires(span, cites, label, condition, otherwise)


def _provided_afterwards(
    span: Span, label: t.Name | None, condition: t.Expr, otherwise: t.Text | None, cites: Cites
) -> t.Provided:
    return t.Provided(span, cites, label, condition, otherwise)


def _remember(span: Span, name: t.Name) -> t.Remember:
    return t.Remember(span, (), name, False)


def _forget(span: Span, name: t.Name) -> t.Remember:
    return t.Remember(span, (), name, True)


def _sealed(span: Span, binder: t.Binder, order: tuple[t.Expr, bool] | None, body: t.Block, then: t.Block) -> t.Sealed:
    key, down = order or (None, False)
    return t.Sealed(span, body.cites, binder, key, down, body, then)


def _at_once(span: Span, body: t.Block) -> t.AtOnce:
    return t.AtOnce(span, body.cites, body)


def _tells(span: Span, words: t.Text, body: t.Block) -> t.Tells:
    return t.Tells(span, body.cites, words, body)


def _until_end(span: Span, anchor: t.Name, at_most: t.Expr | None, cites: Cites, *rules: t.Item) -> t.UntilEnd:
    return t.UntilEnd(span, cites, anchor, at_most, rules)


def _at_end(span: Span, anchor: t.Name, body: t.Block) -> t.AtEnd:
    return t.AtEnd(span, body.cites, anchor, body)


STATEMENTS: Final[dict[str, Builder]] = {
    "block": _block,
    "inline_block": _inline_block,
    "line": _line,
    "cites": packed,
    "cite": only,
    "preposition": only,
    "set": _assign("set"),
    "raise": _assign("raise"),
    "lower": _assign("lower"),
    "let": plain(t.Let, ()),
    "face": _face,
    "move": _move,
    "turn": plain(t.Turn, ()),
    "shuffle": plain(t.Shuffle, ()),
    "reveal": _reveal,
    "show": plain(t.Show, ()),
    "tell": _tell("value"),
    "tell_that": _tell("that"),
    "tell_whether": _tell("whether"),
    "say": plain(t.Say, ()),
    "args": _args,
    "call": call,
    "pay": plain(t.Pay, ()),
    "stop": _jump("stop"),
    "skip": _jump("skip"),
    "leave": _jump("leave"),
    "end_won": _end_won,
    "end_lost": _end_lost,
    "end_drawn": _end_drawn,
    "end_scored": _end_scored,
    "random": plain(t.Random, ()),
    "do_nothing": plain(t.Nothing, ()),
    "unimplemented": plain(t.Unimplemented, ()),
    "if": _if,
    "else_if": _if,
    "else_part": only,
    "order": _order,
    "for_each": _for_each,
    "for_up": _for_count(False),
    "for_down": _for_count(True),
    "repeat": _repeat,
    "choose": _choose,
    "choose_many": _choose_many,
    "amount_exact": _amount_exact,
    "amount_up_to": _amount_up_to,
    "amount_any": _amount_any,
    "starting_with": note("starting with"),
    "edit_words": _edit_words,
    "provided": _provided,
    "arrange": _arrange,
    "openly": _openly,
    "by": only,
    "as_prompt": only,
    "if_none": _if_none,
    "choose_one": _choose_one,
    "choice_option": plain(t.ChooseOption),
    "may": _may,
    "offer": _offer,
    "requires": _requires,
    "provided_afterwards": _provided_afterwards,
    "remember": _remember,
    "forget": _forget,
    "uses": plain(t.Uses, ()),
    "otherwise": only,
    "because": only,
    "sealed": _sealed,
    "at_once": _at_once,
    "tells": _tells,
    "until_end": _until_end,
    "at_end": _at_end,
}
