"""A game: what was read and checked, with a machine and a backend for each number of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from dsl.diagnostics import Bag, Diagnostic, RulesError, many
from dsl.keeping.folder import is_allowed
from dsl.machine.ir.ops import Machine
from dsl.pipeline import OptionValue, check_sources, compile_game, of_modules
from dsl.reading.findings import inputs_digest
from dsl.reading.game import read_game
from dsl.reading.modules import module_sets, with_modules
from dsl.reading.places import find_game
from dsl.reading.sources import Sources
from dsl.runtime.about import About
from dsl.runtime.backends import make_backend
from dsl.runtime.engine import Engine
from dsl.runtime.errors import SaveError
from dsl.runtime.measuring import measure
from dsl.runtime.moves import Move
from dsl.runtime.prepared import Machinery, Prepared, find_prepared, keep_checked, keep_machinery
from dsl.runtime.rollouts import LIMIT, Policy, Rollouts
from dsl.runtime.state import State
from dsl.runtime.tongues.own import said
from dsl.runtime.tongues.spoken import GAME
from dsl.runtime.tongues.tongue import Tongue
from dsl.runtime.uses import count_uses

if TYPE_CHECKING:
    from dsl.backends.python.texts import Written
    from dsl.runtime.storage.records import Record
    from dsl.runtime.storage.saves import Lock
    from dsl.semantics.model import Option, Program


@runtime_checkable
class Writing(Protocol):
    """A backend whose text can be kept."""

    def written(self) -> Written:
        """The text of the machine."""
        ...


def load(
    path: str | Path,
    modules: Iterable[str | Path] = (),
    options: Mapping[str, OptionValue] | None = None,
    *,
    backend: str = "python",
    scenarios: bool = False,
) -> Game:
    """Read a game: a folder, a file, or the name of a game that comes with the program.

    `modules` are switched on: names of modules of the game, or paths of rules files; `options` choose options and
    readings by name. RulesError, with everything that is wrong, if the rules cannot be used. Scenarios are read only if
    asked for.
    """
    place, asked, chosen = find_game(path), tuple(modules), dict(options or {})
    ready = find_prepared(place, asked, chosen) if is_allowed() and not scenarios else None
    if ready is not None:
        return Game(ready, chosen, Bag(), backend=backend)
    bag = Bag()
    sources = read_game(place, bag, scenarios=scenarios, modules=asked)
    game = Game(sources, chosen, bag, backend=backend, scenarios=scenarios)
    bag.raise_errors()
    if is_allowed() and not scenarios:
        keep_checked(place, sources, asked, chosen)
        game.keeping = place, asked
    return game


class Game:
    """A game ready to be played. Made by `load`."""

    def __init__(
        self,
        sources: Sources | Prepared,
        options: Mapping[str, OptionValue],
        bag: Bag,
        *,
        backend: str = "python",
        scenarios: bool = False,
    ) -> None:
        """Check the rules for the lowest number of players; mistakes go into the bag. Those of a game that was made
        ready before are read when they are asked for.
        """
        self._prepared = sources if isinstance(sources, Prepared) else None
        self._sources = None if isinstance(sources, Prepared) else sources
        self._reading = RLock()
        self.keeping: tuple[Path, tuple[str | Path, ...]] | None = None
        """The path and the modules of a game of which machines are kept."""
        self.tongue: Tongue | None = None
        """The language that players read it in; None for that of the rules. To be set before it is played."""
        self.chosen = dict(options)
        self.backend = backend
        self.scenarios = scenarios
        self.measured: frozenset[str] = frozenset()
        """The measures that its machines have."""
        self.counting_uses = False
        """Whether its machines count how often each rule is used."""
        self.warnings: tuple[Diagnostic, ...] = ()
        self._programs: dict[int, Program] = {}
        self._engines: dict[tuple[int, str], Engine] = {}
        if isinstance(sources, Sources) and not bag.has_errors:
            self._check(sources.players[0], bag)
            self.warnings = tuple(diagnostic for diagnostic in bag.all() if diagnostic.severity == "warning")

    @property
    def sources(self) -> Sources:
        """What was read of the game."""
        with self._reading:
            if self._sources is None:
                assert self._prepared is not None
                bag, names = Bag(), self._prepared.modules
                texts = self._prepared.found.texts
                self._sources = read_game(self._prepared.path, bag, scenarios=False, modules=names, texts=texts)
                bag.raise_errors()
            return self._sources

    @property
    def title(self) -> str:
        """What the game is called."""
        found = next((engine.title for engine in self._engines.values()), None)
        if found is not None:
            return found
        title = self.program().title
        return self.tongue.said(GAME, title) if self.tongue is not None else title

    @property
    def players(self) -> range:
        """The numbers of players it can be played by."""
        low, high = self._span
        return range(low, high + 1)

    @property
    def _span(self) -> tuple[int, int]:
        ready = self._prepared
        return (ready.low, ready.high) if ready is not None else self.sources.players

    @property
    def options(self) -> list[Option]:
        """The options and rulings of the game as they are chosen."""
        return self.program().options

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that are switched on."""
        ready = self._prepared
        return ready.modules if ready is not None else tuple(module.name for module in self.sources.modules)

    def with_modules(self, modules: Iterable[str | Path]) -> Game:
        """The same game with these modules and no others; RulesError if they cannot be used."""
        bag = Bag()
        sources = with_modules(self.sources, bag, modules)
        game = Game(sources, self.chosen, bag, backend=self.backend, scenarios=self.scenarios)
        game.tongue = self.tongue
        bag.raise_errors()
        return game

    def in_source(self) -> Game:
        """The same game in the words of its rules."""
        game = self.with_options({})
        game.tongue = None
        return game

    def variants(self) -> list[Game]:
        """The game with each set of modules that its scenarios are for, those switched on now included; itself first.

        What other modules need besides is not asked: with modules switched on, only sets that include them count.
        """
        bag = Bag()
        sets = module_sets(self.sources, bag)
        bag.raise_errors()
        here = set(self.modules)
        return [self, *(self.with_modules(names) for names in sets if here < set(names))]

    def program(self, players: int | None = None) -> Program:
        """The checked rules for a number of players (the lowest, if not given); RulesError if they have mistakes."""
        players = self._number(players)
        with self._reading:
            if players not in self._programs:
                bag = Bag()
                self._check(players, bag)
                bag.raise_errors()
            return self._programs[players]

    def machine(self, players: int | None = None) -> Machine:
        """The machine for a number of players."""
        return self.engine(players).machine

    def engine(self, players: int | None = None, backend: str | None = None) -> Engine:
        """The machine for a number of players, run by a backend: `python` (at once), `reference` (checks all), `native`
        (much faster, compiled first; RulesError without a C compiler) or `auto` (native if it can be had).
        """
        players, backend = self._number(players), backend or self.backend
        if (players, backend) not in self._engines:
            others = [engine for (number, _), engine in self._engines.items() if number == players]
            ready = self._prepared.machinery(players) if self._prepared is not None else None
            machine = others[0].backend.machine if others else None
            if ready is not None:
                backend_ = make_backend(backend, machine or ready.machine, ready.written)
                chosen, about, tongue = self.chosen_values(), ready.about, self.tongue
                made = Engine(backend_, lambda: self.program(players), chosen, self.lock, about, tongue)
            else:
                backend_ = make_backend(backend, machine or compile_game(self.program(players)))
                made = Engine(backend_, self.program(players), self.chosen_values(), self.lock, tongue=self.tongue)
                self._keep(made)
            self._engines[players, backend] = made
        return self._engines[players, backend]

    def _keep(self, engine: Engine) -> None:
        """Keep what the game is played with for the next run."""
        backend = engine.backend
        if self.keeping is None or not isinstance(backend, Writing):
            return
        path, modules = self.keeping
        inputs = inputs_digest(self.sources.inputs)
        about = engine.known or About()
        keep_machinery(path, modules, self.chosen, inputs, lambda: Machinery(backend.machine, about, backend.written()))

    def with_options(self, options: Mapping[str, OptionValue]) -> Game:
        """The same game with other options and readings chosen; RulesError if there are no such ones."""
        bag = Bag()
        game = Game(self.sources, {**self.chosen, **options}, bag, backend=self.backend, scenarios=self.scenarios)
        game.tongue = self.tongue
        bag.raise_errors()
        return game

    def measuring(self, names: Iterable[str]) -> Game:
        """The same game with measures of its rules in its machines; of other names nothing is said. Itself, if there is
        none among them.
        """
        asked = frozenset(names)
        found = asked & {each.name for each in self.program().measures} if asked else asked
        if found <= self.measured:
            return self
        game = Game(self.sources, self.chosen, Bag(), backend=self.backend, scenarios=self.scenarios)
        game.measured = found
        game._programs.clear()
        return game

    def with_uses(self) -> Game:
        """The same game with a counter in its machines for each rule (`dsl.runtime.uses`)."""
        game = Game(self.sources, self.chosen, Bag(), backend=self.backend, scenarios=self.scenarios)
        game.counting_uses = True
        game._programs.clear()
        return game

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        *,
        options: Mapping[str, OptionValue] | None = None,
        explicit_chance: bool = False,
        backend: str | None = None,
    ) -> State:
        """A new game at its first decision. The same seed gives the same game."""
        if options:
            return self.with_options(options).start(players, seed, explicit_chance=explicit_chance, backend=backend)
        engine = self.engine(players, backend)
        return State(engine, engine.backend.new_position(seed), seed=seed, explicit_chance=explicit_chance)

    def rollouts(
        self,
        count: int,
        seed: int = 0,
        policy: str | Policy[State] | Sequence[Policy[State]] = "random",
        *,
        players: int | None = None,
        backend: str = "auto",
        measures: Sequence[str] = (),
        first: int = 0,
        limit: int = LIMIT,
        keep: bool = True,
        threads: int = 1,
    ) -> Rollouts:
        """Play `count` whole games: see `State.rollouts`. Game i is the one that `start` begins with the seed
        `game_seed(seed, i)`, and the same one that `sim` plays. Without a C compiler they are played in Python.
        """
        begin = self.beginning(players, backend)
        return begin.rollouts(
            count, seed, policy, measures=measures, first=first, limit=limit, keep=keep, threads=threads
        )

    def beginning(self, players: int | None = None, backend: str | None = None) -> State:
        """A position before anything happened: whatever is played on from it by a key is the game of that seed."""
        engine = self.engine(players, backend)
        return State(engine, engine.backend.new_position(0), from_beginning=False, run=False)

    def move(self, state: State, text: str) -> Move:
        """Make a move given by its text."""
        return state.apply(text)

    def replay(self, record: Record, *, backend: str | None = None, other_rules: bool = False) -> State:
        """The state a record leads to; SaveError if it does not fit these rules.

        With `other_rules` a record made with another version of them is tried, move by move as its texts say.
        """
        from dsl.runtime.storage.replay import replay  # brings pydantic along, which takes a while to load

        return replay(self._fitting(record, backend), record, other_rules=other_rules)

    def record(self, state: State) -> Record:
        """The record of a state that `start` made: what replays it."""
        return state.record()

    def save(self, state: State, path: str | Path) -> None:
        """Write a state to a file; a save that stood there stays whole until the new one is."""
        state.save(path)

    def restore(self, path: str | Path, *, backend: str | None = None) -> State:
        """The state that was saved, with its history; SaveError, in one sentence, if the file cannot be used."""
        from dsl.runtime.storage import saves
        from dsl.runtime.storage.replay import of_game, restore

        saved = saves.read(Path(path))
        of_game(saved, self.sources.title)
        return restore(self._fitting(saved.record, backend), saved)

    def _fitting(self, record: Record, backend: str | None) -> Engine:
        """The engine for the players and options of a record."""
        if record.players not in self.players:
            raise SaveError(f"it is a game of {many(record.players, 'player')}, which these rules do not allow")
        try:
            game = self if record.options == self.chosen_values() else self.with_options(record.options)
            return game.engine(record.players, backend)
        except RulesError:
            raise SaveError(said("it was played with options that these rules do not have")) from None

    def lock(self) -> Lock:
        """What a save says of the rules: packages with their versions, modules, and a digest of each thing they say."""
        from dsl.reading.meaning import of_game
        from dsl.runtime.storage.saves import Lock

        said = {key: one.digest for key, one in of_game(self.sources).items()}
        return Lock(packages=self.sources.packages, modules=self.modules, says=said)

    def chosen_values(self) -> dict[str, int | list[int]]:
        """The options and readings that were chosen, as numbers."""
        options = self.options if self.chosen else ()
        return {option.name: option.value for option in options if option.name in self.chosen}

    def _number(self, players: int | None) -> int:
        low, high = self._span
        if players is None:
            return low
        if not low <= players <= high:
            raise ValueError(
                said("the game is for {1} to {2} players, not for {3}", low, high, players)
                if low != high
                else f"the game is for {many(low, 'player')}, not for {players}"
            )
        return players

    def _check(self, players: int, bag: Bag) -> None:
        found = Bag()
        program = check_sources(self.sources, found, players=players, options=self.chosen, scenarios=self.scenarios)
        bag.extend(of_modules(self.sources, found))
        if program is not None:
            measure(program, self.measured)
            if self.counting_uses:
                count_uses(program)
            self._programs[players] = program
