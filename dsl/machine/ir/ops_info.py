"""The machine: what people are told of it: actions, values, decisions. See `ops`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Shown:
    """How a number reads: what = number, parts (of which `index` make a whole), bool, enum (index: which enum; plus 1
    shift if or_none), entity, zone, words (of an entity: what is printed on it), word (that a player has typed, see
    dsl.typed_words), things (a set of entities from `index` on, a bit mask), flags (a set of values of enum `index`, a
    bit mask), bag (how many there are of each value of enum `index`: each in `bits` bits, the first lowest), entities
    (the next `index` arguments of a template are the members of a set; those that are 0 are left out).
    """

    what: str
    index: int = 0
    or_none: bool = False
    bits: int = 0


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """A text with holes: parts are texts, or the Shown of the next argument."""

    parts: tuple[str | Shown, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """A place in a rules file, for errors and explanations: file, line, column, what stands there, cites, name of the
    rule.
    """

    file: str
    line: int
    column: int
    text: str
    cites: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class NeedInfo:
    """One requirement as functions: test(args of the action's registers) -> 1/0.

    args: which of (me, this, params...) it takes is all of them, in that order. words: template and the function per
    hole.
    operands: (text, function, how it reads) of the two sides when the requirement compares; of bags also of what is
    missing. parts: those of a define it calls. trial: its functions try the action out, so they may be asked only
    where everything before them is met. pays: what is paid, where it is a payment whose amount (the first operand) is
    not simply what the move says. named: what the names of the define stand for that it stands in, if it has no words,
    as operands. price: the function of the amount, where it is no operand (-1: it is one).
    """

    name: str
    test: int
    words: int
    holes: tuple[int, ...]
    operands: tuple[tuple[str, int, Shown], ...]
    compare: str
    parts: tuple[NeedInfo, ...]
    site: int
    trial: bool = False
    pays: str = ""
    named: tuple[tuple[str, int, Shown], ...] = ()
    price: int = -1


@dataclass(frozen=True, slots=True)
class ActionInfo:
    """An action for texts and explanations.

    title: texts, and positions in (me, this, params...) with how they read. params: how each parameter reads and the
    function that emits its domain: domain(me, this, earlier params...) . thises: function emitting the pieces that
    offer it now (None: no this). needs: in order; windows: ids. whole: function emitting all legal (this, params...)
    for a player; option tuples of a window are (action id + 1, this, params...), pass is (0,).
    label: the words of the title that stand for the action; it answers to its name as well. sorts: for `this` and each
    parameter the first and last entity of its kind, (0, 0) where it is no entity. demands: the `must` that speak of it
    and have words, which say why nothing else can be done while it can. refusals: for each parameter the words for
    something else that is named, as functions of (me, this, parameters up to this one), if it has any. asks: of the
    values and printed fields that zones show, those that its requirements or effects read. kinds: what players call
    the kind of each parameter, empty where it has no words.
    """

    name: str
    title: tuple[str | tuple[int, Shown], ...]
    params: tuple[tuple[str, Shown, int], ...]
    thises: int | None
    needs: tuple[NeedInfo, ...]
    windows: tuple[int, ...]
    whole: int
    site: int
    label: str = ""
    sorts: tuple[tuple[int, int], ...] = ()
    demands: tuple[NeedInfo, ...] = ()
    asks: tuple[str, ...] = ()
    refusals: tuple[NeedInfo | None, ...] = ()
    kinds: tuple[str, ...] = ()

    def told(self) -> tuple[NeedInfo, ...]:
        """All that says why a move cannot be made, or must be."""
        return (*self.needs, *self.demands, *(each for each in self.refusals if each is not None))


@dataclass(frozen=True, slots=True)
class AskedOften:
    """How often one choice asks at the most: `times` for each member that there can be, `less` fewer.

    most: how many members there can ever be. zones: instances of which one holds them, where all see how many lie in
    each; none where that is not so.
    """

    most: int
    times: int = 1
    less: int = 0
    zones: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SurelyAsked:
    """A choice that comes to a player as all see: always, or if more than `more` pieces lie in a zone.

    zone: the instance of the table or of player 1; 0 for always. step: 1 if each player has one of his own, else 0.
    asks: if it is not -1, the function that tells whether it comes to a player; where that depends on what not all see,
    it does not come as all see.
    """

    zone: int = 0
    step: int = 0
    more: int = 0
    asks: int = -1


ALONE: Final = -2
"""As the index of the last member: only one is asked, and then the gate is reached."""


@dataclass(frozen=True, slots=True)
class SealInfo:
    """Sealed choices as registers of the flow that asks them, so that one member can be asked again on its own.

    gate: the decision, never reached in play, whose answer lets the member at `index` choose; it is reached again
    behind a member if `last` is less than -1. members: the list of those who choose; last: the index of the last of
    them. kept: where the answers lie, for each name the list of values and, if each value is a list, that of their
    ends (else -1). often: how often each of the choices asks. most: how many members there can be, if somebody may be
    asked for more than one of them (else 1). surely: if the members are players, each for himself, the choices that
    come to each for all to see. who: if it is not -1, the function that tells whether a player is one of them.
    """

    gate: int
    members: int
    index: int
    last: int
    kept: tuple[tuple[int, int], ...]
    often: tuple[AskedOften, ...] = ()
    most: int = 1
    surely: tuple[SurelyAsked, ...] = ()
    who: int = -1


@dataclass(frozen=True, slots=True)
class DecisionInfo:
    """A decision. kind: member (option (x,)), several, arrange ((0, x) picks x; (1,) is done), branch ((i,)), window.

    options: option function; args: the frame registers it is called with (lists too). shown: how a picked value
    reads; branches: the words of each branch, for kind branch (a template; branch_args: the registers of its holes,
    which are among args too); actions: ids offered, for kind window.
    A choice of several that is a plan has (2, x) as well: x is put back. refusal: the template of the words that say
    why the plan cannot be done now, or why something else cannot be chosen (kind member); refusal_args: the registers
    of its holes. other, other_args: the same of why something else cannot be chosen, for kind several.
    edits: what taking and putting back are called in a choice of several. most: how many can be taken in it, where the
    rules say a plain number; else 0. most_at: the register that says so, where they reckon it; else -1.
    prompt: template; prompt_args: registers of its holes. sealed: the answer is secret until its `sealed` is over;
    seal: the choices it belongs to. openly: all see which piece is chosen, though it lies where they do not see it.
    typed: any word may be typed (kind member); the register, always 0 and among args, in which a word is put on a copy
    of the position to ask for it: the options are that word then, or nothing if it cannot be chosen.
    """

    kind: str
    options: int
    args: tuple[int, ...]
    width: int
    shown: Shown
    branches: tuple[int, ...]
    actions: tuple[int, ...]
    prompt: int
    prompt_args: tuple[int, ...]
    pass_words: str
    sealed: bool
    site: int
    branch_args: tuple[tuple[int, ...], ...] = ()
    refusal: int = -1
    refusal_args: tuple[int, ...] = ()
    other: int = -1
    other_args: tuple[int, ...] = ()
    edits: tuple[str, str] = ("take", "put back")
    seal: SealInfo | None = None
    openly: bool = False
    most: int = 0
    most_at: int = -1
    typed: int = -1


@dataclass(frozen=True, slots=True)
class ModifierInfo:
    """One modifier of a value: amount(args of the value) is what it adds up to just now (or the value it sets);
    active tests it. source: the entity that has it, 0 for a rule of the game or of many entities. first, last: of
    many entities, those that have it; active and amount then take one of them after the args of the value. layer: its
    name, if the value has layers of its own. shown: how the amount reads, if not as the value does. age: of a layer in
    which the oldest comes first, the function that says how old it is; it takes what `active` takes.
    """

    name: str
    change: str
    active: int
    amount: int
    source: int
    site: int
    first: int = 0
    last: int = 0
    layer: str = ""
    shown: Shown | None = None
    age: int = -1


@dataclass(frozen=True, slots=True)
class Takes:
    """What a value is asked of, for one of its parameters: what that is called, and from where to where its numbers go.

    or_none: it may be none. is_set: it is a set of things, which nobody can name.
    """

    words: str
    first: int
    last: int
    or_none: bool = False
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class MeasureInfo:
    """A measure that was asked for. each: whether it is one of every player, and not of the table. when: `end` of the
    game or each `turn`: then proc is the function that gives it, of the player; after an `event`: then slots are the
    bases of how often it was taken, the sum, the least and the most; else it counts the uses of a rule of that sort, in
    one slot.
    """

    name: str
    each: bool
    when: str
    proc: int
    slots: tuple[int, ...]
    site: int


@dataclass(frozen=True, slots=True)
class ValueInfo:
    """A value: function(args) and its base and modifiers, in the order they are applied. params: how each reads, takes:
    what it can be. terms: what the base is a sum of, where somebody wants to know: words, function, how it reads.
    label: what drawings call it that tell it of each player, or of the table.
    """

    name: str
    proc: int
    base: int
    modifiers: tuple[ModifierInfo, ...]
    params: tuple[Shown, ...]
    shown: Shown
    site: int
    takes: tuple[Takes, ...] = ()
    terms: tuple[tuple[str, int, Shown], ...] = ()
    label: str = ""
