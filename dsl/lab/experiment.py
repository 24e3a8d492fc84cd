"""An experiment: what is to be played, as a grid of variants; on the command line, or in a file `lab.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Final, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from dsl.diagnostics import Diagnostic, Label, RulesError, nearest
from dsl.lab.goals import Goal, goal_of
from dsl.lab.rungs import meetings
from dsl.lab.tune import Range, range_of
from dsl.lab.variant import LIMIT, Variant
from dsl.pipeline import OptionValue
from dsl.play.bots import make_bot
from dsl.source import MAX_FILE_BYTES, SourceFile, TextError, check_text

FILE: Final = "lab.toml"
SEATS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NO_KEYS: Final = ("[key]", "int", "str", "list[int]")
Value = int | str | list[int]


def _bot(words: str) -> str:
    for each in words.split(","):
        make_bot(each, 0)
    return words


def _seat(words: str) -> str:
    if len(words) != 1 or words not in SEATS:
        raise ValueError(f"{words!r} is no seat; write A, B and so on")
    return words


def _range(bounds: str) -> str:
    range_of("", bounds)
    return bounds


def _goal(bounds: str) -> str:
    goal_of("", bounds)
    return bounds


_Bot = Annotated[str, AfterValidator(_bot)]
_Seat = Annotated[str, AfterValidator(_seat)]


class Sweep(BaseModel):
    """What is varied: each with each."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    players: list[int] = Field(default_factory=list[int], description="numbers of players")
    bots: list[_Bot] = Field(default_factory=list[str], description="who plays, as `bots` of one variant")
    modules: list[list[str]] = Field(default_factory=list[list[str]], description="sets of modules")
    options: dict[str, list[Value]] = Field(
        default_factory=dict[str, list[Value]], description="values of options, by name"
    )


class Forbid(BaseModel):
    """What some seats take only where there is nothing else, beside the same games without that."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    what: list[str] = Field(min_length=1, description="answers (`play ..`), things (`Dragon`), or both: `play Dragon`")
    seats: list[_Seat] = Field(min_length=1, description="whose answers are restricted: A, B and so on")


class Tune(BaseModel):
    """What `lab tune` turns, and until what holds."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    vary: dict[str, Annotated[str, AfterValidator(_range)]] = Field(
        default_factory=dict[str, str],
        description='what is turned, with its bounds: options (`goal = "20..60"`), numbers on cards',
    )
    goals: dict[str, Annotated[str, AfterValidator(_goal)]] = Field(
        default_factory=dict[str, str], description='what is wanted: figures with their bounds, `A = "48..52"`'
    )
    games: int = Field(default=500, ge=1, description="games of each point")
    steps: int = Field(default=30, ge=1, description="points that are tried at most")

    @property
    def ranges(self) -> list[Range]:
        """What is turned."""
        return [range_of(name, bounds) for name, bounds in self.vary.items()]

    @property
    def wanted(self) -> list[Goal]:
        """What is to hold."""
        return [goal_of(name, bounds) for name, bounds in self.goals.items()]


class Experiment(BaseModel):
    """What `lab.toml` says."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    game: str = Field(".", description="the game: a name, or a folder seen from the file")
    games: int = Field(1000, ge=1, description="games of each variant; with `until_clear` the most")
    until_clear: bool = Field(False, description="stop a variant when its intervals are narrower than `precision`")
    precision: float = Field(0.01, gt=0, lt=1, description="half of the width of an interval that counts as clear")
    players: int | None = Field(None, ge=1, description="the number of players (the lowest of the game)")
    bots: _Bot = Field("random", description="who plays; several with commas change seats from game to game")
    stay: bool = Field(False, description="bots keep their seats")
    seed: int = Field(0, ge=0, description="the seed; game number i has the same seed in every variant")
    limit: int = Field(LIMIT, ge=1, description="decisions after which a game is cut off")
    modules: list[str] = Field(default_factory=list[str], description="modules that are switched on")
    options: dict[str, Value] = Field(default_factory=dict[str, Value], description="options and rulings, by name")
    measures: list[str] = Field(
        default_factory=list[str],
        description="measures of the rules, and fields and values asked of each game at its end, by name",
    )
    times: bool = Field(False, description="look at some games as they are played, for where the time goes")
    sweep: Sweep = Field(default_factory=Sweep, description="what is varied")
    ladder: list[_Bot] = Field(
        default_factory=list[str],
        description="bots from weak to strong, in place of `bots`: each plays all seats, and neighbours meet",
    )
    forbid: list[Forbid] = Field(default_factory=list[Forbid], description="restricted play; one variant more for each")
    forbid_each: list[_Seat] = Field(
        default_factory=list[str],
        description="seats to which every answer and card is forbidden in turn, one at a time",
    )
    tune: Tune = Field(default_factory=Tune, description="what `lab tune` turns, and until what holds")
    cluster: str | None = Field(None, description="the address of a Dask scheduler, whose workers play")
    store: str | None = Field(None, description="the file of the results (lab.sqlite in the game's folder)")

    @model_validator(mode="after")
    def _one_order_of_bots(self) -> Self:
        if self.ladder and self.sweep.bots:
            raise ValueError("a ladder says who plays, and so does the sweep of bots: leave one of them out")
        return self

    def variants(self, path: str, least: int) -> list[Variant]:
        """All cells of the grid; least: the lowest number of players of the game."""
        sweep = self.sweep
        names = sorted(sweep.options)
        cells = product(sweep.players or [self.players or least], sweep.modules or [self.modules])
        grid = (
            (players, modules, bots, values)
            for players, modules in cells
            for bots in (meetings(self.ladder, players) if self.ladder else sweep.bots or [self.bots])
            for values in product(*(sweep.options[name] for name in names))
        )
        found: list[Variant] = []
        for players, modules, bots, values in grid:
            options: dict[str, OptionValue] = {**self.options, **dict(zip(names, values, strict=True))}
            for what, seats in self._restrictions():
                found.append(
                    Variant(
                        path,
                        players,
                        options,
                        tuple(modules),
                        tuple(each.strip() for each in bots.split(",")),
                        self.seed,
                        self.stay,
                        what,
                        seats,
                        self.limit,
                        tuple(self.measures),
                    )
                )
        return found

    def _restrictions(self) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
        yield (), ()
        for each in self.forbid:
            yield tuple(each.what), tuple(SEATS.index(seat) + 1 for seat in each.seats)


def read_experiment(path: Path) -> Experiment:
    """The experiment in a file; RulesError (E169), with its place, if it is wrong."""
    try:
        with path.open("rb") as stream:
            source = check_text(path.name, stream.read(MAX_FILE_BYTES + 1))
    except TextError as error:
        raise RulesError([Diagnostic("E169", "error", f"{path}: {error}")]) from None
    try:
        found = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError([_unreadable(source, str(error))]) from None
    try:
        return Experiment.model_validate(found)
    except ValidationError as error:
        raise RulesError([_wrong(source, each["loc"], each["type"], each["msg"]) for each in error.errors()]) from None


def _unreadable(source: SourceFile, words: str) -> Diagnostic:
    at = re.search(r"\(at line (\d+), column (\d+)\)", words)
    starts = [0, *(found.end() for found in re.finditer("\n", source.text))]
    place = len(source.text) if at is None else min(starts[int(at[1]) - 1] + int(at[2]) - 1, len(source.text))
    words = re.sub(r" \(at .*\)$", "", words)
    label = (Label(source.span(place, place)),)
    return Diagnostic("E169", "error", f"the experiment cannot be read: {words}", label, hint="it is written in TOML")


def _wrong(source: SourceFile, loc: Sequence[int | str], sort: str, words: str) -> Diagnostic:
    keys = [
        str(each) for each in loc if isinstance(each, str) and not re.fullmatch(r"\[?key\]?|int|str|list\[int\]", each)
    ]
    key = keys[-1] if keys else ""
    label = (_at(source, keys),)
    if sort == "missing":
        return Diagnostic("E169", "error", f"the experiment does not say its `{'.'.join(keys)}`", label)
    if sort == "extra_forbidden":
        model = {"sweep": Sweep, "forbid": Forbid, "tune": Tune}.get(keys[0] if len(keys) > 1 else "", Experiment)
        near = nearest(key, list(model.model_fields))
        hint = f"meant `{near[0]}`?" if near else f"it may say {', '.join(model.model_fields)}"
        return Diagnostic("E169", "error", f"an experiment has no `{'.'.join(keys)}`", label, hint=hint)
    words = words.removeprefix("Value error, ")
    if not keys:
        return Diagnostic("E169", "error", words, label)
    return Diagnostic("E169", "error", f"`{'.'.join(keys)}` of the experiment: {words}", label)


def _at(source: SourceFile, keys: Sequence[str]) -> Label:
    """Where a key stands, each below the one before; of what does not stand there, what it is missing from."""
    place = (0, 0)
    for key in keys:
        line = re.compile(rf'^[ \t]*\[*[\w.]*?"?{re.escape(key)}\b.*$', re.MULTILINE)
        found = line.search(source.text, place[0])
        place = place if found is None else found.span()
    return Label(source.span(*place))
