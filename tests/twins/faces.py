"""Every message that a seat can get of a position, as texts.

A message is one string that somebody at the seat could read: an answer of the REPL, one move with its number, one line
of the log, one explanation, a view. `messages` gives them by face, in an order that depends on the seat's questions
only, so that two lists can be compared one by one. Whatever is raised is a message too: its words are read by somebody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from twins.knowing import Sights

from dsl.diagnostics import RulesError
from dsl.play.bot import Bot
from dsl.play.bots import make_bot
from dsl.play.features import Features
from dsl.repl.complete import completions
from dsl.repl.session import Session
from dsl.runtime.engine import Engine
from dsl.runtime.game import Game
from dsl.runtime.information.seat import Seat
from dsl.runtime.state import State

Message = tuple[str, str, str]
"""The face, what was asked, the answer."""

NONSENSE = ("", "xyzzy", "99999", "0", "1 1 1", "do nothing at all", "show xyzzy", "why", "why xyzzy", "why not xyzzy")
IMPOSSIBLE = ("view Z", "seat Z", "because 0", "because 99999", "log 0", "load nowhere", "manual set x of y to 1")
PREFIXES = ("", "show ", "why ", "why not ", "what if ", "moves ", "rule ", "rules ", "manual move ", "view ", "do ")

SEARCHES = ("greedy", "uct 20", "ismcts 40")
IN_C = "search in C:"
"""What the faces of programs that search in C are called."""


@dataclass
class Questions:
    """What a seat asks in both worlds: chosen from what everybody can read in the rules."""

    game: Game
    sights: Sights
    features: Features
    titles: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    zones: list[str] = field(default_factory=list)
    searches: Engine | None = None
    """The same game where programs that search do it in C; None if that is not asked."""

    @classmethod
    def of(cls, game: Game, state: State, sights: Sights) -> Questions:
        """The words of a game."""
        machine, names = sights.machine, sights.machine.names
        made = cls(game, sights, Features(state.engine))
        titles = {sights.title(piece) for piece in sights.pieces}
        made.titles = sorted(titles - {""})
        shown = {each.name for each in machine.values} | {each.name for each in names.fields}
        made.values = sorted(shown)
        made.actions = sorted({each.label or each.name for each in machine.actions} | {a.name for a in machine.actions})
        made.zones = sorted({zone.label or zone.name for zone in names.zones})
        return made

    def searched_in_c(self) -> None:
        """Ask programs that search in C as well, where there is a compiler."""
        with suppress(RulesError):
            self.searches = self.game.engine(self.sights.machine.players, "native")

    def and_of(self, other: Questions) -> None:
        """Ask the same as in another game, which has other cards."""
        for mine, theirs in zip(self._lists(), other._lists(), strict=True):
            mine[:] = theirs[:] = sorted({*mine, *theirs})

    def _lists(self) -> list[list[str]]:
        return [self.titles, self.values, self.actions, self.zones]

    def typed(self, chance: Random, many: int) -> list[str]:
        """Lines to be typed, `many` of each sort that has more than that."""

        def some(words: Sequence[str]) -> list[str]:
            return chance.sample(words, min(many, len(words)))

        letters = [chr(ord("A") + n) for n in range(self.sights.machine.players)]
        things = [*self.titles, *letters]
        lines = ["show", "moves", "", "prompt", "view nobody", "log", "because", "because 1", "rules", "undo", "record"]
        lines += ["analyse", "ask all", "ask choices", "quit", "log 999", "log 1", "log 2"]
        lines += [f"show {each}" for each in (*some(self.titles), *some(self.zones))]
        lines += [f"show {zone} of {chance.choice(letters)}" for zone in some(self.zones)]
        lines += [
            f"why {value} of {thing}" for value in some(self.values) for thing in (chance.choice(things), *letters)
        ]
        lines += [f"why {value}" for value in some(self.values)]
        lines += [f"why not {action}" for action in some(self.actions)]
        lines += (
            [f"why not {chance.choice(self.actions)} {title}" for title in some(self.titles)] if self.actions else []
        )
        lines += [f"why not {title}" for title in some(self.titles)]
        lines += [f"rules {title}" for title in some(self.titles)]
        lines += [f"do {title}" for title in some(self.titles)]
        for title in some([each for each in self.titles if len(each) > 4]):
            slip = title[:2] + title[3:]  # what was meant is guessed
            verb = chance.choice(self.actions) if self.actions else "do"
            heads = ("show", f"why not {verb}", "rules", verb, "why owner of")
            lines += [f"{head} {slip}" for head in heads]
        return [*lines, *some(NONSENSE), *some(IMPOSSIBLE)]


def is_move(line: str) -> bool:
    """Whether a line may make a move: where it does, what comes of it is learnt only then."""
    return line.startswith("do ") or line[:1].isdecimal()


def answered(do: Callable[[], object]) -> str:
    """What a call gives, or the words of what it raises."""
    try:
        return str(do())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def messages(
    asked: Questions, state: State, seat: int, chance: Random, many: int, skip: frozenset[str] = frozenset()
) -> Iterator[Message]:
    """All messages of a position for a seat (0: a spectator). The state is left as it was; `skip`: faces left out."""
    faces: dict[str, Callable[[], Iterator[Message]]] = {
        "position": lambda: _position(asked, state, seat),
        "log": lambda: _log(state, seat),
        "asking": lambda: _asking(asked, state, seat, chance, many),
        "repl": lambda: _repl(asked, state, seat, chance, many),
        "completion": lambda: _completion(asked, state, seat),
        "imagining": lambda: _imagining(asked, state, seat, chance, many),
    }
    order = list(faces)
    chance.shuffle(order)  # where the time for it ends, it is not always the same that is not asked
    for name in order:
        if name not in skip:
            yield from faces[name]()


def _position(asked: Questions, state: State, seat: int) -> Iterator[Message]:
    yield "view", "", answered(lambda: state.view(seat))
    yield "observation", "", answered(lambda: state.observation(seat))
    yield "prompt", "", answered(lambda: state.prompt(seat))
    yield "row of numbers", "", answered(lambda: asked.features.row(state, seat))
    yield "standing", "", answered(lambda: (Seat(state, seat).actor, state.is_over, state.returns()))
    if seat and state.actor == seat:
        for number, move in enumerate(state.moves(), 1):
            yield "moves", str(number), f"{move.number} {move.text} {move.action}"
            yield "options", str(number), f"{move!r} {asdict(move)}"


def _log(state: State, seat: int) -> Iterator[Message]:
    lines = state.log(seat)
    yield "log", "lines", str(len(lines))
    for number, words in enumerate(lines, 1):
        yield "log", str(number), words
    for number in {1, len(lines) // 2, len(lines)} & set(range(1, len(lines) + 1)):
        yield "because", str(number), answered(lambda number=number: state.because(number, seat))
    yield "information state", "", answered(lambda: state.information_state(seat))
    seen = Seat(state, seat)
    for number, move in enumerate(sorted({move for move, _, _ in seen.steps() if move >= 0})[-20:]):
        yield "effects", str(number), answered(lambda move=move: seen.effects(move))


def _asking(asked: Questions, state: State, seat: int, chance: Random, many: int) -> Iterator[Message]:
    letters = [chr(ord("A") + n) for n in range(asked.sights.machine.players)]
    things = [*asked.titles, *letters]
    for value in chance.sample(asked.values, min(many, len(asked.values))):
        some = chance.sample(things, min(len(things), 1 + many // 6))
        for thing in dict.fromkeys((*some, *letters)):
            text = f"{value} of {thing}"
            yield "why", text, answered(lambda text=text: state.why(text, seat))
    for action in chance.sample(asked.actions, min(many, len(asked.actions))):
        text = f"{action} {chance.choice(things)}"
        yield "why not", text, answered(lambda text=text: state.explain(text, seat))


def session(asked: Questions, state: State, seat: int) -> Session:
    """A session of a position in which somebody sits down."""
    made = Session(asked.game, None, 0, state=state, reload=lambda: asked.game)
    made.table.brief = True
    made.table.seat = seat or None
    return made


def _repl(asked: Questions, state: State, seat: int, chance: Random, many: int) -> Iterator[Message]:
    typed = asked.typed(chance, many)
    if not seat:
        made = session(asked, state.clone(), 1)
        made.table.seat = None
        yield "repl view", "view nobody", made.line("view nobody").plain()
        return
    for line in typed:
        made = session(asked, state.clone(), seat)
        if is_move(line) and made.table.mine:
            continue
        answer = answered(lambda line=line, made=made: made.line(line).plain())
        yield f"repl {line.partition(' ')[0] or 'empty line'}", line, answer
    for number in range(1, 1 + min(many, len(state.moves()) if state.actor == seat else 0)):
        told = answered(lambda number=number: session(asked, state.clone(), seat).line(f"do {number}").plain())
        yield "repl fault", str(number), _fault(told)
    with TemporaryDirectory() as folder:
        written = Path(folder) / "seen.txt"
        session(asked, state.clone(), seat).line(f"save view {written}")
        yield "save view", "", written.read_text(encoding="utf-8") if written.exists() else "nothing"
        for line in ("save FILE", "reload", "reload part"):  # what is said, not what a whole file holds
            told = session(asked, state.clone(), seat).line(line.replace("FILE", f"{folder}/kept")).plain()
            yield f"repl {line}", line, told.replace(folder, "FOLDER")
    yield "repl prompt", "", session(asked, state.clone(), seat).prompt()
    yield "repl begin", "", session(asked, state.clone(), seat).begin().plain()


def _fault(told: str) -> str:
    """Where the rules break: what is told of it beyond that. *That* they break may depend on what nobody knows."""
    found = told.partition("The rules break here: ")[2]
    return "" if found.startswith("where they do may tell what is hidden") else found


def _completion(asked: Questions, state: State, seat: int) -> Iterator[Message]:
    if seat:
        made = session(asked, state.clone(), seat)
        for prefix in PREFIXES:
            yield "completion", prefix, answered(lambda prefix=prefix: "\n".join(completions(made, prefix)))


def _imagining(asked: Questions, state: State, seat: int, chance: Random, many: int) -> Iterator[Message]:
    """What a move would lead to, and what programs at this seat would do."""
    if not seat or state.actor != seat:
        return
    made = session(asked, state.clone(), seat)
    for number in range(1, min(many, len(state.moves())) + 1):
        yield "what if", str(number), made.line(f"what if {number}").plain()
    for words in ("greedy", "ismcts 2"):
        with suppress(ValueError):
            bot = make_bot(words, 1)
            yield f"bot {words}", "", answered(lambda bot=bot: _chosen(state, bot))
    if asked.searches is not None and len(state.options()) > 1:
        inside = State(asked.searches, list(state.position), seed=1, from_beginning=False, run=False)
        for words in SEARCHES:
            bot = make_bot(words, chance.randrange(1000))
            yield f"{IN_C} {words}", "", answered(lambda bot=bot: _chosen(inside, bot))


def _chosen(state: State, bot: Bot) -> str:
    """The words of what a program would do."""
    return state.the_move(bot.choose(state.clone(history=False))).text
