"""The finite types: what fits where, the ranges of sums and products, and how a type is said to people.

Every number has a lowest and a highest value, so each operation on ranges here gives the range of its result. Ranges
are kept inside 32 bits, which is what a position stores.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.intervals import ARITHMETIC, magnitude, remainder
from dsl.semantics.model import (
    BagOf,
    Bool,
    Enum,
    EnumOf,
    FlagSet,
    Int,
    KeptSet,
    Kind,
    Many,
    Ref,
    ThingSet,
    Type,
    Word,
    ZoneValue,
)
from dsl.spoken import one_of, said
from dsl.typed_words import HIGHEST_WORD

LOWEST: Final = -(2**31)
HIGHEST: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Unknown(Type):
    """The type of what has been reported already; it fits everywhere, so that one mistake is one message."""


BOOL: Final = Bool()
UNKNOWN: Final = Unknown()


PARTS: Final = {"halves": 2, "thirds": 3, "quarters": 4, "sixths": 6, "eighths": 8, "tenths": 10, "twelfths": 12}
"""What a value may be counted in, besides wholes."""


def number(low: int, high: int, parts: int = 1) -> Int:
    """The range low..high, cut to what a position can hold."""
    return Int(max(LOWEST, min(low, HIGHEST)), max(LOWEST, min(high, HIGHEST)), parts=parts)


def ancestors(kind: Kind) -> Iterable[Kind]:
    """The kind, its parent, and so on up."""
    at: Kind | None = kind
    while at is not None:
        yield at
        at = at.parent


def is_a(kind: Kind, other: Kind) -> bool:
    """Whether every piece of `kind` is one of `other`."""
    at: Kind | None = kind
    while at is not None:
        if at is other:
            return True
        at = at.parent
    return False


def related(a: Kind, b: Kind) -> bool:
    """Whether some piece may be of both kinds."""
    return is_a(a, b) or is_a(b, a)


def common_kind(kinds: Iterable[Kind]) -> Kind | None:
    """The nearest kind that all of them are of; None if they have nothing in common."""
    found: Kind | None = None
    for kind in kinds:
        if found is None:
            found = kind
            continue
        above = next((candidate for candidate in ancestors(found) if is_a(kind, candidate)), None)
        if above is None:
            return None
        found = above
    return found


def join(a: Type, b: Type) -> Type | None:
    """The narrowest type that holds the values of both; None if there is none."""
    match a, b:
        case (Unknown(), _) | (_, Unknown()):
            return UNKNOWN
        case Int(), Int():
            return Int(min(a.low, b.low), max(a.high, b.high), parts=a.parts) if a.parts == b.parts else None
        case Ref(), Ref():
            kind = common_kind((a.kind, b.kind))
            return None if kind is None else Ref(kind, a.or_none or b.or_none)
        case ZoneValue(), ZoneValue():
            kind = common_kind((a.kind, b.kind))
            return None if kind is None else ZoneValue(kind)
        case EnumOf(), EnumOf() if a.enum is b.enum:
            return EnumOf(a.enum, a.or_none or b.or_none)
        case BagOf(), BagOf() if a.enum is b.enum:
            return BagOf(a.enum, max(a.most, b.most))
        case Many(), Many():
            inner = join(a.of, b.of)
            return None if inner is None else Many(inner)
        case _:
            return a if a == b else None


# ---- bags ------------------------------------------------------------------------------------------------------------

BAG_BITS: Final = 62
"""The bits of a whole bag: a register has 64, one of them for the sign."""
WORD: Final = "word"
"""The type of words that players type."""
SET_BITS: Final = BAG_BITS
"""The most members that a set can have which a field holds: one bit for each."""
MOST_WRITTEN: Final = 999_999_999
"""The greatest number that can be written."""


def room(enum: Enum) -> int:
    """How many of each value a bag can hold at most."""
    return min(2 ** (BAG_BITS // len(enum.values)) - 1, MOST_WRITTEN)


def stored_bag(type_: BagOf, counts: Sequence[int]) -> int:
    """The number that stands for a bag with these counts, one for each value of the enum."""
    return sum(count << type_.bits * place for place, count in enumerate(counts))


def counts_of(type_: BagOf, stored: int) -> list[int]:
    """What a bag holds of each value of its enum."""
    return [stored >> type_.bits * place & 2**type_.bits - 1 for place in range(len(type_.enum.values))]


def in_words(type_: BagOf, stored: int) -> str:
    """A bag as it is written in the rules, without its braces."""
    held = [(count, value) for count, value in zip(counts_of(type_, stored), type_.enum.values, strict=True) if count]
    return ", ".join(value if count == 1 else f"{count} {value}" for count, value in held) or "nothing"


# ---- ranges ----------------------------------------------------------------------------------------------------------


def arithmetic(op: str, a: Int, b: Int) -> Int:
    """The range of `a op b`, which are counted in the same parts; of a product one is whole."""
    if op == "mod":
        return number(*remainder((a.low, a.high), (b.low, b.high)))
    known = ARITHMETIC[op if op in ARITHMETIC else "//"]
    return number(*known((a.low, a.high), (b.low, b.high)), max(a.parts, b.parts))


def absolute(a: Int) -> Int:
    """The range of `abs(a)`."""
    return number(*magnitude((a.low, a.high)), a.parts)


def lowest_stored(type_: Type) -> int:
    """The least number that stands for a value of the type."""
    return type_.low if isinstance(type_, Int) else 0


def highest_stored(type_: Type) -> int:
    """The greatest number that stands for a value of the type."""
    if isinstance(type_, Int):
        return type_.high
    if isinstance(type_, EnumOf):
        return len(type_.enum.values) - (0 if type_.or_none else 1)
    if isinstance(type_, KeptSet):
        return 2 ** min(type_.size, SET_BITS) - 1
    if isinstance(type_, BagOf):
        return stored_bag(type_, [type_.most] * len(type_.enum.values))
    if isinstance(type_, Ref):
        return max(0, type_.kind.last)
    return HIGHEST_WORD if isinstance(type_, Word) else 1


def start_value(type_: Type) -> int:
    """Where a field without a default starts: no, the lowest number (0 if allowed), the first value, none."""
    if isinstance(type_, Int):
        return 0 if type_.low <= 0 <= type_.high else type_.low
    if isinstance(type_, Ref) and not type_.or_none and type_.kind.first <= type_.kind.last:
        return type_.kind.first
    return 0


# ---- words -----------------------------------------------------------------------------------------------------------


def say(type_: Type) -> str:
    """The type in the words of the language, with its article."""
    if isinstance(type_, Int):
        return _say_number(type_)
    if isinstance(type_, Bool):
        return "yes/no"
    if isinstance(type_, EnumOf):
        return one_of(type_.enum.name) + (said(" or none") if type_.or_none else "")
    if isinstance(type_, FlagSet):
        return said("a set of {1}", type_.enum.name)
    if isinstance(type_, ThingSet):
        return said("a set of {1}", type_.kind.name)
    if isinstance(type_, BagOf):
        return said("a bag of {1} up to {2}", type_.enum.name, type_.most)
    if isinstance(type_, Ref):
        return one_of(type_.kind.name) + (said(" or none") if type_.or_none else "")
    if isinstance(type_, ZoneValue):
        return said("a zone of {1}", type_.kind.name)
    if isinstance(type_, Word):
        return said("a word")
    if isinstance(type_, Many):
        return said("a set of {1}", plural(type_.of))
    return said("something unknown")


def _say_number(type_: Int) -> str:
    if type_.parts > 1:
        name = next(word for word, parts in PARTS.items() if parts == type_.parts)
        return said("a number {1}..{2} in {3}", type_.low // type_.parts, type_.high // type_.parts, name)
    return (
        said("the number {1}", type_.low)
        if type_.low == type_.high
        else said("a number {1}..{2}", type_.low, type_.high)
    )


def plural(type_: Type) -> str:
    """What a set of such values is a set of."""
    if isinstance(type_, Int):
        return said("numbers {1}..{2}", type_.low, type_.high)
    if isinstance(type_, Ref):
        return (
            said("{1} pieces", type_.kind.name) if type_.kind.name not in ("Player", "Space") else f"{type_.kind.name}s"
        )
    if isinstance(type_, EnumOf):
        return said("{1} values", type_.enum.name)
    return say(type_)


def written(type_: Type) -> str:
    """The type as it is written in a signature."""
    if isinstance(type_, Int):
        return f"{type_.low}..{type_.high}"
    if isinstance(type_, EnumOf):
        return type_.enum.name + (" or none" if type_.or_none else "")
    if isinstance(type_, FlagSet):
        return f"set of {type_.enum.name}"
    if isinstance(type_, ThingSet):
        return f"set of {type_.kind.name}"
    if isinstance(type_, BagOf):
        return f"bag of {type_.enum.name} up to {type_.most}"
    if isinstance(type_, Ref):
        return type_.kind.name + (" or none" if type_.or_none else "")
    if isinstance(type_, ZoneValue):
        return "zone"
    if isinstance(type_, Word):
        return WORD
    if isinstance(type_, Many):
        return f"set of {written(type_.of)}"
    return "yes/no"


def enum_words(enum: Enum) -> str:
    """The values of an enum as a list for a message."""
    return ", ".join(enum.values)
