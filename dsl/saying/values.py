"""Expressions that are one value, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, cast

from dsl.saying.voice import Teller, Voice, listed, words_of
from dsl.semantics import model as m
from dsl.typed_words import word_of


def _const(voice: Voice, expr: m.Expr) -> str:
    number, type_ = cast(m.Const, expr).value, expr.type
    if isinstance(type_, m.Bool):
        return voice.phrase("yes" if number else "no")
    if isinstance(type_, m.EnumOf):
        return voice.value_of(type_.enum, number - 1 if type_.or_none else number)
    if isinstance(type_, m.FlagSet):
        held = [voice.value_of(type_.enum, at) for at in range(len(type_.enum.values)) if number >> at & 1]
        return listed(voice, held) or voice.phrase("nothing")
    if isinstance(type_, m.Ref):
        return voice.entity(number)
    if isinstance(type_, m.ZoneValue):
        return voice.phrase("box") if number == 0 else voice.zone(number)
    if isinstance(type_, m.Int) and type_.parts > 1:
        return str(Fraction(number, type_.parts))
    return _kept(voice, type_, number)


def _kept(voice: Voice, type_: m.Type, number: int) -> str:
    if isinstance(type_, m.BagOf):
        return _bag(voice, type_, number)
    if isinstance(type_, m.Word):
        return f'"{word_of(number)}"' if number else voice.phrase("nothing")
    return str(number)


def _bag(voice: Voice, type_: m.BagOf, number: int) -> str:
    counts = [(number >> type_.bits * at & (1 << type_.bits) - 1, at) for at in range(len(type_.enum.values))]
    held = [f"{count} {voice.value_of(type_.enum, at)}" for count, at in counts if count]
    return listed(voice, held) or voice.phrase("nothing")


def _bag_made(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.BagMade) and isinstance(expr.type, m.BagOf)
    enum = expr.type.enum
    held = [f"{voice.tell(amount)} {voice.value_of(enum, at)}" for at, amount in expr.amounts]
    return listed(voice, [*held, *(f"{voice.tell(amount)} {voice.tell(value)}" for value, amount in expr.chosen)])


def _local(voice: Voice, expr: m.Expr) -> str:
    return voice.local(cast(m.LocalRef, expr).local)


def is_mine(voice: Voice, subject: m.Expr | None) -> bool:
    """Whether an expression is the piece that speaks."""
    return isinstance(subject, m.LocalRef) and (subject.local == voice.this or subject.local.name == "this")


def _field(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.FieldOf)
    if expr.field.name == "owner" and is_mine(voice, expr.subject):
        return voice.phrase("you")
    if isinstance(expr.type, m.Bool) and expr.subject is not None:
        return truth_of(voice, voice.field(expr.field), expr.subject)
    return field_of(voice, expr.field, expr.subject)


def field_of(voice: Voice, found: m.Field, subject: m.Expr | None) -> str:
    """A field of something: `your fatigue`, `its damage`."""
    return of(voice, voice.field(found), subject)


def of(voice: Voice, what: str, subject: m.Expr | None) -> str:
    """What something has."""
    if subject is None:
        return what
    return voice.possessed(what, voice.tell(subject))


def _zone(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.ZoneOf)
    return of(voice, voice.label(expr.zone), expr.subject)


def _holder(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.HolderOf)
    if is_mine(voice, expr.item):
        return voice.phrase("you")
    return voice.phrase("holder", what=voice.tell(expr.item))


def _host(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.HostOf)
    return voice.phrase("host", kind=voice.kind(expr.kind), what=voice.tell(expr.item))


def settled(expr: m.Expr) -> bool | None:
    """What a condition always comes to, since it asks an option of the game alone; None if it does not."""
    match expr:
        case m.Const() if isinstance(expr.type, m.Bool):
            return bool(expr.value)
        case m.Op(op="=" | "!=", args=(m.Const(value=a), m.Const(value=b))):
            return (a == b) == (expr.op == "=")
        case m.Op(op="not", args=(inner,)):
            found = settled(inner)
            return None if found is None else not found
        case m.Op(op="and" | "or" as op, args=args):
            known = [settled(each) for each in args]
            ends = op == "or"
            return ends if ends in known else None if None in known else not ends
        case _:
            return None


def unsettled(expr: m.Expr) -> Sequence[m.Expr]:
    """The parts of `and` or `or` that are not settled by options."""
    assert isinstance(expr, m.Op)
    return [each for each in expr.args if settled(each) is None] or expr.args[:1]


def _operator(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.Op)
    if isinstance(expr.type, m.EnumOf):  # the same value, counted from another number
        return voice.tell(expr.args[0])
    if expr.op in ("and", "or") and any(settled(each) is (expr.op == "or") for each in expr.args):
        return voice.phrase("always_so" if expr.op == "or" else "never_so")
    told = [_operand(voice, each) for each in expr.args]
    if expr.op in ("and", "or"):
        return listed(voice, [voice.tell(each) for each in unsettled(expr)], expr.op)
    if expr.op == "not":
        return negated(voice, expr.args[0])
    if expr.op in ("abs", "neg"):
        return voice.phrase(expr.op, a=told[0])
    if expr.op in ("max", "min"):
        return voice.phrase(expr.op, a=", ".join(told[:-1]), b=told[-1])
    if expr.op in ("=", "!=") and isinstance(expr.args[1].type, m.Bool):
        return _same_truth(voice, expr)
    return voice.phrase(expr.op, a=told[0], b=told[1])


def _operand(voice: Voice, expr: m.Expr) -> str:
    words = voice.tell(expr)
    inside = (isinstance(expr, m.Op) and expr.op in "+-*/") or isinstance(expr, m.IfExpr)
    return f"({words})" if inside else words


def _same_truth(voice: Voice, expr: m.Op) -> str:
    left, right = expr.args
    if isinstance(right, m.Const):
        return voice.tell(left) if bool(right.value) == (expr.op == "=") else negated(voice, left)
    return voice.phrase(expr.op, a=voice.tell(left), b=voice.tell(right))


def negated(voice: Voice, expr: m.Expr) -> str:
    """The contrary of a condition."""
    against = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    match expr:
        case m.Op(op="not", args=(inner,)):
            return voice.tell(inner)
        case m.Op(op=sign, args=(a, b)) if sign in against and not isinstance(b.type, m.Bool):
            return voice.phrase(against[sign], a=_operand(voice, a), b=_operand(voice, b))
        case m.IsIn():
            return membership(voice, expr, False)
        case m.IsKind():
            return voice.phrase("is_no", what=voice.tell(expr.item), kind=voice.range(expr.first, expr.last))
        case m.FieldOf() if isinstance(expr.type, m.Bool):
            return truth_of(voice, voice.field(expr.field), expr.subject, False)
        case m.CallDefine() if len(expr.args) == 1:
            return truth_of(voice, voice.name(expr.define.name), expr.args[0], False)
        case m.Quantifier(form="some", body=None):
            return voice.phrase("none_is", over=noun_where(voice, expr.over))
        case _:
            return voice.phrase("not", test=voice.tell(expr))


def truth_of(voice: Voice, how: str, subject: m.Expr | None, positive: bool = True) -> str:
    """A property that somebody has or has not."""
    if subject is None:
        return how if positive else voice.phrase("not", test=how)
    return told_truth(voice, voice.tell(subject), how, positive)


def told_truth(voice: Voice, what: str, how: str, positive: bool = True) -> str:
    """A property that is called by an adjective (`is hurt`) or by a verb (`has tactic`, `can raid`)."""
    verb = how.split(" ", 1)[0]
    english = voice.speech.plain
    if verb in voice.modals or (english and verb.endswith("s") and not verb.endswith("ss")):
        words = voice.phrase("does", what=what, how=how)
        return words if positive else voice.phrase("not", test=words)
    return voice.phrase("is" if positive else "is_not", what=what, how=how)


def membership(voice: Voice, expr: m.IsIn, positive: bool = True) -> str:
    """`x is in your hand`, `x is one of ...`."""
    match expr.set:
        case m.RangeOf(low=m.Const(value=low), high=m.Const(value=high)) if low == high:
            return voice.phrase("=" if positive else "!=", a=voice.tell(expr.item), b=voice.tell(expr.set))
        case _:
            place = isinstance(expr.set, m.ZoneOf | m.MembersOf | m.CallDefine)
    if isinstance(expr.set, m.Const) and isinstance(expr.set.type, m.ZoneValue):
        return voice.phrase("out_of_game" if positive else "in_game", what=voice.tell(expr.item))
    key = ("is_in" if positive else "not_in") if place else ("among" if positive else "not_among")
    return voice.phrase(key, what=voice.tell(expr.item), set=voice.tell(expr.set))


def _is_in(voice: Voice, expr: m.Expr) -> str:
    return membership(voice, cast(m.IsIn, expr))


def _is_kind(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.IsKind)
    return voice.phrase("is_a", what=voice.tell(expr.item), kind=voice.range(expr.first, expr.last))


def is_whole_enum(domain: m.Expr) -> bool:
    """Whether a set is all values of an enum."""
    return isinstance(domain, m.RangeOf) and isinstance(domain.type, m.Many) and isinstance(domain.type.of, m.EnumOf)


def noun_where(voice: Voice, over: m.Filter, many: bool = False) -> str:
    """The members of a filtered set as a noun: `unit in your hand for which it is hurt`; many: `units in your hand`."""
    if isinstance(over.domain, m.Filter) and over.where is None and over.kind is None:
        return noun_where(voice, over.domain, many)
    noun = voice.kind(over.kind) if over.kind is not None else voice.sort(over.local.type) or voice.noun(over.local)
    noun = voice.plural(noun) if many else noun
    if isinstance(over.domain, m.KindMembers) or is_whole_enum(over.domain):
        words = noun
    else:
        words = voice.phrase("members", noun=noun, set=voice.tell(over.domain))
    if over.where is None or settled(over.where):
        return words
    inner = voice.naming(over.local, voice.phrase("it") if voice.phrase("it") not in voice.called.values() else None)
    return voice.phrase("where", what=words, test=inner.tell(over.where))


def _quantifier(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.Quantifier)
    over = noun_where(voice, expr.over)
    if expr.form == "some" and expr.body is None:
        return voice.phrase("some", over=voice.article(over))
    if expr.body is None:
        return voice.phrase(expr.form, over=over)
    inner = voice.naming(expr.over.local, voice.phrase("that", noun=voice.noun(expr.over.local)))
    body = inner.tell(expr.body)
    if expr.form in ("some", "every"):
        key = "some_is" if expr.form == "some" else "every"
        return voice.phrase(key, over=over if expr.form == "some" else voice.phrase("each", noun=over), test=body)
    return voice.phrase(expr.form, over=over, body=body)


def _called(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.CallDefine | m.ValueOf)
    named = expr.define if isinstance(expr, m.CallDefine) else expr.value
    what = voice.name(named.name)
    if isinstance(expr, m.ValueOf) and expr.printed:
        what = voice.phrase("printed", what=what)
    if not expr.args:
        return what
    if isinstance(expr.type, m.Bool):
        first, rest = expr.args[0], [voice.tell(each) for each in expr.args[1:]]
        return truth_of(voice, " ".join([what, *([f"({', '.join(rest)})"] if rest else [])]), first)
    return voice.possessed(what, listed(voice, [voice.tell(each) for each in expr.args]))


def _if(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.IfExpr)
    known = settled(expr.condition)
    if known is not None:
        return voice.tell(expr.then if known else expr.otherwise)
    then, otherwise = voice.tell(expr.then), voice.tell(expr.otherwise)
    key = "if_value_more" if isinstance(expr.otherwise, m.IfExpr) else "if_value"
    return voice.phrase(key, test=voice.tell(expr.condition), then=then, otherwise=otherwise)


def _size(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.SizeOf)
    if isinstance(expr.set, m.KindMembers):
        return voice.phrase("count_all", noun=voice.plural(voice.kind(expr.set.kind)))
    return voice.phrase("size", set=voice.tell(expr.set))


def _count_in(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.CountIn)
    return voice.phrase("held", value=voice.tell(expr.value), bag=voice.tell(expr.bag))


def _end_of(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.EndOfZone)
    zone = voice.tell(expr.zone)
    if expr.count is None:
        return voice.phrase(expr.end, zone=zone)
    return voice.phrase(f"{expr.end}_of", zone=zone, count=voice.tell(expr.count))


def _space_at(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.SpaceAt)
    told = [voice.tell(each) for each in expr.indices]
    at = ", ".join(f"({each})" if " " in each else each for each in told)
    return voice.phrase("space_at", at=at, board=of(voice, voice.label(expr.board), expr.subject))


def _step(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.StepFrom | m.EdgeFrom)
    key = "step" if isinstance(expr, m.StepFrom) else "edge"
    return voice.phrase(key, start=voice.tell(expr.start), along=voice.tell(expr.along))


def _can(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.CanAct)
    return voice.phrase(
        "can", who=voice.tell(expr.player), action=voice.word(expr.action.label or words_of(expr.action.name))
    )


def _fact(voice: Voice, expr: m.Expr) -> str:
    return voice.phrase(cast(m.GameFact, expr).fact)


def _repacked(voice: Voice, expr: m.Expr) -> str:
    return voice.tell(cast(m.Repacked, expr).bag)


def _repetitions(voice: Voice, expr: m.Expr) -> str:
    return voice.phrase("repetitions")


def _uses_left(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.UsesLeft)
    left = voice.phrase("uses_left", limit=voice.name(expr.limit.name))
    return left if expr.key is None else voice.phrase("of", what=left, whom=voice.tell(expr.key))


def _text(voice: Voice, expr: m.Expr) -> str:
    return voice.phrase("text_of", what=voice.tell(cast(m.TextOf, expr).item))


def _fits(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.FitsIn)
    return voice.phrase("fits", what=voice.tell(expr.item), zone=voice.tell(expr.zone))


def _owner_of_zone(voice: Voice, expr: m.Expr) -> str:
    return voice.phrase("owner_of_zone", zone=voice.tell(cast(m.ZoneOwner, expr).zone))


def _occupant(voice: Voice, expr: m.Expr) -> str:
    return voice.phrase("occupant", cell=voice.tell(cast(m.OccupantOf, expr).cell))


def _run(voice: Voice, expr: m.Expr) -> str:
    return voice.phrase("run", through=voice.tell(cast(m.LongestRun, expr).through))


VALUES: Final[Mapping[type, Teller]] = {
    m.Const: _const,
    m.LocalRef: _local,
    m.FieldOf: _field,
    m.ZoneOf: _zone,
    m.HolderOf: _holder,
    m.HostOf: _host,
    m.Op: _operator,
    m.IsIn: _is_in,
    m.IsKind: _is_kind,
    m.Quantifier: _quantifier,
    m.CallDefine: _called,
    m.ValueOf: _called,
    m.IfExpr: _if,
    m.SizeOf: _size,
    m.CountIn: _count_in,
    m.BagMade: _bag_made,
    m.Repacked: _repacked,
    m.EndOfZone: _end_of,
    m.SpaceAt: _space_at,
    m.StepFrom: _step,
    m.EdgeFrom: _step,
    m.CanAct: _can,
    m.GameFact: _fact,
    m.Repetitions: _repetitions,
    m.UsesLeft: _uses_left,
    m.TextOf: _text,
    m.FitsIn: _fits,
    m.ZoneOwner: _owner_of_zone,
    m.OccupantOf: _occupant,
    m.LongestRun: _run,
}
