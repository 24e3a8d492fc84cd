"""Statements, in words: each a sentence, with what belongs to it below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from dsl.saying.values import field_of, noun_where, settled
from dsl.saying.voice import Voice, listed
from dsl.semantics import model as m
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence without its stop, what belongs below it, where the rule stands, the paragraphs that it cites."""

    words: str
    span: Span | None = None
    below: tuple[Said, ...] = ()
    cites: tuple[str, ...] = ()

    @property
    def flat(self) -> str:
        """All of it in one line."""
        if not self.below:
            return self.words
        inner = "; ".join(each.flat for each in self.below)
        return f"{self.words}: {inner}" if self.words else inner


Sayer = Callable[["Scene", m.Stmt], Iterator[Said]]
LastingSayer = Callable[[Voice, m.Lasting], Iterator[Said]]


@dataclass(slots=True)
class Scene:
    """Where statements are said: the voice, which learns locals from line to line, and how a lasting effect is said."""

    voice: Voice
    lasting: LastingSayer

    def said(self, statements: Sequence[m.Stmt]) -> tuple[Said, ...]:
        """The sentences of statements, in order."""
        return tuple(self._each(statements))

    def _each(self, statements: Sequence[m.Stmt]) -> Iterator[Said]:
        for each in statements:
            sayer = SAYERS.get(type(each))
            if sayer is not None:
                yield from sayer(self, each)

    def inside(self, statements: Sequence[m.Stmt], voice: Voice | None = None) -> tuple[Said, ...]:
        """The sentences of a block: what it names is forgotten behind it."""
        return Scene(voice or self.voice, self.lasting).said(statements)

    def template(self, template: m.Template) -> str:
        """A text with its holes filled by words; what is worked out at the table stands in brackets. Another language
        would want forms of them: there they stay open.
        """
        if not self.voice.speech.plain:
            return self.voice.speech.filled(
                template.parts, ["…" for part in template.parts if not isinstance(part, str)]
            )
        told = ((part, self.voice.tell(part)) for part in template.parts if not isinstance(part, str))
        holes = [words if isinstance(part, m.LocalRef) else f"[{words}]" for part, words in told]
        return self.voice.speech.filled(template.parts, holes)


def _one(words: str, at: m.Stmt, below: tuple[Said, ...] = ()) -> Iterator[Said]:
    yield Said(words, at.span, below, at.cites)


def _assign(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.AssignField)
    voice = scene.voice
    if at.how == "set" and isinstance(at.value, m.Const) and isinstance(at.value.type, m.Bool) and at.subject:
        key = "now" if at.value.value else "no_longer"
        yield from _one(voice.phrase(key, what=voice.tell(at.subject), how=voice.field(at.field)), at)
        return
    what = field_of(voice, at.field, at.subject)
    if at.part is not None:
        what = voice.phrase("held", value=voice.tell(at.part), bag=what)
    key = {"set": "becomes", "raise": "rises", "lower": "falls"}[at.how]
    yield from _one(voice.phrase(key, what=what, value=voice.tell(at.value)), at)


def _let(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.LetLocal)
    words = scene.voice.tell(at.value)
    short = len(words.split()) <= 4
    called = scene.voice.noun(at.local)
    name = words if short else scene.voice.phrase("that", noun=called)
    if not short:
        yield from _one(scene.voice.phrase("let", name=name, value=words), at)
    scene.voice = scene.voice.naming(at.local, name)


def _move(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.MovePieces)
    voice, what = scene.voice, scene.voice.tell(at.what)
    if at.target is None:
        yield from _one(voice.phrase("remove", what=what), at)
        return
    where = voice.tell(at.target)
    if at.face is not None:
        yield from _one(voice.phrase("move_face", what=what, where=where, face=voice.phrase(at.face)), at)
    else:
        yield from _one(voice.phrase("move_end" if at.end == "bottom" else "move", what=what, where=where), at)


def _turn(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.TurnPieces)
    yield from _one(scene.voice.phrase("turn", what=scene.voice.tell(at.what), face=scene.voice.phrase(at.face)), at)


def _shuffle(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    yield from _one(scene.voice.phrase("shuffle", zone=scene.voice.tell(cast(m.ShuffleZone, at).zone)), at)


def _show(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.ShowPieces)
    voice, what = scene.voice, scene.voice.tell(at.what)
    who = voice.tell(at.player) if at.player is not None else ""
    key = "show" if who else "show_all"
    yield from _one(voice.phrase("show_you" if who == voice.phrase("you") else key, what=what, who=who), at)


def _perform(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.Perform)
    yield from _one(command(scene.voice, at.event, [scene.voice.tell(each) for each in at.args]), at)


def command(voice: Voice, event: m.Event, args: Sequence[str]) -> str:
    """An event as an order: `wound that unit by 2`."""
    if not voice.speech.plain:
        return (
            voice.phrase("ordered", what=voice.name(event.name), args=", ".join(args))
            if args
            else voice.name(event.name)
        )
    parts = [voice.name(event.name)]
    for index, each in enumerate(args):
        word = event.words[index] if index < len(event.words) else ""
        if word == ",":
            parts[-1] += ","
            word = ""
        parts.append(f"{voice.name(word)} {each}".strip() if word else each)
    return " ".join(parts)


def _procedure(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.RunProcedure)
    what = scene.voice.quoted(scene.voice.label(at.procedure))
    args = listed(scene.voice, [scene.voice.tell(each) for each in at.args])
    if args:
        words = scene.voice.phrase("carry_out_with", what=what, args=args)
    else:
        key = f"run_{at.procedure.word}" if at.procedure.word in ("phase", "step") else "carry_out"
        words = scene.voice.phrase(key, what=what)
    yield from _one(words, at)


def _pay(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.PayFrom)
    voice, what = scene.voice, field_of(scene.voice, at.field, at.subject)
    value = voice.tell(at.amount) + (f" {voice.tell(at.part)}" if at.part is not None else "")
    yield from _one(voice.phrase("pay", value=value, what=what), at)


def _jump(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.JumpOut)
    if at.condition is None:
        yield from _one(scene.voice.phrase("stop"), at)
    else:
        yield from _one(scene.voice.phrase("stop_if", test=scene.voice.tell(at.condition)), at)


def _finish(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.FinishGame)
    voice = scene.voice
    if at.how == "scored":
        words = voice.phrase("scored", score=voice.name(at.score.name) if at.score is not None else "")
    elif at.who is not None:
        words = voice.phrase(at.how, who=voice.tell(at.who))
    else:
        words = voice.phrase("draw")
    if at.because is not None:
        words = voice.phrase("because", ending=words, why=scene.template(at.because))
    yield from _one(words, at)


def _chance(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.DrawChance)
    what = scene.voice.article(scene.voice.noun(at.local))
    yield from _one(scene.voice.phrase("chance", what=what, set=scene.voice.tell(at.domain)), at)
    scene.voice = scene.voice.naming(at.local)


def _missing(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    yield from _one(scene.voice.phrase("missing", words=cast(m.Missing, at).words), at)


def _if(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.IfStmt)
    for test, body in at.branches:
        known = settled(test)
        if known is True:  # by an option of the game
            yield from scene.said(body)
            return
        below = scene.inside(body) if known is None else ()
        if below:
            yield from _one(scene.voice.phrase("if", test=scene.voice.tell(test)), at, below)
    if all(settled(test) is False for test, _ in at.branches):
        yield from scene.said(at.otherwise)
        return
    otherwise = scene.inside(at.otherwise)
    if otherwise:
        yield from _one(scene.voice.phrase("else"), at, otherwise)


def _for_each(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.ForEachStmt)
    voice = scene.voice
    over = voice.phrase("each", noun=noun_where(voice, at.over))
    below = scene.inside(at.body, voice.only(at.body).naming(at.over.local))
    if below:
        yield from _one(voice.phrase("for_each", over=over), at, below)


def _for_count(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.ForCountStmt)
    voice = scene.voice
    low, high = voice.tell(at.first), voice.tell(at.last)
    inner = voice.naming(at.local, voice.name(at.local.name))
    below = scene.inside(at.body, inner)
    if below:
        yield from _one(voice.phrase("for_count", name=voice.name(at.local.name), low=low, high=high), at, below)


def _repeat(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.RepeatStmt)
    voice = scene.voice
    if at.until is not None:
        words = voice.phrase("repeat_until", test=voice.tell(at.until))
    elif at.at_most > 100:  # a bound that no game reaches
        words = voice.phrase("repeat_for_good")
    else:
        words = voice.phrase("repeat_once") if at.at_most == 1 else voice.phrase("repeat", most=str(at.at_most))
    yield from _one(words, at, scene.inside(at.body))


def _choose(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.ChooseMember)
    voice = scene.voice
    what = voice.article(noun_where(voice, at.over))
    yield from _one(voice.phrase("choose", who=voice.tell(at.player), what=what), at)
    yield from _if_none(scene, at.if_none, at)
    scene.voice = voice.naming(at.local)


def _if_none(scene: Scene, body: Sequence[m.Stmt], at: m.Stmt) -> Iterator[Said]:
    below = scene.inside(body)
    if below:
        yield from _one(scene.voice.phrase("if_none"), at, below)


def _choose_several(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.ChooseSeveral)
    voice, what = scene.voice, noun_where(scene.voice, at.over, many=True)
    who = voice.tell(at.player)
    low = voice.tell(at.low) if at.low is not None else ""
    high = voice.tell(at.high) if at.high is not None else ""
    if at.arrange:
        words = voice.phrase("arrange", who=who, what=what)
    elif not high:
        words = voice.phrase("choose_any", who=who, what=what)
    elif low == high:
        words = voice.phrase("choose_exactly", who=who, what=what, high=high)
    elif low in ("", "0"):
        words = voice.phrase("choose_up_to", who=who, what=what, high=high)
    else:
        words = voice.phrase("choose_several", who=who, what=what, low=low, high=high)
    yield from _one(words, at)
    yield from _if_none(scene, at.if_none, at)
    scene.voice = voice.naming(at.local, voice.phrase("the", noun=voice.name(at.local.name)))


def _branch(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.ChooseBranch)
    voice = scene.voice
    options: list[Said] = []
    for template, test, body in at.options:
        words = scene.template(template)
        if test is None:
            said = voice.phrase("option", words=words)
        else:
            said = voice.phrase("option_if", words=words, test=voice.tell(test))
        options.append(Said(said, at.span, scene.inside(body)))
    yield from _one(voice.phrase("choose_one", who=voice.tell(at.player)), at, tuple(options))


def _offer(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.OfferWindow)
    key = "offer_must" if at.no_passing else "offer"
    yield from _one(scene.voice.phrase(key, who=scene.voice.tell(at.player), window=scene.voice.label(at.window)), at)
    scene.voice = scene.voice.naming(at.passed, scene.voice.phrase("they_pass"))


def _sealed(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    assert isinstance(at, m.SealedChoices)
    voice = scene.voice
    over = voice.phrase("each", noun=noun_where(voice, at.over))
    inner = voice.naming(at.over.local)
    chosen = Scene(inner, scene.lasting)
    yield from _one(voice.phrase("sealed", over=over), at, chosen.said(at.body))
    then = chosen.said(at.then)
    if then:
        yield from _one(voice.phrase("then"), at, then)


def _at_once(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    yield from _one(scene.voice.phrase("at_once"), at, scene.inside(cast(m.AtOnceStmt, at).body))


def _lasting(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    lasting = cast(m.StartLasting, at).lasting
    words = scene.voice.phrase("until_end", anchor=scene.voice.label(lasting.anchor))
    yield from _one(words, at, tuple(scene.lasting(scene.voice, lasting)))


def _later(scene: Scene, at: m.Stmt) -> Iterator[Said]:
    later = cast(m.Later, at).later
    below = scene.inside(later.body)
    yield from _one(scene.voice.phrase("at_end", anchor=scene.voice.label(later.anchor)), at, below)


SAYERS: Final[Mapping[type, Sayer]] = {
    m.AssignField: _assign,
    m.LetLocal: _let,
    m.MovePieces: _move,
    m.TurnPieces: _turn,
    m.ShuffleZone: _shuffle,
    m.ShowPieces: _show,
    m.Perform: _perform,
    m.RunProcedure: _procedure,
    m.PayFrom: _pay,
    m.JumpOut: _jump,
    m.FinishGame: _finish,
    m.DrawChance: _chance,
    m.Missing: _missing,
    m.IfStmt: _if,
    m.ForEachStmt: _for_each,
    m.ForCountStmt: _for_count,
    m.RepeatStmt: _repeat,
    m.ChooseMember: _choose,
    m.ChooseSeveral: _choose_several,
    m.ChooseBranch: _branch,
    m.OfferWindow: _offer,
    m.SealedChoices: _sealed,
    m.AtOnceStmt: _at_once,
    m.StartLasting: _lasting,
    m.Later: _later,
}
"""What says each statement; those that are missing do nothing that a player sees."""
