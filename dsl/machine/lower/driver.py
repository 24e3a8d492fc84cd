"""Lowering: a checked program becomes a machine.

    lower       facts and slots; what the game can reach from `main`; what explanations need
    simplify    blocks of flows are put together
    pushdown    loops go over fewer members: rows of tables, or zones, in place of all pieces

Scenarios are written behind all of it and go through the same passes. After each of them there is a whole machine,
which `rulewright dump` prints.

The rooms of this package, each of which knows only those before it:

    program/   what is known of the program: kinds, effects, nullability, cardinality, slots, topology
    builder, control, debug_names    the tools: procedures under construction, branches and loops
    expr/      expressions by sort, sets and the loops over them, which rules are in force
    stmt/      statements by sort: changes, calls, decisions, durations, memory, scenarios
    weave/     the procedures: events in stages, batches, legal moves, payments, values, explanations
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.call_graph import finished
from dsl.machine.ir.draft import Draft
from dsl.machine.ir.fold import NO, every
from dsl.machine.ir.ops import Expr, Machine
from dsl.machine.ir.opt.pushdown import Sifter
from dsl.machine.ir.opt.simplify_cfg import simplified
from dsl.machine.ir.opt.zone_scans import Family, Lying
from dsl.machine.lower.builder import Code, Makers, Work
from dsl.machine.lower.debug_names import names
from dsl.machine.lower.expr import applications, bags, cells, fits, members, operators, places, spaces
from dsl.machine.lower.expr.applications import need_test
from dsl.machine.lower.expr.expressions import expr, local, make_scalar
from dsl.machine.lower.expr.in_force import make_applies, make_lives
from dsl.machine.lower.expr.sets import make_set
from dsl.machine.lower.program.effects import Facts
from dsl.machine.lower.program.kinds import size_of
from dsl.machine.lower.program.layout import finished as finished_layout
from dsl.machine.lower.program.layout import plan, room
from dsl.machine.lower.stmt import durations, memory
from dsl.machine.lower.stmt.calls import procedure_proc
from dsl.machine.lower.stmt.scenarios import scenario_procs
from dsl.machine.lower.stmt.seers import seers_proc
from dsl.machine.lower.weave.at_once import at_once
from dsl.machine.lower.weave.explanations import Infos, can_be_asked
from dsl.machine.lower.weave.legal_moves import make_can
from dsl.machine.lower.weave.modifiers import make_holder, make_host, make_value
from dsl.machine.lower.weave.procedures import make_event, make_move, make_procedure, make_settle
from dsl.machine.lower.weave.windows import ask_unseen, carry_out, make_window
from dsl.semantics import model as m
from dsl.source import Span

SLACK = 64
"""Slots of the stack beyond what the rules can need: room for the frame of a scenario."""


def simplify(work: Work, first: int) -> None:
    """Put the blocks of flows together (see `simplify_cfg`), in the procedures from one on."""
    for draft in work.drafts[first:]:
        if draft.flow:
            draft.blocks = simplified(draft.blocks)


def push_down(work: Work, first: int) -> None:
    """Make loops go over fewer members (see `pushdown` and `zone_scans`), in the procedures from one on."""
    sifter = Sifter(work.drafts, work.tables.items, work.table, _lying(work))
    for draft in work.drafts[first:]:
        sifter.sift(draft)


LOWER: Final = "lower"
"""What comes before the passes: code as it is written."""
Passes = tuple[tuple[str, Callable[[Work, int], None]], ...]
PASSES: Final[Passes] = (("simplify", simplify), ("pushdown", push_down))
"""The passes over what is lowered, in order, by their names."""

After = Callable[[str, Machine], None]
"""Is told the name of each pass, and the machine as it is then."""


def lower(
    program: m.Program,
    *,
    scenarios: bool = False,
    told: Collection[Span] = (),
    explained: bool = False,
    passes: Passes = PASSES,
    after: After | None = None,
) -> Machine:
    """The machine of a checked program. With `scenarios`, their parts stand behind everything else.

    told: the places of scenarios whose conditions are wanted in their parts. explained: for `why`, with definitions
    among the values, and the parts of sums. passes: those that are made. after: looks on; the machines that it is shown
    are whole, but for scenarios. NotLowered if the program has something that cannot be lowered yet.
    """
    unit = _Unit(program, explained=explained)
    if after is not None:
        after(LOWER, unit.machine())
    for name, change in passes:
        change(unit.work, 0)
        if after is not None:
            after(name, unit.machine())
    return unit.with_scenarios(passes, told) if scenarios else unit.machine()


class _Unit:
    """A program while it becomes a machine."""

    def __init__(self, program: m.Program, *, explained: bool = False) -> None:
        """Everything is written as it comes; the passes are still to be made."""
        self.program = program
        self.work = work = Work(program, Facts(program), plan(program))
        work.makers, work.rules = _makers(), _RULES
        self.tables = _well_known(work)
        self.root = Code(work, Draft(-1, "root", 0, False, 0, []))
        self.main, self.start = _main(self.root), _start(work)
        self.infos = infos = Infos(work, self.root)
        self.actions = tuple(infos.action(action) for action in program.actions)
        self.values = tuple((infos.explained if explained else infos.value)(value) for value in program.values)
        if explained:
            self.values += tuple(infos.defined(each) for each in program.defines if can_be_asked(each))
        self.measures = tuple(infos.measure(measured) for measured in program.measured)
        self.seers = seers_proc(self.root)
        alike = work.slots.likeness
        self.sorts = work.table(alike.sorts) if alike is not None else -1
        for field in program.fields:
            if field.track is not None:
                infos.limit(field, field.track)
        work.finish()

    def machine(self) -> Machine:
        """The machine, as it is now."""
        procs, stack = finished(self.work.drafts, self.work.decisions)
        return self._machine(procs, stack + SLACK, ())

    def with_scenarios(self, passes: Passes, told: Collection[Span]) -> Machine:
        """The machine with the parts of its scenarios, which have still to be written and to go through the passes."""
        work, first = self.work, len(self.work.drafts)
        _, stack = finished(work.drafts, work.decisions)
        played = scenario_procs(self.root, self.infos.condition, told)
        work.finish()
        for _, change in passes:
            change(work, first)
        procs, deeper = finished(work.drafts, work.decisions)
        return self._machine(procs, max(stack + SLACK, deeper), played)

    def _machine(self, procs: tuple[ops.Proc, ...], stack: int, played: tuple[ops.ScenarioProcs, ...]) -> Machine:
        program, work = self.program, self.work
        words = names(work)
        base, cap, ordered, seen, owner, host = self.tables
        cell = work.slots.fields[program.cells.field] if program.cells is not None else 0
        return Machine(
            players=program.players,
            first_piece=program.piece_kind.first,
            entity_count=program.entity_count,
            tables=tuple(work.tables.items),
            zone_base=base,
            zone_cap=cap,
            zone_ordered=ordered,
            zone_seen=seen,
            zone_owner=owner,
            zone_host=host,
            procs=procs,
            start=self.start,
            main=self.main,
            layout=finished_layout(work.slots, stack),
            decisions=tuple(work.decisions),
            actions=self.actions,
            values=self.values,
            names=words,
            scenarios=played,
            cells=cells.plan(program, cell) if program.cells is not None else None,
            seers=-1 if self.seers is None else self.seers,
            sorts=self.sorts,
            aims=tuple((program.values.index(aim.value), aim.weight) for aim in program.aims),
            together=any(aim.together for aim in program.aims),
            measures=self.measures,
        )


_RULES: Final[dict[type[m.Expr], Callable[..., Expr]]] = {
    m.Const: operators.constant,
    m.LocalRef: local,
    m.Op: operators.operator,
    m.IfExpr: operators.conditional,
    m.IsKind: operators.is_kind,
    m.GameFact: operators.fact,
    m.FieldOf: places.field_of,
    m.NumberOn: places.number_on,
    m.ZoneOf: places.zone_of,
    m.EndOfZone: places.end_of_zone,
    m.ZoneOwner: places.zone_owner,
    m.HostOf: places.host_of,
    m.HolderOf: places.holder_of,
    m.TextOf: places.text_of,
    m.SpaceAt: places.space_at,
    m.OccupantOf: cells.occupant,
    m.CellAt: cells.cell_at,
    m.CellPart: cells.cell_part,
    m.StepFrom: spaces.step_from,
    m.EdgeFrom: spaces.edge_from,
    m.LongestRun: members.longest_run,
    m.LongestWay: members.longest_way,
    m.CallDefine: applications.call_define,
    m.ValueOf: applications.value_of,
    m.CanAct: applications.can_act,
    m.Repetitions: memory.repetitions,
    m.UsesLeft: durations.uses_left,
    m.Counted: applications.counted,
    m.Quantifier: members.quantifier,
    m.SizeOf: members.size_of,
    m.FitsIn: fits.fits_in,
    m.IsIn: members.is_in,
    m.SetKept: members.kept_set,
    m.BagMade: bags.bag_made,
    m.CountIn: bags.count_in,
    m.Repacked: bags.repacked,
}


def _well_known(work: Work) -> list[int]:
    """The tables that every backend looks for, and those of printed fields, whether or not a rule reads them."""
    zones = work.zones
    tables = (zones.base, zones.cap, zones.ordered, zones.seen, zones.owner, zones.host)
    found = [work.table(table) for table in tables]
    for field in work.program.fields:
        if not field.var:
            work.table(field.printed)
    return found


def _makers() -> Makers:
    return Makers(
        scalar=make_scalar,
        set=make_set,
        define=_make_define,
        value=make_value,
        applies=make_applies,
        lives=make_lives,
        host=make_host,
        holder=make_holder,
        can=make_can,
        event=make_event,
        move=make_move,
        settle=make_settle,
        at_once=at_once,
        procedure=make_procedure,
        window=make_window,
        unseen_window=ask_unseen,
        kept_move=carry_out,
    )


def _make_define(code: Code, define: m.Define) -> None:
    """The body of the function of a definition: its expression, or all its requirements."""
    if define.body is not None:
        code.give(expr(code, define.body))
    else:
        code.give(every(need_test(code, need) for need in define.needs))


def _lying(work: Work) -> Lying:
    """Where pieces can lie."""
    program, slots = work.program, work.slots
    pieces = (program.piece_kind.first, program.piece_kind.last)
    families = [Family(0, 1, False, 0, (pieces,))]
    for zone in program.zones:
        kinds = tuple((kind.first, kind.last) for kind in zone.kinds)
        families.append(Family(zone.first, zone.instances, zone.ordered, room(zone), kinds))
    return Lying(slots.place, slots.face, size_of(program.piece_kind), tuple(families))


def _main(root: Code) -> int:
    """The flow that is the game; without `main` it ends at once."""
    main = root.work.program.main
    if main is not None:
        return procedure_proc(root, main)
    return root.work.demand("main", "main", [], lambda code: code.give(NO), flow=True)


def _start(work: Work) -> int:
    """The function that fills a new position: where fields do not start at 0. All else is 0 in a position of zeros."""

    def fill(code: Code) -> None:
        for field in work.program.fields:
            if field.var and field.default:
                _default(code, field)
        owner = work.program.piece_kind.fields["owner"]
        for card in work.program.cards:
            if card.player and card.player <= work.program.players:
                _column(code, owner, card.first, card.last, card.player)

    return work.demand("start", "start", [], fill)


def _default(code: Code, field: m.Field) -> None:
    if field.holder is None:
        base = code.work.slots.fields[field]
        code.emit(ops.Store(base, NO, ops.Const(field.default), field.default, field.default, "error", 0))
    else:
        _column(code, field, field.holder.first, field.holder.last, field.default)


def _column(code: Code, field: m.Field, first: int, last: int, value: int) -> None:
    """Store one number for a range of entities."""
    base, reg = code.work.slots.fields[field], code.register()
    store = ops.Store(base, ops.Reg(reg), ops.Const(value), value, value, "error", 0)
    if first <= last:
        code.emit(ops.ForRange(reg, ops.Const(first), ops.Const(last), 1, (store,)))
