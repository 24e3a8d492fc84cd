"""What commands of the command line take in common."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from dsl.diagnostics import nearest
from dsl.spoken import said

_DIGITS = 18  # as many as fit into 63 bits whatever they are

Commands = argparse._SubParsersAction  # pyright: ignore[reportPrivateUsage]  # argparse gives this type no public name


def command_parser(
    commands: Commands[Told],
    name: str,
    function: str,
    words: str,
    *,
    path: bool = True,
    speaks: bool = True,
) -> argparse.ArgumentParser:
    """A parser for one command; `function` is where it is done, as module:name below dsl.tools.

    speaks: whether it takes the language of its answer, and has no `--lang` of its own.
    """
    made = commands.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
    module, _, attribute = function.partition(":")
    made.set_defaults(command=name, module=f"dsl.tools.{module}", function=attribute, made=made)
    if path:
        made.add_argument(
            "path", metavar="PATH", help=said("the game: a folder, a .rules file, or the name of a shipped game")
        )
    if speaks:
        made.add_argument("--lang", dest="spoken", metavar="CODE", help=said("the language of the answer, such as pl"))
    return made


class _Usage(argparse.HelpFormatter):
    """Help that begins in the language that is spoken."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],  # pyright: ignore[reportPrivateUsage]
        prefix: str | None = None,
    ) -> None:
        """The line that shows how a command is called."""
        super().add_usage(usage, actions, groups, said("usage: ") if prefix is None else prefix)


class Told(argparse.ArgumentParser):
    """A parser whose help is in the language that is spoken where it is made."""

    def __init__(self, **named: Any) -> None:
        super().__init__(formatter_class=_Usage, add_help=False, **named)
        self._positionals.title, self._optionals.title = said("positional arguments"), said("options")
        words = said("show this help message and exit")
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS, help=words)


class Top(Told):
    """The parser of the whole line, which knows what a misspelt command was meant to be."""

    def error(self, message: str) -> NoReturn:
        """Refuse the line."""
        wrong = re.match(r"argument COMMAND: invalid choice: '(.*?)' \(choose from (.*)\)", message)
        near = nearest(wrong[1], re.findall(r"\w+", wrong[2])) if wrong is not None else []
        if wrong is not None:
            more = f"; did you mean {near[0]}?" if near else ": rulewright --help lists the commands"
            message = f"there is no command {wrong[1]}{more}"
        super().error(message)


def unknown_words(arguments: argparse.Namespace, unknown: Sequence[str]) -> str:
    """What is told of words of a command line that mean nothing, with the option that is spelt like the first."""
    flags = set(re.findall(r"--[a-z][a-z-]*", arguments.made.format_help()))
    near = nearest(unknown[0].partition("=")[0], flags) if unknown[0].startswith("-") else []
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"{arguments.command} does not know {' '.join(unknown)}{hint}"


def json_too(command: argparse.ArgumentParser) -> None:
    """Let a command answer in JSON too."""
    command.add_argument(
        "--json", action="store_true", help=said("answer with one JSON document (docs/reference/json.md)")
    )


def backend(command: argparse.ArgumentParser) -> None:
    """Let a command take a backend."""
    command.add_argument(
        "--backend",
        choices=("auto", "native", "python", "reference"),
        default="auto",
        help=said("what plays; auto goes over to C, if it can, where that is sooner done (auto)"),
    )


def players(command: argparse.ArgumentParser) -> None:
    """Let a command take a number of players."""
    command.add_argument(
        "--players", type=positive, metavar="N", help=said("number of players (the lowest the game allows)")
    )


def options(command: argparse.ArgumentParser) -> None:
    """Let a command take options and modules."""
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=said("an option or ruling of the game")
    )
    modules(command)


def modules(command: argparse.ArgumentParser) -> None:
    """Let a command take modules."""
    command.add_argument(
        "--module",
        dest="modules",
        action="append",
        default=[],
        metavar="NAME",
        help=said("switch a module on: its name, or a .rules file"),
    )


def whole(text: str) -> int:
    """A whole number from 0 that fits into 63 bits."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    if len(text) > _DIGITS:
        raise argparse.ArgumentTypeError(f"a number may have {_DIGITS} digits, and this one has {len(text)}")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1."""
    number = 0 if re.fullmatch("-[0-9]+", text) else whole(text)
    if number == 0:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number
