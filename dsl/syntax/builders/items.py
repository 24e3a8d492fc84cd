"""Builders of items: the game, its modules, limits, definitions, events, actions.

`things` builds what a game is played with, `rules` the rules and the scenarios.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dsl.source import Span
from dsl.syntax import tree as t
from dsl.syntax.builders.shared import Builder, all_of, cites_of, constant, only, packed, parts_of, plain
from dsl.syntax.builders.statements import Cites

_Of = tuple[t.Name, t.Name]
"""A player, and the set he is in."""

# ---- the game, its files and options ---------------------------------------------------------------------------------


def _game(span: Span, title: t.Text, players: tuple[int, int], cites: Cites) -> t.GameItem:
    return t.GameItem(span, cites, title, *players)


def _players(_span: Span, low: t.Number, high: t.Number | None = None) -> tuple[int, int]:
    return low.value, (high or low).value


def _option(
    span: Span,
    name: t.Name,
    each: str | None,
    type_: t.Type,
    default: t.Expr,
    words: t.Text | None,
    condition: t.Expr | None,
    cites: Cites,
) -> t.OptionItem:
    return t.OptionItem(span, cites, name, each is not None, type_, default, words, condition)


def _ruling(span: Span, name: t.Name, question: t.Text, cites: Cites, *readings: t.Reading) -> t.RulingItem:
    return t.RulingItem(span, cites, name, question, readings)


def _text_only(span: Span, cites: Cites, reason: t.Text) -> t.TextOnlyItem:
    return t.TextOnlyItem(span, cites, reason)


def _unimplemented_item(span: Span, text: t.Text, cites: Cites) -> t.UnimplementedItem:
    return t.UnimplementedItem(span, cites, text)


# ---- modules ---------------------------------------------------------------------------------------------------------


def _module(span: Span, name: t.Name, label: t.Text | None, game: t.Text | None, cites: Cites) -> t.ModuleItem:
    return t.ModuleItem(span, cites, name, label, game)


def _needs_modules(span: Span, how: str, *names: t.Name) -> t.ModulesItem:
    return t.ModulesItem(span, (), how, names)


def _replacement(span: Span, item: t.Item) -> t.ReplaceItem:
    return t.ReplaceItem(span, item.cites, item)


def _add_values(span: Span, target: t.Name, *rest: tuple[t.Name, t.Text | None]) -> t.AddItem:
    *values, cites = rest
    names, labels = tuple(value for value, _ in values), tuple(label for _, label in values)
    return t.AddItem(span, all_of(t.Cite, cites), target, names, labels, ())


def _add_members(span: Span, target: t.Name, *rest: object) -> t.AddItem:
    return t.AddItem(span, cites_of(rest), target, (), (), all_of(t.Item, rest))


def _changed(sort: str) -> Builder:
    def build(span: Span, *rest: object) -> t.ChangeItem:
        named = rest[0] if isinstance(rest[0], t.Name | t.Text) else None
        holder = t.Holder(span if named is None else named.span, sort, named)
        return t.ChangeItem(span, cites_of(rest), holder, all_of(t.Item, rest))

    return build


def _holder(sort: str) -> Builder:
    def build(span: Span, name: t.Name | t.Text) -> t.Holder:
        return t.Holder(span, sort, name)

    return build


def _remove_card(span: Span, title: t.Text, cites: Cites) -> t.RemoveItem:
    return t.RemoveItem(span, cites, "card", title, None)


def _remove_named(span: Span, sort: str, name: t.Name, holder: t.Holder | None, cites: Cites) -> t.RemoveItem:
    return t.RemoveItem(span, cites, sort, name, holder)


def _rename(span: Span, name: t.Name | t.Text, words: t.Text, cites: Cites) -> t.RenameItem:
    return t.RenameItem(span, cites, name, words)


def _default(span: Span, name: t.Name, value: t.Expr, cites: Cites) -> t.DefaultItem:
    return t.DefaultItem(span, cites, name, value)


def _memory(span: Span, name: t.Name, most: t.Expr, cites: Cites, *parts: t.MemoryPart) -> t.MemoryItem:
    return t.MemoryItem(span, cites, name, most, parts)


# ---- limits, layers, definitions, values, events, actions ------------------------------------------------------------


def _limit(
    span: Span, name: t.Name, amount: t.Expr, per: t.Name, each: t.Name | None, words: t.Text | None, cites: Cites
) -> t.LimitItem:
    return t.LimitItem(span, cites, name, amount, per, each, words)


def _teams(span: Span, side: t.Name, cites: Cites) -> t.TeamsItem:
    return t.TeamsItem(span, cites, side)


def _aim(span: Span, together: str | None, value: t.Name, weight: t.Number | None, cites: Cites) -> t.AimItem:
    return t.AimItem(span, cites, value, weight, together is not None)


def _measure(
    span: Span,
    name: t.Name,
    of: _Of | None,
    when: str | t.Pattern | tuple[str, t.Name] | None,
    value: t.Expr,
    cites: Cites,
) -> t.MeasureItem:
    after = when if isinstance(when, t.Pattern) else None
    whose = when if isinstance(when, tuple) else ("", None)
    return t.MeasureItem(span, cites, name, *(of or (None, None)), isinstance(when, str), after, *whose, value)


def _measured_start(_span: Span, name: t.Name) -> tuple[str, t.Name]:
    return "start", name


def _measured_end(_span: Span, name: t.Name) -> tuple[str, t.Name]:
    return "end", name


def _measured_of(_span: Span, player: t.Name, among: t.Name) -> _Of:
    return player, among


def _layers(span: Span, value: t.Name, *rest: t.Name | tuple[t.Name] | Cites) -> t.LayersItem:
    named = [part if isinstance(part, t.Name) else part[0] for part in rest[:-1] if part]
    aged = tuple(name for part, name in zip(rest, named, strict=False) if not isinstance(part, t.Name))
    return t.LayersItem(span, cites_of(rest[-1:]), value, all_of(t.Name, tuple(named)), all_of(t.Name, aged))


def _param(
    span: Span, name: t.Name, type_: t.Type, domain: t.Expr | None, where: t.Expr | None, otherwise: t.Text | None
) -> t.Param:
    return t.Param(span, "", name, type_, domain, where, otherwise)


def _sig_part(_span: Span, word: str | None, first: t.Param, *others: t.Param) -> tuple[t.Param, ...]:
    return (replace(first, word=word or ""), *(replace(param, word=",") for param in others))


def _sig_comma(_span: Span, *params: t.Param) -> tuple[t.Param, ...]:
    return tuple(replace(param, word=",") for param in params)


def _signature(
    span: Span, name: t.Name, label: t.Text | None, *parts: tuple[t.Param, ...] | t.Expr | None
) -> t.Signature:
    params = tuple(param for part in parts for param in all_of(t.Param, parts_of(part)))
    deep = next((part for part in parts if isinstance(part, t.Expr)), None)
    return t.Signature(span, name, label, params, False, deep)


def _infix_signature(span: Span, left: t.Param, name: t.Name, right: t.Param) -> t.Signature:
    return t.Signature(span, name, None, (left, right), True)


def _define_value(span: Span, signature: t.Signature, value: t.Expr, cites: Cites) -> t.DefineItem:
    return t.DefineItem(span, cites, signature, value, ())


def _define_needs(span: Span, signature: t.Signature, cites: Cites, *needs: t.Requires) -> t.DefineItem:
    return t.DefineItem(span, cites, signature, None, needs)


def _value(
    span: Span, signature: t.Signature, type_: t.Type, parts: t.Name | None, value: t.Expr, cites: Cites
) -> t.ValueItem:
    return t.ValueItem(span, cites, signature, type_, parts, value)


def _event(span: Span, signature: t.Signature, chooser: t.Expr | None, rest: t.Block | Cites) -> t.EventItem:
    if isinstance(rest, t.Block):
        return t.EventItem(span, rest.cites, signature, rest, chooser)
    return t.EventItem(span, rest, signature, None, chooser)


def _window(span: Span, name: t.Name, label: t.Text | None, passing: t.Text | None, cites: Cites) -> t.WindowItem:
    return t.WindowItem(span, cites, name, label, passing)


def _action(span: Span, signature: t.Signature, *rest: object) -> t.ActionItem:
    body = rest[-1]
    assert isinstance(body, t.Block)
    return t.ActionItem(span, body.cites, signature, all_of(t.Name, rest), body)


def _procedure(span: Span, word: str, signature: t.Signature, body: t.Block) -> t.ProcedureItem:
    return t.ProcedureItem(span, body.cites, word, signature, body)


def _main(span: Span, body: t.Block) -> t.ProcedureItem:
    word = span.file.span(span.start, span.start + len("main"))
    signature = t.Signature(word, t.Name(word, "main"), None, (), False)
    return t.ProcedureItem(span, body.cites, "main", signature, body)


ITEMS: Final[dict[str, Builder]] = {
    "game": _game,
    "players_exact": _players,
    "players_range": _players,
    "ledger": plain(t.FileItem, (), "ledger"),
    "include": plain(t.FileItem, (), "include"),
    "library": plain(t.FileItem, (), "use"),
    "option": _option,
    "module": _module,
    "needs_modules": _needs_modules,
    "needs": only,
    "replacement": _replacement,
    "add_values": _add_values,
    "add_members": _add_members,
    "default": _default,
    "change_card": _changed("card"),
    "change_kind": _changed("kind"),
    "change_player": _changed("player"),
    "change_table": _changed("table"),
    "remove_card": _remove_card,
    "remove_named": _remove_named,
    "removed_sort": only,
    "of_card": _holder("card"),
    "of_kind_named": _holder("kind"),
    "rename_card": _rename,
    "rename_words": _rename,
    "ruling": _ruling,
    "reading": plain(t.Reading),
    "text_only": _text_only,
    "unimplemented_item": _unimplemented_item,
    "label": only,
    "memory": _memory,
    "memory_part": plain(t.MemoryPart),
    "limit": _limit,
    "counted": only,
    "aim": _aim,
    "measure": _measure,
    "each_turn": constant("each turn"),
    "measured_when": only,
    "measured_start": _measured_start,
    "measured_end": _measured_end,
    "measured_of": _measured_of,
    "teams": _teams,
    "layers": _layers,
    "aged_layer": packed,
    "chooser": only,
    "define_value": _define_value,
    "define_needs": _define_needs,
    "value": _value,
    "in_parts": only,
    "signature": _signature,
    "how_deep": only,
    "infix_signature": _infix_signature,
    "sig_part": _sig_part,
    "sig_comma": _sig_comma,
    "param": _param,
    "param_type": only,
    "event": _event,
    "window": _window,
    "action": _action,
    "procedure": _procedure,
    "procedure_word": only,
    "main": _main,
}
