"""A machine made by hand, so that the runtime can be tried without a compiler.

Two players hold two cards each of a shuffled deck. Each in turn plays one to the table (if it is strong enough) or
passes, then takes one unseen from the other's hand, and a die adds to his points. After four turns the higher score
wins.

    entities  1, 2 players; 3..8 cards: Oak (three copies), Ash (two), Żmija
    zones     1 deck (unseen stack), 2 and 3 hands (seen by owner), 4 table (row, seen by all)
"""

from __future__ import annotations

from pathlib import Path

from dsl.backends.python.backend import Python
from dsl.backends.reference.backend import Reference
from dsl.machine.ir import ops
from dsl.machine.ir.ops import (
    Bin,
    Block,
    Call,
    Const,
    Expr,
    ForRange,
    ForZone,
    IfDo,
    Load,
    Look,
    Proc,
    Reg,
    Shown,
    Stmt,
)
from dsl.runtime.engine import Engine
from dsl.runtime.state import State
from dsl.runtime.storage import saves
from dsl.runtime.storage.records import Record
from dsl.runtime.storage.replay import replay, restore

FIRST, LAST = 3, 8
DECK, HANDS, TABLE = 1, 2, 4
DRAWS = ops.HEADER
RESULTS = DRAWS + 2
PLACE = RESULTS + 2 - FIRST
OWNER, FACE, KNOWN, MARKS = PLACE + 6, PLACE + 12, PLACE + 18, PLACE + 24
POINTS = MARKS + LAST + 1 - 1
BASES = [0, *(POINTS + 3 + 7 * zone for zone in range(4))]
STACK = BASES[-1] + 7
ENTITY, NUMBER = Shown("entity"), Shown("number")

START, MAIN, TURNS, PLAYS, TAKES, IN_HAND, STRONG, STRENGTH, BASE, BONUS, IS_DARK, POINTS_OF, WHOLE, THREE = range(14)
T_PLAYS, T_TAKES, T_DIE, T_TURN, T_WHICH, T_END, T_WEAK = range(7)


def c(value: int) -> Const:
    return Const(value)


def add(a: Expr, b: Expr) -> Expr:
    return Bin("+", a, b)


def hand(player: Expr) -> Expr:
    return add(player, c(HANDS - 1))


def function(number: int, params: int, size: int, *body: Stmt) -> Proc:
    return Proc(number, params, (0,) * size, False, False, body, (), 1)


def value_of(number: int, params: int, value: Expr) -> Proc:
    return function(number, params, params, ops.Return(value))


def main_flow() -> Proc:
    me, card, die, turn, taken = (Reg(number) for number in range(5))
    other = Bin("-", c(3), me)
    deal: tuple[Stmt, ...] = (
        ops.Shuffle(c(DECK), 0),
        ForRange(
            3,
            c(0),
            c(3),
            1,
            (ops.MovePiece(ops.ZoneItem(c(DECK), c(0), True), hand(add(c(1), Bin("%", turn, c(2)))), "top", 0),),
        ),
        ops.SetReg(3, c(0)),
    )
    played = (
        ops.Store(POINTS, me, add(Load(POINTS, me), Call(STRENGTH, (card,))), 0, 99, "error", 0),
        ops.Log(T_PLAYS, (me, card)),
        ops.MovePiece(card, c(TABLE), "top", 2),
    )
    took = (
        ops.MovePiece(taken, hand(me), "top", 2),
        ops.Store(MARKS, taken, c(1), 0, 3, "stops", 2),
        ops.Log(T_TAKES, (me, taken, other)),
    )
    thrown = (
        ops.Chance(2, c(6), 1, 2),
        ops.Store(POINTS, me, add(Load(POINTS, me), add(die, c(1))), 0, 99, "error", 2),
        ops.Log(T_DIE, (me, add(die, c(1)))),
        ops.SetReg(3, add(turn, c(1))),
        *(ops.SetReg(register, c(0)) for register in (1, 2, 4, 5)),
    )
    blocks = (
        Block(deal, ops.Jump(1)),
        Block((ops.SetReg(0, add(c(1), Bin("%", turn, c(2)))),), ops.Branch(Bin("=", turn, c(4)), 7, 2)),
        Block((), ops.Decide(0, me, (5, 6, 1), 3)),
        Block((IfDo(Reg(5), played, ()),), ops.Branch(ops.ZoneSize(hand(other)), 4, 6)),
        Block((), ops.Decide(1, me, (4,), 5)),
        Block(took, ops.Jump(6)),
        Block(thrown, ops.Jump(1)),
        Block((ops.Finish("scored", c(0), POINTS_OF, T_END, ()),), ops.Stay()),
    )
    return Proc(MAIN, 0, (0,) * 7, True, False, (), blocks, 1, numbers=(2, 3, 5))


def procs() -> tuple[Proc, ...]:
    me, card = Reg(0), Reg(2)
    strong = Call(STRONG, (me, c(0), card))
    into_deck = (ops.Store(FACE, Reg(0), c(1), 0, 1, "error", 0), ops.MovePiece(Reg(0), c(DECK), "top", 0))
    return (
        function(START, 0, 1, ForRange(0, c(FIRST), c(LAST), 1, into_deck)),
        main_flow(),
        value_of(TURNS, 0, c(0)),
        function(
            PLAYS,
            1,
            3,
            ForZone(2, hand(me), (IfDo(strong, (ops.Emit((c(1), c(0), card)),), ()),)),
            ops.Emit((c(0),)),
        ),
        function(TAKES, 1, 2, ForZone(1, hand(Bin("-", c(3), me)), (ops.Emit((Reg(1),)),))),
        function(IN_HAND, 2, 3, ForZone(2, hand(me), (ops.Emit((card,)),))),
        value_of(STRONG, 3, Bin(">=", Call(STRENGTH, (card,)), c(3))),
        value_of(STRENGTH, 1, add(Call(BASE, (me,)), Bin("*", Call(IS_DARK, (me,)), Call(BONUS, (me,))))),
        value_of(BASE, 1, Look(7, Bin("-", me, c(FIRST)))),
        value_of(BONUS, 1, add(c(1), Load(MARKS, me))),
        value_of(IS_DARK, 1, Bin("=", me, c(LAST))),
        value_of(POINTS_OF, 1, Load(POINTS, me)),
        function(WHOLE, 1, 3, ForZone(2, hand(me), (IfDo(strong, (ops.Emit((c(0), card)),), ()),))),
        value_of(THREE, 3, c(3)),
    )


def layout() -> ops.Layout:
    region = ops.Region
    regions = (
        region("draws", DRAWS, 2, 0, 2**31 - 1),
        region("results", RESULTS, 2, -99, 99),
        region("place", PLACE + FIRST, 6, 0, 4),
        region("owner", OWNER + FIRST, 6, 0, 2),
        region("face_up", FACE + FIRST, 6, 0, 1),
        region("known", KNOWN + FIRST, 6, 0, 7),
        region("marks of Card", MARKS + FIRST, 6, 0, 3),
        region("points of Player", POINTS + 1, 2, 0, 99),
        *(region(f"zone {zone}", BASES[zone], 7, 0, LAST) for zone in range(1, 5)),
    )
    return ops.Layout(regions, PLACE, OWNER, FACE, KNOWN, DRAWS, RESULTS, STACK, 40)


def names() -> ops.Names:
    template = ops.TextTemplate
    entity, number = ENTITY, NUMBER
    cards = [("Oak", 1, 3), ("Oak", 2, 3), ("Oak", 3, 3), ("Ash", 1, 2), ("Ash", 2, 2), ("Żmija", 1, 1)]
    return ops.Names(
        title="Tiny",
        entities=(
            ops.EntityInfo("", "", 0, 0, 0, ""),
            ops.EntityInfo("Player", "A", 1, 1, 0, ""),
            ops.EntityInfo("Player", "B", 1, 1, 0, ""),
            *(ops.EntityInfo("Card", title, copy, copies, 0, "") for title, copy, copies in cards),
        ),
        enums=(),
        fields=(
            ops.FieldInfo("points", "Player", 1, 2, True, POINTS, -1, number, 0, 99),
            ops.FieldInfo("marks", "Card", FIRST, LAST, True, MARKS, -1, number, 0, 3),
            ops.FieldInfo("strength", "Card", FIRST, LAST, False, 0, 7, number, 0, 9),
        ),
        zones=(
            ops.ZoneInfo("deck", "deck", 1, 1, True, "nobody", 6, False, "table", "stack"),
            ops.ZoneInfo("hand", "hand", 2, 2, False, "owner", 6, False, "player", "cards"),
            ops.ZoneInfo("table", "table", 4, 1, True, "all", 6, False, "table", "row"),
        ),
        boards=(),
        templates=(
            template((entity, " plays ", entity)),
            template((entity, " takes ", entity, " from ", entity)),
            template((entity, " throws ", number)),
            template(("your turn, ", entity)),
            template(("which card?",)),
            template(("all turns are over",)),
            template((entity, " is too weak")),
        ),
        sites=(
            ops.Site("", 0, 0, "", (), ""),
            ops.Site("tiny.rules", 1, 1, "main", ("T-1",), "main"),
            ops.Site("tiny.rules", 7, 5, "move c to table", ("T-2",), "play"),
            ops.Site("tiny.rules", 9, 5, "requires strong", ("T-3",), "strong"),
        ),
        procs=tuple(f"p{number}" for number in range(14)),
        windows=("turn",),
        streams=("shuffle", "dice"),
        options=(),
    )


def machine() -> ops.Machine:
    none = Shown("number")
    decisions = (
        ops.DecisionInfo("window", PLAYS, (0,), 3, none, (), (0,), T_TURN, (0,), "pass", False, 1),
        ops.DecisionInfo("member", TAKES, (0,), 1, ENTITY, (), (), T_WHICH, (), "", False, 1),
    )
    need = ops.NeedInfo(
        "strong",
        STRONG,
        T_WEAK,
        (THREE + 1,),
        (("strength of c", THREE + 2, NUMBER), ("3", THREE, NUMBER)),
        ">=",
        (),
        3,
    )
    action = ops.ActionInfo("play", ("play ", (2, ENTITY)), (("c", ENTITY, IN_HAND),), None, (need,), (0,), WHOLE, 2)
    value = ops.ValueInfo(
        "strength",
        STRENGTH,
        BASE,
        (ops.ModifierInfo("dark", "plus", IS_DARK, BONUS, LAST, 2),),
        (ENTITY,),
        NUMBER,
        1,
        (ops.Takes("card", FIRST, LAST),),
    )
    more = (value_of(THREE + 1, 3, Reg(2)), value_of(THREE + 2, 3, Call(STRENGTH, (Reg(2),))))
    tables = (
        tuple(BASES),
        (0, 6, 6, 6, 6),
        (0, 1, 0, 0, 1),
        (0, 2, 1, 1, 0),
        (0, 0, 1, 2, 0),
        (0, 0, 0, 0, 0),
        (),
        (2, 2, 2, 4, 4, 3),
    )
    return ops.Machine(
        2,
        FIRST,
        LAST,
        tables,
        0,
        1,
        2,
        3,
        4,
        5,
        (*procs(), *more),
        START,
        MAIN,
        layout(),
        decisions,
        (action,),
        (value,),
        names(),
    )


class Tiny:
    """The machine as a game, with the methods of dsl.runtime.game.Game that the tests of the runtime use."""

    players = range(2, 3)

    def __init__(self) -> None:
        made = machine()
        self.engines = {"python": Engine(Python(made)), "reference": Engine(Reference(made))}

    def start(
        self, players: int = 2, seed: int = 0, *, explicit_chance: bool = False, backend: str = "python"
    ) -> State:
        engine = self.engines[backend]
        return State(engine, engine.backend.new_position(seed), seed=seed, explicit_chance=explicit_chance)

    def record(self, state: State) -> Record:
        return state.record()

    def replay(self, record: Record) -> State:
        return replay(self.engines["python"], record)

    def replay_as_texts(self, record: Record) -> State:
        return replay(self.engines["python"], record, other_rules=True)

    def save(self, state: State, path: Path) -> None:
        state.save(path)

    def restore(self, path: Path) -> State:
        return restore(self.engines["python"], saves.read(path))
