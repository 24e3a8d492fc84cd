"""The syntax tree: what all nodes are, names and texts, expressions and types. See `tree`."""

from __future__ import annotations

from dsl.source import Span
from dsl.struct import Struct, struct


@struct
class Node(Struct):
    """Anything written in a file; `span` is where."""

    span: Span


@struct
class Name(Node):
    """A word that names something; `text` is the word."""

    text: str


@struct
class Cite(Node):
    """`@DO-8.3`: a citation of the game's rule ledger; `id` is `DO-8.3`."""

    id: str


@struct
class Text(Node):
    """A quoted text, escapes undone.

    Where the text may hold expressions in braces (what is said while playing), `parts` are its texts and expressions in
    order; elsewhere it is empty.
    """

    value: str
    parts: tuple[str | Expr, ...] = ()


# ---- expressions ----------------------------------------------------------------------------------------------------


@struct
class Expr(Node):
    """An expression: pure, never changes the position."""


@struct
class Ref(Expr):
    """A bare name."""

    name: str


@struct
class Number(Expr):
    """A whole number."""

    value: int


@struct
class Literal(Expr):
    """`yes`, `no` or `none`."""

    word: str


@struct
class CardRef(Expr):
    """`"Town Guard" copy 2`: a piece by its printed name (copy 1 when not said)."""

    title: str
    copy: int | None


@struct
class PlayerRef(Expr):
    """`player 1`."""

    number: int


@struct
class Attribute(Expr):
    """`attack of u`, `u.attack`; `printed` for `printed attack of u`."""

    subject: Expr
    name: Name
    printed: bool


@struct
class At(Expr):
    """`p.battlefield[first, left]`: one space of a board."""

    subject: Expr
    indices: tuple[Expr, ...]


@struct
class Apply(Expr):
    """`near(a, b)` or, written between its operands, `a reaches b`."""

    name: Name
    args: tuple[Expr, ...]


@struct
class Binary(Expr):
    """`left op right`; op is one of + - * / mod = != < <= > >= and or is in, `is not`, `not in`,
    `is copy of`, `is not copy of`."""

    op: str
    left: Expr
    right: Expr


@struct
class Unary(Expr):
    """`not x`, `-x`."""

    op: str
    operand: Expr


@struct
class Conditional(Expr):
    """`(if c then a else b)`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@struct
class Can(Expr):
    """`p can attack`: the player has at least one legal move of that action now."""

    player: Expr
    action: Name


@struct
class FitsIn(Expr):
    """`c fits in hand of p`: the piece could be moved there now."""

    item: Expr
    zone: Expr


@struct
class Range(Expr):
    """`low .. high`, both included."""

    low: Expr
    high: Expr


@struct
class Union(Expr):
    """`(a, b)`: the members of a, then those of b."""

    parts: tuple[Expr, ...]


@struct
class SetOf(Expr):
    """`{P, W}`: a set of values of an enum; with amounts, or where a bag is meant, a bag: `{2 wood, water}`."""

    parts: tuple[Expr, ...]


@struct
class WordsSuchAs(Expr):
    """`words such as {"sea", "stone"}`: any word that is typed; those that are named are what programs choose from."""

    words: tuple[Text, ...]


@struct
class AmountOf(Expr):
    """`2 wood` in braces: how many of a value."""

    amount: Expr
    value: Expr


@struct
class StepFrom(Expr):
    """`step from s along north` (one space or none), `steps from s along diagonals` (a set; then `many`)."""

    start: Expr
    along: Expr
    many: bool


@struct
class EdgeFrom(Expr):
    """`edge from s along north` (one edge or none), `edges from s along orthogonals` (a set; then `many`)."""

    start: Expr
    along: Expr
    many: bool


@struct
class CrossedFrom(Expr):
    """What the straight line between two corners meets; what: `edges`, `spaces` (crossed) or `corners` (passed)."""

    what: str
    start: Expr
    end: Expr


@struct
class LineFrom(Expr):
    """`line from s along diagonals`: the spaces in each of the directions, nearest first."""

    start: Expr
    along: Expr


@struct
class LongestRun(Expr):
    """`longest run of x through s along diagonals where COND`: how many spaces in a row."""

    name: Name
    through: Expr
    along: Expr | None
    where: Expr


@struct
class LongestWay(Expr):
    """`longest trail of c in START through d in NEXT within 15 worth NUMBER while COND`; form: `path` or `trail`."""

    form: str
    name: Name
    kind: Name | None
    start: Expr
    beyond: Name | None
    through: Expr
    within: Expr
    worth: Expr | None
    condition: Expr | None


@struct
class Reached(Expr):
    """`reached from SET through SET`, as the domain of a binder: what can be reached step by step.

    within: the most steps, or with `price` (what a step to the member costs) the most they may cost together.
    """

    start: Expr
    through: Expr
    within: Expr | None = None
    price: Expr | None = None


@struct
class Cut(Node):
    """How far a walk goes: `while c`, `while c before d`, `until c`; how is `while` or `until`."""

    how: str
    condition: Expr
    before: Expr | None


@struct
class Binder(Node):
    """`u: Unit in SET while COND where COND`; kind and conditions may be missing."""

    name: Name
    kind: Name | None
    domain: Expr
    where: Expr | None
    cut: Cut | None = None


@struct
class Quantified(Expr):
    """What is said of the members of a set.

    form: `each` (the filtered set), `some`, `every` (body: the condition), `number`, `sum` (body: the amount),
    `highest`, `lowest` (body: the amount, otherwise: value for an empty set), `first` (the first member or none),
    `most`, `least` (the member whose amount, the body, is highest or lowest, or none).
    """

    form: str
    binder: Binder
    body: Expr | None
    otherwise: Expr | None


@struct
class EndOf(Expr):
    """`top of deck`, `bottom of deck`, `top 3 of deck` (a set); also the target of `move`."""

    end: str
    count: Expr | None
    zone: Expr


@struct
class SizeOf(Expr):
    """`size of SET`."""

    set: Expr


# ---- types -----------------------------------------------------------------------------------------------------------


@struct
class Type(Node):
    """A written type."""


@struct
class BoolType(Type):
    """`yes/no`."""


@struct
class RangeType(Type):
    """`0..9 stops at ends`; overflow is `error`, `stops` or `ignored`."""

    low: Expr
    high: Expr
    overflow: str


@struct
class NamedType(Type):
    """An enum or a kind, `or none`."""

    name: Name
    or_none: bool


@struct
class SetType(Type):
    """`set of Mark`."""

    name: Name


@struct
class BagType(Type):
    """`bag of Resource up to 20 stops at ends`; overflow is `error`, `stops` or `ignored`."""

    name: Name
    most: Expr | None
    overflow: str


@struct
class ZoneType(Type):
    """`zone of Card`: for parameters only."""

    name: Name
