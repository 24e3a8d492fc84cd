"""What the commands of the lab take."""

from __future__ import annotations

import argparse

from dsl.lab.rungs import RUNGS, SKILL
from dsl.spoken import said
from dsl.tools.arguments import Commands, Told, command_parser, json_too, options, players, positive, whole


def add_lab(commands: Commands[Told]) -> None:
    """The commands that play many games and tell what they show."""
    words = said("play many games of many variants, keep them, and tell what they show")
    lab = commands.add_parser("lab", help=words, description=words[0].upper() + words[1:] + ".")
    below = lab.add_subparsers(metavar="WHAT", required=True, title=said("what"))
    _add_run(below)
    report = command_parser(below, "report", "lab_telling:run_report", said("one page of what the games show"))
    report.add_argument("-o", "--output", metavar="FILE", help=said("the page (lab.html)"))
    report.add_argument("--csv", metavar="FOLDER", help=said("the tables as CSV files too"))
    report.add_argument("--parquet", metavar="FOLDER", help=said("the tables as Parquet files too"))
    _store(report)
    json_too(report)
    for name, function, help_ in (
        ("record", "lab_games:run_record", said("write a game of the store as a save, which play --load opens")),
        ("scenario", "lab_games:run_scenario", said("write a game of the store as a scenario")),
    ):
        one = command_parser(below, name, function, help_)
        one.add_argument("id", metavar="ID", help=said("which game: VARIANT:NUMBER, as reports name it"))
        one.add_argument("-o", "--output", metavar="FILE", help=said("where to"))
        _store(one)
    _add_ladder(below)
    _add_compare(below)
    _add_tune(below)


def _add_run(below: Commands[Told]) -> None:
    run = command_parser(below, "run", "lab:run_run", said("play games into a store, as far as they are not there yet"))
    how_many = run.add_mutually_exclusive_group()
    how_many.add_argument("--games", type=positive, metavar="N", help=said("games of each variant (1000)"))
    how_many.add_argument(
        "--until-clear",
        nargs="?",
        const=0.01,
        type=float,
        metavar="WIDTH",
        help=said("until the share of each seat is known to within WIDTH (0.01) on both sides"),
    )
    run.add_argument(
        "--bots",
        "--bot",
        dest="bots",
        metavar="random",
        help=said(
            "who plays: random, greedy, uct:N, ismcts:N or solve; several with commas change seats from game to game"
        ),
    )
    run.add_argument(
        "--ladder",
        nargs="?",
        const=RUNGS,
        metavar="BOTS",
        help=said("bots from weak to strong ({1}): each plays all seats, and neighbours meet", RUNGS),
    )
    _add_what(run)
    run.set_defaults(brief=False)
    players(run)
    options(run)
    _store(run)
    json_too(run)


def _add_what(run: argparse.ArgumentParser) -> None:
    """What is varied, forbidden and measured, and where it is played."""
    run.add_argument("--stay", action="store_true", help=said("bots keep their seats"))
    run.add_argument("--seed", type=whole, metavar="S", help=said("the seed of the whole run (0)"))
    run.add_argument(
        "--sweep",
        action="append",
        default=[],
        metavar="WHAT=VALUES",
        help=said(
            "vary NAME=3,5 (an option), players=2,3, module=a,b (or none), bots=random,greedy; several make a grid"
        ),
    )
    run.add_argument(
        "--forbid",
        action="append",
        default=[],
        metavar="SEAT:WHAT",
        help=said("the same games again with an answer or a thing forbidden to a seat, such as A:Dragon"),
    )
    run.add_argument(
        "--forbid-each",
        nargs="?",
        const="A",
        metavar="SEATS",
        help=said(
            "the same games again with each answer and card forbidden in turn to a seat (A), until each is clear"
        ),
    )
    run.add_argument(
        "--measure",
        action="append",
        default=[],
        metavar="NAME",
        help=said(
            "take a measure of the rules, or ask a field or a value at the end of a game; can be given several times"
        ),
    )
    run.add_argument(
        "--times", action="store_true", help=said("look at some games as they are played, for where the time goes")
    )
    run.add_argument("--processes", type=positive, default=1, metavar="K", help=said("play in K processes (1)"))
    run.add_argument("--cluster", metavar="ADDRESS", help=said("play on the workers of the Dask scheduler there"))


def _add_ladder(below: Commands[Told]) -> None:
    """A run of bots from weak to strong, of which nothing needs to be said."""
    ladder = command_parser(
        below,
        "ladder",
        "lab:run_run",
        said("one bot thinking longer and longer: strength, balance, luck"),
    )
    ladder.add_argument(
        "--bots", dest="ladder", default=SKILL, metavar="BOTS", help=said("bots from weak to strong ({1})", SKILL)
    )
    ladder.add_argument("--games", type=positive, default=100, metavar="N", help=said("games of each rung (100)"))
    ladder.add_argument("--seed", type=whole, metavar="S", help=said("the seed of the whole run (0)"))
    ladder.add_argument("--processes", type=positive, default=1, metavar="K", help=said("play in K processes (1)"))
    ladder.add_argument("--cluster", metavar="ADDRESS", help=said("play on the workers of the Dask scheduler there"))
    nothing: dict[str, object] = {"bots": None, "until_clear": None, "forbid_each": None, "stay": False, "times": False}
    ladder.set_defaults(**nothing, sweep=[], forbid=[], measure=[], brief=True)
    players(ladder)
    options(ladder)
    _store(ladder)
    json_too(ladder)


def _add_compare(below: Commands[Told]) -> None:
    compare = command_parser(
        below, "compare", "lab_telling:run_compare", said("whether B differs from A, on the same seeds"), path=False
    )
    for name in ("a", "b"):
        compare.add_argument(name, metavar=name.upper(), help=said("a game: a folder, a file, a name, NAME@VERSION"))
        compare.add_argument(
            f"--{name}-option", action="append", default=[], metavar="NAME=VALUE", help=said("an option there")
        )
        compare.add_argument(
            f"--{name}-module", action="append", default=[], metavar="NAME", help=said("a module there")
        )
    compare.add_argument(
        "--games", type=positive, default=100_000, metavar="N", help=said("pairs of games at most (100000)")
    )
    compare.add_argument("--bots", "--bot", dest="bots", default="random", metavar="random", help=said("who plays"))
    compare.add_argument("--seat", default="A", metavar="A", help=said("whose results are compared (A)"))
    compare.add_argument(
        "--bounds",
        type=float,
        nargs=2,
        default=(0.0, 5.0),
        metavar=("ELO0", "ELO1"),
        help=said("normalised Elo that counts as no difference, and as one (0 5)"),
    )
    compare.add_argument("--seed", type=whole, default=0, metavar="S", help=said("the seed of the whole run (0)"))
    compare.add_argument("--cluster", metavar="ADDRESS", help=said("play on the workers of the Dask scheduler there"))
    compare.add_argument("-o", "--output", metavar="FILE", help=said("a page with both side by side, too"))
    players(compare)
    json_too(compare)


def _add_tune(below: Commands[Told]) -> None:
    tune = command_parser(below, "tune", "lab_tune:run_tune", said("turn numbers of the game until goals hold"))
    tune.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="WHAT=LOW..HIGH",
        help=said("what is turned: an option, or what is printed on a card (TITLE.FIELD); can be given several times"),
    )
    tune.add_argument(
        "--goal",
        action="append",
        default=[],
        metavar="FIGURE=LOW..HIGH",
        help=said(
            "what is wanted: A=48..52 (percent of the wins), turns=18..22, drawn=0..5, a measure; several count alike"
        ),
    )
    tune.add_argument("--games", type=positive, metavar="N", help=said("games of each point (500)"))
    tune.add_argument("--steps", type=positive, metavar="N", help=said("points that are tried at most (30)"))
    tune.add_argument("--bots", "--bot", dest="bots", metavar="random", help=said("who plays (random)"))
    tune.add_argument(
        "--measure", action="append", default=[], metavar="NAME", help=said("a measure that a goal speaks of")
    )
    tune.add_argument("--seed", type=whole, metavar="S", help=said("the seed of the whole run (0)"))
    tune.add_argument("--processes", type=positive, default=1, metavar="K", help=said("play in K processes (1)"))
    tune.add_argument("--cluster", metavar="ADDRESS", help=said("play on the workers of the Dask scheduler there"))
    players(tune)
    options(tune)
    _store(tune)
    json_too(tune)


def _store(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--store", metavar="FILE", help=said("the file of the results (lab.sqlite in the game's folder)")
    )
