"""What the cards of a game do: the sentences of the rules, actions and procedures that stand on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from dsl.saying.rules import Attached, RuleSayer, attached
from dsl.saying.speech import PLAIN_SPEECH, Speech
from dsl.saying.statements import Said
from dsl.semantics import model as m

Holder = m.Card | m.Kind


@dataclass(slots=True)
class Held:
    """What stands on a card or kind: rules, actions, bodies of procedures."""

    rules: list[Attached] = field(default_factory=list[Attached])
    actions: list[m.Action] = field(default_factory=list[m.Action])
    bodies: list[tuple[m.Procedure, m.Local, Sequence[m.Stmt]]] = field(
        default_factory=list["tuple[m.Procedure, m.Local, Sequence[m.Stmt]]"]
    )

    @property
    def empty(self) -> bool:
        """Whether nothing stands there."""
        return not (self.rules or self.actions or self.bodies)


class Effects:
    """The rules of a program by what they stand on, and the sentences that say them."""

    def __init__(self, program: m.Program, speech: Speech = PLAIN_SPEECH) -> None:
        self.program = program
        self.held: dict[Holder | None, Held] = {}
        self.lasting: dict[m.Lasting, list[Attached]] = {}
        for each in attached(program):
            holder = each.rule.holder
            if isinstance(holder, m.Lasting):
                self.lasting.setdefault(holder, []).append(each)
            else:
                self._of(holder).rules.append(each)
        for action in program.actions:
            self._of(action.holder).actions.append(action)
        for procedure in program.procedures:
            for holder, this, body in procedure.variants:
                self._of(holder).bodies.append((procedure, this, body))
        self.sayer = RuleSayer(program, self.lasting, speech)

    def _of(self, holder: Holder | None) -> Held:
        return self.held.setdefault(holder, Held())

    def on(self, holder: Holder | None) -> Held:
        """What stands on a card or kind, or (None) on the game."""
        return self.held.get(holder) or Held()

    def said(self, holder: Holder | None) -> list[Said]:
        """What a card or kind does, in sentences, in the order in which it is written."""
        held = self.on(holder)
        found = [self.sayer.rule(each) for each in dict_of(held.rules)]
        found += [self.sayer.action(each, whole=False) for each in held.actions]
        for procedure, this, body in held.bodies:
            said = self.sayer.variant(procedure, this, body)
            if said.below:
                found.append(said)
        return sorted(found, key=lambda each: each.span.start if each.span is not None else 0)


@lru_cache(maxsize=4)
def effects_of(program: m.Program) -> Effects:
    """The effects of a program, made once."""
    return Effects(program)


def text_of(program: m.Program, card: m.Card, speech: Speech = PLAIN_SPEECH) -> str:
    """What is printed on a card: its text, or if it has none, what it does."""
    if card.text is not None:
        return speech.text(card.text)
    effects = effects_of(program) if speech.plain else Effects(program, speech)
    return " ".join(sentence(each) for each in effects.said(card))


def dict_of(rules: Sequence[Attached]) -> list[Attached]:
    """Rules without those that hang at several actions of one name: each once by where it is written."""
    return list({(id(each.rule.span.file), each.rule.span.start, each.rule.position): each for each in rules}.values())


def sentence(said: Said) -> str:
    """A sentence with what belongs to it, in one line, as on a card."""
    words = said.flat
    return f"{words[:1].upper()}{words[1:]}." if words else ""
