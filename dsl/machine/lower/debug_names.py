"""The words of a machine: what entities, fields, zones and boards are called. Nothing that runs a game reads them."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.machine.ir import ops
from dsl.machine.lower.builder import Work
from dsl.machine.lower.expr.texts import program_enums, shown
from dsl.machine.lower.program.kinds import size_of, stored
from dsl.machine.lower.program.layout import homes
from dsl.semantics import model as m
from dsl.semantics.expr.coordinates import space_names, values


def names(work: Work) -> ops.Names:
    """All words of a program."""
    program = work.program
    return ops.Names(
        title=program.title,
        entities=tuple(_entities(program)),
        enums=tuple((enum.name, tuple(enum.labels)) for enum in program_enums(program)),
        fields=tuple(_field(work, field) for field in program.fields if field.name),
        zones=tuple(_zone(program, zone) for zone in program.zones),
        boards=tuple(_board(board) for board in program.boards),
        templates=tuple(work.templates.items),
        sites=tuple(work.sites.items),
        procs=tuple(draft.name for draft in work.drafts),
        windows=tuple(window.label for window in program.windows),
        streams=tuple(work.slots.streams),
        options=tuple((option.name, _chosen(option)) for option in program.options),
        limits=tuple(_limit(work, limit) for limit in program.limits),
        words=tuple(program.words),
        switch=work.slots.fields[program.switch] if program.switch is not None else 0,
    )


def _entities(program: m.Program) -> list[ops.EntityInfo]:
    found = {player: ops.EntityInfo("Player", "", 1, 1, player, "") for player in range(1, program.players + 1)}
    home = homes(program)
    for board in program.boards:
        for space, words in _spaces(program, board):
            found[space] = ops.EntityInfo(board.kind.name, board.label, 1, 1, home.get(space, 0), words)
    for card in program.cards:
        for copy in range(card.copies):
            player = card.player or 0
            found[card.first + copy] = ops.EntityInfo(
                card.kind.known.name, card.title, copy + 1, card.copies, player, "", card.text or ""
            )
    nobody = ops.EntityInfo("", "", 1, 1, 0, "")
    return [found.get(entity, nobody) for entity in range(1, program.entity_count + 1)]


def _spaces(program: m.Program, board: m.Board) -> Iterator[tuple[int, str]]:
    """The spaces of a board and how they are called: with the board's name, if another one beside it has the same."""
    names = space_names(board)
    beside = [other for other in program.boards if other.holder is board.holder and other is not board]
    alike = any(name in names for other in beside for name in space_names(other))
    for offset in range(len(names) * (size_of(board.holder) if board.holder else 1)):
        where = names[offset % len(names)]
        yield board.first + offset, f"{board.label} {where}" if alike else where


def _field(work: Work, field: m.Field) -> ops.FieldInfo:
    low, high = stored(field.type)
    first, last = (field.holder.first, field.holder.last) if field.holder else (0, 0)
    names = field.type if field.seen != "all" and isinstance(field.type, m.Ref) else None
    return ops.FieldInfo(
        name=field.name,
        kind=field.holder.name if field.holder else "",
        first=first,
        last=last,
        var=field.var,
        base=work.slots.fields[field] if field.var else 0,
        table=0 if field.var else work.table(field.printed),
        shown=shown(work.program, field.type),
        low=low if names is None or names.or_none else names.kind.first,
        high=high,
        unlisted=field.unlisted,
        seen=field.seen,
        things=(0, 0) if names is None else (names.kind.first, names.kind.last),
        track=None if field.track is None else _track(work, field, field.track),
    )


def _limit(work: Work, limit: m.Limit) -> ops.LimitInfo:
    first, last = (limit.each.first, limit.each.last) if limit.each is not None else (0, 0)
    return ops.LimitInfo(limit.name, first, last, work.slots.limits[limit])


def _track(work: Work, field: m.Field, track: m.Track) -> ops.TrackInfo:
    asked = work.known(("limit of", field)) if track.limit is not None else None
    bands = tuple((band.label, band.low, band.high, band.worth) for band in track.bands)
    return ops.TrackInfo(track.label, bands, -1 if asked is None else asked)


def _zone(program: m.Program, zone: m.Zone) -> ops.ZoneInfo:
    owner = "table" if zone.holder is None else "player" if zone.holder is program.player_kind else "entity"
    return ops.ZoneInfo(
        zone.name,
        zone.label,
        zone.first,
        zone.instances,
        zone.ordered,
        zone.seen,
        zone.capacity,
        zone.private_count,
        owner,
        zone.shape,
        tuple((kind.label, kind.first, kind.last, most) for kind, most in zone.shares),
        tuple((name, not negated) for name, negated in zone.shows),
    )


def _board(board: m.Board) -> ops.BoardInfo:
    dims = tuple((name, size, values(board, index)) for index, (name, size, _) in enumerate(board.dims))
    lettered = [index for index, (name, _, _) in enumerate(board.dims) if name in board.letters]
    across = lettered[-1] if lettered else None
    edges = tuple(part.name for part in board.edges)
    holders = size_of(board.holder) if board.holder else 0
    links = tuple((each.name, tuple(each.pairs)) for each in board.links)
    return ops.BoardInfo(board.name, board.first, holders, dims, across, edges, board.part, board.points, links)


def _chosen(option: m.Option) -> str:
    values = option.value if isinstance(option.value, list) else [option.value]
    return ", ".join(_word(option.type, value) for value in values)


def _word(type_: m.Type, value: int) -> str:
    if isinstance(type_, m.Bool):
        return "yes" if value else "no"
    if isinstance(type_, m.EnumOf):
        index = value - 1 if type_.or_none else value
        return type_.enum.values[index] if 0 <= index < len(type_.enum.values) else "none"
    return str(value)
