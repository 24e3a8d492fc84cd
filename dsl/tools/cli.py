"""The command line: which commands there are, what they take, and what becomes of what goes wrong.

Every command is imported only when it is called, so that `rulewright check` starts fast. A command returns its exit
code: 0 done, 1 the input is at fault, 2 called in a wrong way; 70 means a fault of this program.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

import dsl
from dsl.diagnostics import Diagnostic, RulesError, render_json
from dsl.tools.reply import AT_FAULT, BROKEN, INTERRUPTED, MISUSE, Refusal, complain, say_json, show_diagnostics

_DEBUG = "RULEWRIGHT_DEBUG"
_CHOICES = frozenset(("E101", "E104", "E106", "E171"))
"""Codes of what is wrong with an option that was chosen; without a place it was chosen on the command line."""
_DIGITS = 18  # as many as fit into 63 bits whatever they are
_SELDOM = 200_000  # objects made before garbage is looked for: what a compiler makes is no garbage


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code; argparse ends wrong calls with SystemExit(2)."""
    gc.set_threshold(_SELDOM)
    arguments = parser().parse_args(argv)
    try:
        _find_base(arguments)
        code = _command(arguments.module, arguments.function)(arguments)
        _flush()
        return code
    except RulesError as error:
        show_diagnostics(error.diagnostics, sys.stderr)
        is_misuse = all(each.span is None and each.code in _CHOICES for each in error.diagnostics)
        return _refused(arguments, MISUSE if is_misuse else AT_FAULT, error.diagnostics)
    except Refusal as refusal:
        return _refused(arguments, refusal.code, words=refusal.words)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return AT_FAULT
    except OSError as error:
        return _refused(arguments, AT_FAULT, words=f"{error.filename or 'a file'}: {error.strerror or error}")
    except KeyboardInterrupt:
        complain("rulewright: stopped with Ctrl-C")
        return INTERRUPTED
    except Exception as error:
        if os.environ.get(_DEBUG):
            raise
        complain(f"rulewright: this is a fault of the program, not of your files: {type(error).__name__}: {error}")
        complain(f"rulewright: set {_DEBUG}=1 to see where it happened")
        return BROKEN


def _flush() -> None:
    if not sys.stdout.closed:  # an editor's server closes it at its end
        sys.stdout.flush()


def _find_base(arguments: argparse.Namespace) -> None:
    """Take the game of a module where the path is that of a module."""
    if hasattr(arguments, "modules") and arguments.path.endswith(".rules"):
        from dsl.reading.base_game import with_base

        arguments.path, arguments.modules = with_base(arguments.path, arguments.modules)


def _refused(
    arguments: argparse.Namespace, code: int, diagnostics: Sequence[Diagnostic] = (), words: str | None = None
) -> int:
    """Tell why nothing could be done, as JSON too if that is asked for; the exit code."""
    if words is not None:
        complain(f"rulewright: {words}")
    if getattr(arguments, "json", False):
        told = {"ok": False, "title": None, "error": words, "diagnostics": render_json(diagnostics)}
        say_json(arguments.command, told)
    return code


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="rulewright",
        description="Rulewright runs the rules of board and card games that are written in its language.",
        epilog="PATH is a folder with a game.rules, a single .rules file, or the name of a game that comes along.",
    )
    top.add_argument("--version", action="version", version=f"rulewright {dsl.__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True, title="commands")
    _add_writing(commands)
    _add_proving(commands)
    _add_playing(commands)
    _add_measuring(commands)
    _add_sharing(commands)
    _add_printing(commands)
    return top


_Commands = argparse._SubParsersAction  # pyright: ignore[reportPrivateUsage]  # argparse gives this type no public name


def _add_writing(commands: _Commands[argparse.ArgumentParser]) -> None:
    new = _command_parser(commands, "new", "starter:run_new", "make a folder with a small working game", path=False)
    new.add_argument(
        "name", metavar="NAME", nargs="?", help="the folder to make; its last part is the title of the game"
    )
    new.add_argument(
        "--module", metavar="NAME", dest="expansion", help="make the folder of an expansion instead, with --of"
    )
    new.add_argument("--of", metavar="GAME", help="with --module: the game that it is of")

    check = _command_parser(commands, "check", "checking:run_check", "find every mistake in a game's files")
    check.add_argument("--all-players", action="store_true", help="check for every number of players, not two of them")
    check.add_argument(
        "--cited", action="store_true", help="warn of every rule that cites no paragraph of the rulebook"
    )
    check.add_argument(
        "--secrets", action="store_true", help="find every place where something hidden decides what others see"
    )
    _modules(check)
    _json(check)

    fmt = _command_parser(commands, "fmt", "checking:run_fmt", "write rules files in the standard layout", path=False)
    fmt.add_argument("paths", metavar="PATH", nargs="+", help="games, folders and .rules files")
    fmt.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a file would change")

    explain = _command_parser(commands, "explain", "checking:run_explain", "what an error code means", path=False)
    explain.add_argument("code", metavar="CODE", nargs="?", help="a code such as E101; without one all are listed")

    graph = _command_parser(commands, "graph", "checking:run_graph", "draw phases, windows and actions")
    graph.add_argument("--format", choices=("mermaid", "dot"), default="mermaid", help="mermaid is the default")
    _players(graph)
    _modules(graph)

    dump = _command_parser(commands, "dump", "dumping:run_dump", "print the machine that a game is compiled to")
    dump.add_argument("--pass", metavar="NAME", dest="after", help="after this pass (lower, simplify, pushdown)")
    dump.add_argument("--proc", metavar="NAME", help="only the procedures of this name, or the one of a number (f12)")
    _players(dump)
    _modules(dump)
    _json(dump)

    find = _command_parser(commands, "find", "finding:run_find", "where a game speaks of something")
    find.add_argument("words", metavar="WORDS", nargs="+", help="words that all must stand there")
    _json(find)

    docs = _command_parser(commands, "docs", "finding:run_docs", "a page of what a module can hang on to")
    docs.add_argument("-o", "--output", metavar="FILE", help="write it to a file, in Markdown")

    _command_parser(
        commands, "lsp", "lsp:run_lsp", "serve an editor that speaks the Language Server Protocol", path=False
    )


def _add_proving(commands: _Commands[argparse.ArgumentParser]) -> None:
    test = _command_parser(commands, "test", "testing:run_test", "run the scenarios of a game")
    _modules(test)
    test.add_argument("-k", metavar="WORDS", dest="words", help="only scenarios whose title holds these words")
    _json(test)

    coverage = _command_parser(
        commands, "coverage", "testing:run_coverage", "which rules of the rulebook are encoded and exercised"
    )
    _modules(coverage)
    coverage.add_argument(
        "--mutate",
        nargs="?",
        choices=("rules", "deep"),
        const="rules",
        help="leave out each rule in turn, or make each change inside rules (deep): a scenario must fail",
    )
    coverage.add_argument("-k", metavar="WORDS", dest="words", help="with --mutate: only where these words stand")
    coverage.add_argument(
        "--sample", type=_positive, metavar="N", help="with --mutate: only N of them, drawn by --seed"
    )
    coverage.add_argument("--seed", type=_whole, default=0, metavar="S", help="with --sample: the seed of the draw (0)")
    coverage.add_argument("--processes", type=_positive, default=1, metavar="K", help="with --mutate: K processes (1)")
    _json(coverage)


def _add_playing(commands: _Commands[argparse.ArgumentParser]) -> None:
    games = _command_parser(commands, "games", "listing:run_games", "list the games that come along", path=False)
    _json(games)

    play = _command_parser(commands, "play", "playing:run_play", "play a game here, or by lines from standard input")
    _players(play)
    _options(play)
    play.add_argument("--seed", type=_whole, default=0, metavar="N", help="the seed of chance (0)")
    play.add_argument("--seat", metavar="A", help="sit down there: see and decide only what that player may")
    play.add_argument("--scenario", metavar="TITLE", help="begin where this scenario begins")
    play.add_argument("--load", metavar="FILE", help="go on from a saved position")
    play.add_argument("--go-on", action="store_true", help="with --load: go on although the rules have changed since")
    play.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="B=random",
        help="who plays a seat: random, greedy, uct:N, ismcts:N",
    )
    play.add_argument("--width", type=_whole, metavar="N", help="columns to draw in (those of the terminal, else 100)")
    play.add_argument("--ascii", action="store_true", help="draw with plain characters")


def _add_measuring(commands: _Commands[argparse.ArgumentParser]) -> None:
    sim = _command_parser(commands, "sim", "figures:run_sim", "play many games at random and count")
    sim.add_argument("-n", type=_positive, default=100, metavar="N", help="how many games (100)")
    sim.add_argument("--seed", type=_whole, default=0, metavar="S", help="the seed of the whole run (0)")
    sim.add_argument("--processes", type=_positive, default=1, metavar="K", help="play in K processes (1)")
    sim.add_argument(
        "--bots",
        "--bot",
        dest="bot",
        default="random",
        metavar="random",
        help="who plays: random, greedy, uct:N or ismcts:N; several with commas change seats from game to game",
    )
    _backend(sim)
    _players(sim)
    _options(sim)
    _json(sim)

    bench = _command_parser(commands, "bench", "figures:run_bench", "how fast the backends play, side by side")
    bench.add_argument("--seconds", type=_positive, default=2, metavar="N", help="play this long for each figure (2)")
    _players(bench)
    _options(bench)
    _json(bench)

    perft = _command_parser(commands, "perft", "figures:run_perft", "count the positions after DEPTH decisions")
    perft.add_argument("depth", metavar="DEPTH", type=_whole)
    perft.add_argument("--divide", action="store_true", help="a count for each first move")
    perft.add_argument("--scenario", metavar="TITLE", help="begin where this scenario begins")
    perft.add_argument("--seed", type=_whole, default=0, metavar="N", help="the seed of chance (0)")
    _backend(perft)
    _players(perft)
    _options(perft)
    _json(perft)


def _add_sharing(commands: _Commands[argparse.ArgumentParser]) -> None:
    pack = _command_parser(commands, "pack", "packaging:run_pack", "make one file of a package", path=False)
    pack.add_argument("path", metavar="FOLDER", help="the folder of the package, with its rulewright.toml")
    pack.add_argument("-o", "--output", metavar="FILE", help="the file or folder to write to (NAME-VERSION.rwp)")
    _json(pack)

    install = _command_parser(commands, "install", "packaging:run_install", "install packages", path=False)
    _what(install, "a file, a folder, a git address, or with --index a NAME, NAME@1.2 or NAME>=1")
    _index(install)
    upgrade = _command_parser(commands, "upgrade", "packaging:run_upgrade", "bring packages up to date", path=False)
    _what(upgrade, "the packages; all that are installed, if none is named")
    _index(upgrade)
    remove = _command_parser(commands, "remove", "packaging:run_remove", "take packages out of use", path=False)
    _what(remove, "the packages")
    remove.add_argument("--all", action="store_true", help="delete their files too, in all versions")
    _json(remove)
    _json(_command_parser(commands, "list", "packaging:run_list", "list the packages in use", path=False))

    index = _command_parser(commands, "index", "packaging:run_index", "list the packages in a folder", path=False)
    index.add_argument("path", metavar="FOLDER", help="a folder of packages, to be installed from")

    diff = _command_parser(commands, "diff", "comparing:run_diff", "what changed in meaning", path=False)
    for name in ("old", "new"):
        diff.add_argument(name, metavar=name.upper(), help="a game, NAME@VERSION, or REVISION:FOLDER of git")
    diff.add_argument("--play", type=_positive, metavar="N", help="play N pairs of games, and tell where they part")
    diff.add_argument("--seed", type=_whole, default=0, metavar="S", help="the seed of the first pair (0)")
    _players(diff)
    _json(diff)

    doctor = _command_parser(
        commands, "doctor", "comparing:run_doctor", "what ails installed packages, or modules together", path=False
    )
    _what(doctor, "modules that are to be played together, with --of")
    doctor.add_argument("--of", metavar="GAME", help="the game that these modules are of")
    doctor.add_argument(
        "--games", type=_positive, default=20, metavar="N", help="pairs of games to find where the order matters (20)"
    )
    _index(doctor)


def _add_printing(commands: _Commands[argparse.ArgumentParser]) -> None:
    made = _command_parser(commands, "print", "printing:run_print", "sheets to cut out: cards, boards, tracks, an aid")
    made.add_argument(
        "what",
        metavar="WHAT",
        nargs="*",
        help="cards, boards, tracks, aid (all)",
    )
    made.add_argument("-o", "--output", metavar="FOLDER", help="where the PDF files go (here)")
    made.add_argument("--paper", choices=("a4", "letter"), default="a4", help="a4 is the default")
    made.add_argument(
        "--size",
        action="append",
        default=[],
        metavar="[KIND=]SIZE",
        help="the size of cards, or of those of a kind: poker, bridge, tarot, mini, square, hex (poker)",
    )
    made.add_argument("--backs", choices=("none", "duplex", "fold"), default="none", help="backs of the cards (none)")
    made.add_argument("--bleed", type=float, default=0.0, metavar="MM", help="printed beyond the cut (0)")
    made.add_argument("--low-ink", action="store_true", help="no surfaces of colour")
    made.add_argument("--mono", action="store_true", help="black and white")
    made.add_argument("--lines", action="store_true", help="cut lines over the whole page")
    made.add_argument("--since", metavar="OLD", help="only what has changed since this version of the game, and a list")
    made.add_argument("--png", metavar="FOLDER", help="a picture of each card instead")
    _players(made)
    _modules(made)


def _what(command: argparse.ArgumentParser, words: str) -> None:
    command.add_argument("what", metavar="WHAT", nargs="*", help=words)


def _index(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--index", action="append", default=[], metavar="PLACE", help="a folder of packages, or its address"
    )
    _json(command)


def _command_parser(
    commands: _Commands[argparse.ArgumentParser], name: str, function: str, words: str, *, path: bool = True
) -> argparse.ArgumentParser:
    """A parser for one command; `function` is where it is done, as module:name below dsl.tools."""
    made = commands.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
    module, _, attribute = function.partition(":")
    made.set_defaults(command=name, module=f"dsl.tools.{module}", function=attribute)
    if path:
        made.add_argument(
            "path", metavar="PATH", help="the game: a folder, a .rules file, or the name of a shipped game"
        )
    return made


def _command(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    return getattr(import_module(module), function)


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="answer with one JSON document (docs/reference/json.md)")


def _backend(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--backend",
        choices=("auto", "native", "python", "reference"),
        default="auto",
        help="what plays; auto goes over to C, if it can, where that is sooner done (auto)",
    )


def _players(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--players", type=_positive, metavar="N", help="number of players (the lowest the game allows)"
    )


def _options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option or ruling of the game"
    )
    _modules(command)


def _modules(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--module",
        dest="modules",
        action="append",
        default=[],
        metavar="NAME",
        help="switch a module on: its name, or a .rules file",
    )


def _whole(text: str) -> int:
    """A whole number from 0 that fits into 63 bits."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    if len(text) > _DIGITS:
        raise argparse.ArgumentTypeError(f"a number may have {_DIGITS} digits, and this one has {len(text)}")
    return int(text)


def _positive(text: str) -> int:
    number = _whole(text)
    if number == 0:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


if __name__ == "__main__":
    sys.exit(main())
