"""Builders of what a game is played with: enums, kinds and what they have, boards, plans, cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dsl.source import Span
from dsl.syntax import tree as t
from dsl.syntax.builders.shared import (
    Builder,
    all_of,
    cites_of,
    constant,
    note,
    only,
    packed,
    pairs_of,
    parts_of,
    plain,
    values_of,
)
from dsl.syntax.builders.statements import Cites

# ---- kinds, fields, zones, boards ------------------------------------------------------------------------------------


def _enum_value(_span: Span, name: t.Name, label: t.Text | None) -> tuple[t.Name, t.Text | None]:
    return name, label


def _enum(span: Span, name: t.Name, *rest: tuple[t.Name, t.Text | None]) -> t.EnumItem:
    *values, cites = rest
    return t.EnumItem(
        span, all_of(t.Cite, cites), name, tuple(value for value, _ in values), tuple(label for _, label in values)
    )


def _plan(span: Span, name: t.Name, board: t.Name, cites: Cites, *parts: t.PlanSigns | t.Text) -> t.PlanItem:
    return t.PlanItem(span, cites, name, board, all_of(t.PlanSigns, parts), all_of(t.Text, parts))


def _plan_signs(span: Span, part: str, field: t.Name, *signs: tuple[t.Text, t.Expr]) -> t.PlanSigns:
    return t.PlanSigns(span, part, field, signs)


def _plan_sign(_span: Span, sign: t.Text, value: t.Expr) -> tuple[t.Text, t.Expr]:
    return sign, value


def _kind(span: Span, name: t.Name, label: t.Text | None, parent: t.Name | None, *rest: object) -> t.KindItem:
    return t.KindItem(span, cites_of(rest), name, label, parent, all_of(t.Item, rest))


def _has(whose: str) -> Builder:
    def build(span: Span, *members: t.Item) -> t.HasItem:
        return t.HasItem(span, (), whose, members)

    return build


def _field(var: bool) -> Builder:
    def build(span: Span, *parts: object) -> t.FieldItem:
        back = all_of(t.GoesBack, parts)
        plain_parts = tuple(part for part in parts if not isinstance(part, t.GoesBack))
        *names, type_, default, unlisted, eyes, _ = plain_parts if var else (*parts[:-1], None, None, parts[-1])
        _, seen = parts_of(eyes) or (None, "all")
        assert isinstance(seen, str)
        assert isinstance(type_, t.Type) and isinstance(default, t.Expr | None)
        names = all_of(t.Name, tuple(names))
        return t.FieldItem(
            span, cites_of(parts), names, var, type_, default, unlisted is not None, seen=seen, back=back
        )

    return build


def _track(
    span: Span,
    name: t.Name,
    label: t.Text | None,
    type_: t.Type,
    default: t.Expr | None,
    limit: t.Name | None,
    cites: Cites,
    *bands: t.Band,
) -> t.FieldItem:
    return t.FieldItem(span, cites, (name,), True, type_, default, False, t.Track(span, label, limit, bands))


def _band(
    span: Span,
    name: t.Name,
    label: t.Text | None,
    low: t.Expr,
    high: t.Expr | None,
    worth: tuple[t.Expr, ...] | None,
    cites: Cites,
) -> t.Band:
    return t.Band(span, name, label, low, high, worth or (), cites)


def _zone(span: Span, name: t.Name, label: t.Text | None, shape: str, *rest: object) -> t.ZoneItem:
    said = pairs_of(span, rest)
    seen, room, by, within = (said.get(word) for word in ("seen", "at most", "by", "within"))
    at_most, *shares = parts_of(room) or (None,)
    seer, where = parts_of(seen) or (None, None)
    seen = "some" if seer is not None else seen
    assert isinstance(seen, str | None) and isinstance(at_most, t.Expr | None)
    assert isinstance(seer, t.Name | None) and isinstance(where, t.Expr | None)
    assert isinstance(by, t.Name | None) and isinstance(within, t.Expr | None)
    kinds, cites = all_of(t.Name, rest), cites_of(rest)
    active, private, playable = ("active" in said, "private" in said, "playable" in said)
    return t.ZoneItem(
        span,
        cites,
        name,
        label,
        shape,
        kinds,
        seen,
        at_most,
        active,
        private,
        playable,
        by,
        within,
        all_of(t.Share, tuple(shares)),
        all_of(t.Shown, parts_of(said.get("shows"))),
        seer,
        where,
    )


def _seen_where(_span: Span, seer: t.Name, where: t.Expr) -> tuple[str, object]:
    return "seen", (seer, where)


def _at_most(_span: Span, most: t.Expr, shares: tuple[t.Share, ...] | None) -> tuple[str, object]:
    return "at most", (most, *(shares or ()))


def _shows(_span: Span, *shown: t.Shown) -> tuple[str, object]:
    return "shows", shown


def _text_means(span: Span, _means: object, text: t.Text, cites: tuple[t.Cite, ...]) -> t.TextItem:
    return t.TextItem(span, cites, text, True)


def _shown(negated: bool) -> Builder:
    def build(span: Span, name: object) -> t.Shown:
        assert isinstance(name, t.Name)
        return t.Shown(span, name, negated)

    return build


def _board(span: Span, name: t.Name, label: t.Text | None, kind: t.Name, *rest: object) -> t.BoardItem:
    return t.BoardItem(span, cites_of(rest), name, label, kind, all_of(t.Dimension, rest))


def _dimension(
    span: Span, name: t.Name, first: t.Name | t.Expr, high: t.Expr | None = None, letters: str | None = None
) -> t.Dimension:
    if isinstance(first, t.Name):
        return t.Dimension(span, name, first, None, None, False)
    return t.Dimension(span, name, None, first, high, letters is not None)


def _board_of_squares(
    span: Span,
    name: t.Name,
    label: t.Text | None,
    kind: t.Name,
    columns: t.Expr,
    rows: t.Expr,
    edges: t.Name | None,
    corners: t.Name | None,
    cites: Cites,
) -> t.BoardItem:
    return t.BoardItem(span, cites, name, label, kind, (), columns, rows, edges, corners)


def _board_of_hexagons(
    span: Span,
    name: t.Name,
    label: t.Text | None,
    kind: t.Name,
    hexagons: t.HexagonRows,
    edges: t.Name | None,
    corners: t.Name | None,
    cites: Cites,
) -> t.BoardItem:
    return t.BoardItem(span, cites, name, label, kind, (), None, None, edges, corners, hexagons)


def _hexagon_rows(span: Span, *rows: t.Expr) -> t.HexagonRows:
    return t.HexagonRows(span, None, rows)


def _hexagons_within(span: Span, radius: t.Expr) -> t.HexagonRows:
    return t.HexagonRows(span, radius, ())


def _live(span: Span, condition: t.Expr, cites: Cites) -> t.LiveItem:
    return t.LiveItem(span, cites, condition)


def _acts(span: Span, field: t.Name, cites: Cites) -> t.ActsItem:
    return t.ActsItem(span, cites, field)


def _uses_part(_span: Span, uses: t.Uses, cites: Cites) -> t.Uses:
    return replace(uses, cites=cites)


def _each_action(span: Span, cites: Cites, *parts: object) -> t.EachActionItem:
    conditions = tuple(part for part in parts if isinstance(part, t.Requires | t.Provided | t.Uses))
    said = pairs_of(span, parts)
    first, last = said.get("first"), said.get("last")
    assert isinstance(first, t.Block | None) and isinstance(last, t.Block | None)
    return t.EachActionItem(span, cites, conditions, first, last)


# ---- cards and other pieces ------------------------------------------------------------------------------------------


def _printed_field(_span: Span, name: t.Name, value: t.Expr) -> tuple[t.Name, t.Expr]:
    return name, value


Varied = tuple[t.Name, tuple[t.Expr, ...]]


def _copies(_span: Span, number: t.Number, each: tuple[Varied, ...] | None) -> tuple[str, object]:
    return "copies", (number.value, each or ())


def _one_each(_span: Span, each: tuple[Varied, ...]) -> tuple[str, object]:
    return "copies", (1, each)


def _varied_by(_span: Span, enum: t.Name, *amounts: object) -> Varied:
    return enum, tuple(_as_value(part) for part in amounts if isinstance(part, t.Expr | t.Name))


def _as_value(part: t.Expr | t.Name) -> t.Expr:
    return t.Ref(part.span, part.text) if isinstance(part, t.Name) else part


def _card(span: Span, title: t.Text, gloss: t.Text | None, kind: t.Name, *rest: object) -> t.CardItem:
    said = pairs_of(span, rest)
    (number, each), player = parts_of(said.get("copies", (None, ()))), said.get("belongs")
    assert isinstance(number, int | None)
    varied = [(enum, amounts) for enum, amounts in map(parts_of, parts_of(each)) if isinstance(enum, t.Name)]
    return t.CardItem(
        span,
        (*all_of(t.Cite, rest), *cites_of(rest)),
        title,
        gloss,
        kind,
        number,
        tuple(enum for enum, _ in varied),
        tuple(all_of(t.Expr, parts_of(amounts)) for _, amounts in varied),
        "stand-in" in said,
        "secret" in said,
        player.value if isinstance(player, t.Number) else None,
        all_of(t.Item, rest),
    )


def _printed(span: Span, *parts: object) -> t.PrintedItem:
    return t.PrintedItem(span, cites_of(parts), values_of(parts))


def _cards_from(span: Span, kind: t.Name, path: t.Text, stand_in: str | None, cites: Cites) -> t.CardsFromItem:
    return t.CardsFromItem(span, cites, kind, path, stand_in is not None)


def _pack(span: Span, value: t.Name, enum: t.Name, *rest: object) -> t.PackItem:
    lines = [part for part in rest if part is not rest[0]]
    entries = tuple(entry for line in lines for entry in _entries(parts_of(line)))
    cites = tuple(cite for part in rest for cite in cites_of((part, *parts_of(part))))
    return t.PackItem(span, cites, value, enum, entries)


def _entries(parts: tuple[object, ...]) -> list[tuple[t.Number, t.Text]]:
    """The (number, title) pairs of a line of a pack."""
    found: list[tuple[t.Number, t.Text]] = []
    for part in parts:
        number, *title = parts_of(part) or (None,)
        if isinstance(number, t.Number) and isinstance(title[0], t.Text):
            found.append((number, title[0]))
    return found


THINGS: Final[dict[str, Builder]] = {
    "enum": _enum,
    "enum_value": _enum_value,
    "plan": _plan,
    "drawing_signs": _plan_signs,
    "drawing_part": only,
    "drawing_sign": _plan_sign,
    "drawing_row": only,
    "kind": _kind,
    "player_has": _has("player"),
    "table_has": _has("table"),
    "field": _field(False),
    "variable": _field(True),
    "back_at_end": plain(t.GoesBack),
    "back_after": plain(t.GoesBack, None),
    "back_out_of_play": plain(t.GoesBack),
    "zone": _zone,
    "unlisted": only,
    "track": _track,
    "upper_end": only,
    "band": _band,
    "worth": packed,
    "zone_shape": only,
    "seen_all": constant(("seen", "all")),
    "seen_owner": constant(("seen", "owner")),
    "seen_nobody": constant(("seen", "nobody")),
    "seen_faces": constant(("seen", "faces")),
    "seen_where": _seen_where,
    "at_most": _at_most,
    "shares": packed,
    "share": plain(t.Share),
    "touching": note("by"),
    "within": note("within"),
    "active": note("active"),
    "playable": note("playable"),
    "private_count": note("private"),
    "shows": _shows,
    "shown": _shown(False),
    "shown_not": _shown(True),
    "board": _board,
    "board_of_squares": _board_of_squares,
    "board_of_hexagons": _board_of_hexagons,
    "hexagon_rows": _hexagon_rows,
    "hexagons_within": _hexagons_within,
    "with_edges": only,
    "with_corners": only,
    "dimension": _dimension,
    "live": _live,
    "acts": _acts,
    "each_action": _each_action,
    "each_part": only,
    "uses_part": _uses_part,
    "first_part": note("first"),
    "last_part": note("last"),
    "text_member": plain(t.TextItem, ()),
    "text_means": _text_means,
    "card": _card,
    "gloss": only,
    "copies": _copies,
    "one_each": _one_each,
    "varied": packed,
    "varied_by": _varied_by,
    "stand_in": note("stand-in"),
    "secret_card": note("secret"),
    "belongs": note("belongs"),
    "note_cite": only,
    "printed": _printed,
    "printed_field": _printed_field,
    "cards_from": _cards_from,
    "pack": _pack,
    "pack_line": packed,
    "pack_entry": packed,
}
