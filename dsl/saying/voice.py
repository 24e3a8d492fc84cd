"""What things are called where something is said: the names of locals, kinds, cards and spaces, and who is `you`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dsl.saying.phrases import MODALS, TABLES, agreeing, plural
from dsl.saying.speech import PLAIN_SPEECH, Speech
from dsl.saying.written import condition_words
from dsl.semantics.model import Bool, Card, Enum, Expr, Field, Int, Kind, Local, LocalRef, Procedure, Program, Ref, Type
from dsl.semantics.model import EnumOf as EnumType
from dsl.semantics.walk import walk
from dsl.semantics.world import spoken

Teller = Callable[["Voice", Expr], str]
_LOOSE = frozenset(("at", "by", "for", "from", "in", "on", "to", "with"))
"""Words at the end of a name that run into the `of` behind it."""
_SHORT = 2  # a name of so many letters is no word


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks: of which program, in which language, what locals are called here, which words tell each sort of
    expression. me: the locals that are `you`; this: the local that is the card which speaks.
    """

    program: Program
    tellers: Mapping[type, Teller]
    speech: Speech = PLAIN_SPEECH
    called: Mapping[Local, str] = field(default_factory=dict[Local, str])
    me: frozenset[Local] = frozenset()
    this: Local | None = None

    def phrase(self, key: str, **holes: str) -> str:
        """A pattern with what stands in its holes."""
        if self.speech.plain:
            return agreeing(TABLES[self.speech.language][key].format(**holes))
        return self.speech.phrase(key, holes)

    def word(self, text: str) -> str:
        """A name of the game as it is called in this language."""
        return self.speech.word(text)

    def label(self, thing: object) -> str:
        """What something declared is called."""
        part = self.speech.parts(label_of(thing)) if isinstance(thing, Procedure) else None
        if part:
            return part
        label = str(getattr(thing, "label", ""))
        name = words_of(str(getattr(thing, "name", "")))
        own = label and words_of(label) != name  # written for players, so it stays where nobody has translated it
        return label if own and not self.speech.knows(label) else self.word(label_of(thing))

    def name(self, name: str) -> str:
        """A name of the rules as it is called."""
        return self.word(spoken(name))

    def field(self, found: Field) -> str:
        """What a field is called."""
        return self.word(field_label(found))

    def plural(self, noun: str) -> str:
        """Several of a noun; a language that does not know how says one."""
        return plural(noun) if self.speech.plain else noun

    def quoted(self, words: str) -> str:
        """Words in the quotation marks of the language."""
        return words if words.startswith("„") else self.phrase("option", words=words)

    @property
    def modals(self) -> frozenset[str]:
        """Verbs that a name of a property may begin with."""
        return MODALS.get(self.speech.language, frozenset())

    def tell(self, expr: Expr) -> str:
        """An expression in words; what no words are known for is said as it is written."""
        teller = self.tellers.get(type(expr))
        return teller(self, expr) if teller is not None else self.written(expr)

    def written(self, expr: Expr) -> str:
        """An expression as it is written, as people say it."""
        called = {each.name: words for each, words in self.called.items()}
        return condition_words(expr.span.text, called, self.speech.read)

    def local(self, local: Local) -> str:
        """What a local is called."""
        if local in self.me:
            return self.phrase("you")
        if local == self.this or local.name == "this":
            kind = local.type.kind if isinstance(local.type, Ref) else None
            return self.phrase("this", kind=self.kind(kind) if kind is not None else self.word("card"))
        if local in self.called:
            return self.called[local]
        return self.noun(local) if self._is_fact(local) else self.phrase("that", noun=self.noun(local))

    def _is_fact(self, local: Local) -> bool:
        """Whether a local is yes or no and is called by its name alone."""
        return not self.speech.plain and isinstance(local.type, Bool)

    def noun(self, local: Local) -> str:
        """What sort of thing a local is: its name if that is a word, else what its type is called."""
        if len(local.name) > _SHORT and self.speech.knows(spoken(local.name)):
            return self.name(local.name)
        if self._is_fact(local):
            return self.name(local.name)
        return self.sort(local.type) or self.phrase(
            "number_noun" if self.speech.plain or isinstance(local.type, Int) else "set_noun"
        )

    def sort(self, type_: Type) -> str:
        """What a type is called; empty for numbers."""
        if isinstance(type_, Ref):
            return self.kind(type_.kind)
        if isinstance(type_, EnumType):
            return self.word(words_of(type_.enum.name))
        of = getattr(type_, "of", None)
        return self.sort(of) if isinstance(of, Type) else ""

    def kind(self, kind: Kind) -> str:
        """What a kind is called: its label, else its name as words."""
        return self.label(kind)

    def naming(self, local: Local, words: str | None = None) -> Voice:
        """The voice where a local is called so; else by its sort, told apart from others of that sort."""
        if words is None:
            words = self.noun(local) if self._is_fact(local) else self.phrase("that", noun=self.noun(local))
            taken = set(self.called.values())
            if words in taken:
                words = self.phrase("the", noun=self.phrase("other", noun=self.noun(local)))
            if words in taken:
                words = self.phrase("the", noun=f"{self.noun(local)} {local.name}")
        return replace(self, called={**self.called, local: words})

    def only(self, nodes: Sequence[object]) -> Voice:
        """The voice that remembers what things are called only if they are spoken of here."""
        spoken_of = {node.local for node in walk(nodes) if isinstance(node, LocalRef)}
        return replace(self, called={local: words for local, words in self.called.items() if local in spoken_of})

    def article(self, noun: str) -> str:
        """A noun with its indefinite article."""
        return self.phrase("an" if re.match(r"(?!uni|use|eu)[aeiou]", noun.lower()) else "a", noun=noun)

    def possessed(self, what: str, whom: str) -> str:
        """`your hand`, `hand of that player`."""
        if whom == self.phrase("you"):
            return self.phrase("your", what=what)
        last = what.rpartition(" ")[2] if self.speech.plain else ""
        if last == "of":  # `cards_of` is a name of its own
            return f"{what} {whom}"
        if last in _LOOSE:
            what = self.quoted(what)
        return self.phrase("of", what=what, whom=whom)

    def value_of(self, enum: Enum, position: int) -> str:
        """A value of an enum as players read it."""
        if not 0 <= position < len(enum.values):
            return self.phrase("nothing")
        return self.name(enum.labels[position] or enum.values[position])

    def entity(self, number: int) -> str:
        """A player, card or space by its number."""
        if number == 0:
            return self.phrase("nothing")
        if number <= self.program.players:
            return self.phrase("player", number=str(number))
        card = next((card for card in self.program.cards if card.first <= number <= card.last), None)
        if card is not None:
            return self.quoted(self.word(title_of(card)))
        board = next((b for b in self.program.boards if b.first <= number), None)
        if board is None:
            return self.phrase("space_number", number=str(number))
        at = str(number - board.first + 1)
        return self.phrase("space_at", at=at, board=self.label(board))

    def zone(self, number: int) -> str:
        """A zone by the number of its instance."""
        found = next((zone for zone in self.program.zones if zone.first <= number < zone.first + zone.instances), None)
        return self.label(found) if found is not None else self.phrase("box")

    def range(self, first: int, last: int) -> str:
        """What `is` names: the card or kind whose pieces have these numbers."""
        kinds = [each for each in self.program.kinds if (each.first, each.last) == (first, last) and not each.of_card]
        cards = [each for each in self.program.cards if (each.first, each.last) == (first, last)]
        if cards and not kinds:
            return self.quoted(self.word(title_of(cards[0])))
        return self.article(self.kind(kinds[-1])) if kinds else self.entity(first)


def listed(voice: Voice, parts: list[str], word: str = "and") -> str:
    """Several things in a row."""
    if len(parts) < 2:
        return "".join(parts)
    return voice.phrase(word, first=", ".join(parts[:-1]), last=parts[-1])


def title_of(card: Card) -> str:
    """What a card is called: its second title if it has one."""
    return card.gloss or card.title


def label_of(thing: object) -> str:
    """What something declared is called: its label, else its name as words."""
    label, name = str(getattr(thing, "label", "")), str(getattr(thing, "name", ""))
    return label if label and label != name else words_of(name)


def field_label(found: Field) -> str:
    """What a field is called."""
    return (found.track.label if found.track is not None else "") or spoken(found.name)


def words_of(name: str) -> str:
    """`in the second line` of `in_the_second_line`, `tree card` of `TreeCard`."""
    return spoken(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)).lower() if not name.isupper() else name
