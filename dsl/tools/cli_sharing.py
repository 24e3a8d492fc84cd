"""What the commands take that share, print and seat people."""

from __future__ import annotations

import argparse

from dsl.spoken import said
from dsl.tools.arguments import Commands, Told, command_parser, json_too, modules, options, players, positive, whole


def add_sharing(commands: Commands[Told]) -> None:
    """The commands about packages and about versions of rules."""
    pack = command_parser(commands, "pack", "packaging:run_pack", said("make one file of a package"), path=False)
    pack.add_argument("path", metavar="FOLDER", help=said("the folder of the package, with its rulewright.toml"))
    pack.add_argument("-o", "--output", metavar="FILE", help=said("the file or folder to write to (NAME-VERSION.rwp)"))
    pack.add_argument("--sign", metavar="KEY", help=said("sign it with this secret key, a file made by minisign -G"))
    json_too(pack)

    install = command_parser(commands, "install", "packaging:run_install", said("install packages"), path=False)
    _what(install, said("a file, a folder, a git address, or with --index a NAME, NAME@1.2 or NAME>=1"))
    _index(install)
    _key(install)
    upgrade = command_parser(
        commands, "upgrade", "packaging:run_upgrade", said("bring packages up to date"), path=False
    )
    _what(upgrade, said("the packages; all that are installed, if none is named"))
    _index(upgrade)
    _key(upgrade)
    remove = command_parser(commands, "remove", "packaging:run_remove", said("take packages out of use"), path=False)
    _what(remove, said("the packages"))
    remove.add_argument("--all", action="store_true", help=said("delete their files too, in all versions"))
    json_too(remove)
    json_too(command_parser(commands, "list", "packaging:run_list", said("list the packages in use"), path=False))

    index = command_parser(commands, "index", "packaging:run_index", said("list the packages in a folder"), path=False)
    index.add_argument("path", metavar="FOLDER", help=said("a folder of packages, to be installed from"))

    diff = command_parser(commands, "diff", "comparing:run_diff", said("what changed in meaning"), path=False)
    for name in ("old", "new"):
        diff.add_argument(
            name,
            metavar=name.upper(),
            help=said("a game, an expansion, a module, NAME@VERSION, or REVISION:FOLDER of git"),
        )
    diff.add_argument(
        "--play", type=positive, metavar="N", help=said("play N pairs of games, and tell where they part")
    )
    diff.add_argument("--seed", type=whole, default=0, metavar="S", help=said("the seed of the first pair (0)"))
    players(diff)
    json_too(diff)

    doctor = command_parser(
        commands,
        "doctor",
        "comparing:run_doctor",
        said("what ails installed packages, or modules together"),
        path=False,
    )
    _what(doctor, said("modules that are to be played together, with --of"))
    doctor.add_argument("--of", metavar="GAME", help=said("the game that these modules are of"))
    doctor.add_argument(
        "--games",
        type=positive,
        default=20,
        metavar="N",
        help=said("pairs of games to find where the order matters (20)"),
    )
    _index(doctor)


def add_translating(commands: Commands[Told]) -> None:
    """The command for translators."""
    made = command_parser(
        commands, "translate", "translating:run_translate", said("make or check the words of a language")
    )
    made.add_argument("language", metavar="LANGUAGE", help=said("the code of the language, such as pl or pt_BR"))
    made.add_argument(
        "-o", "--output", metavar="FILE", help=said("the catalogue (locale/LANGUAGE.po in the game's folder)")
    )
    made.add_argument("--check", action="store_true", help=said("write nothing, and say what is open or wrong"))
    modules(made)
    json_too(made)


def add_printing(commands: Commands[Told]) -> None:
    """The command that prints."""
    made = command_parser(
        commands,
        "print",
        "printing:run_print",
        said("sheets to cut out: cards, boards, tracks, tokens, an aid"),
        speaks=False,
    )
    made.add_argument(
        "what",
        metavar="WHAT",
        nargs="*",
        help=said("cards, boards, tracks, tokens, aid (all)"),
    )
    made.add_argument(
        "-o",
        "--output",
        metavar="PLACE",
        help=said("the folder where the PDF files go (here), or a file NAME.pdf for all sheets in one"),
    )
    made.add_argument("--paper", choices=("a4", "letter"), default="a4", help=said("a4 is the default"))
    made.add_argument(
        "--size",
        action="append",
        default=[],
        metavar="[KIND=]SIZE",
        help=said("the size of cards, or of those of a kind: poker, bridge, tarot, mini, square, hex (poker)"),
    )
    made.add_argument(
        "--backs", choices=("none", "duplex", "fold"), default="none", help=said("backs of the cards (none)")
    )
    made.add_argument("--bleed", type=float, default=0.0, metavar="MM", help=said("printed beyond the cut (0)"))
    made.add_argument("--low-ink", action="store_true", help=said("no surfaces of colour"))
    made.add_argument("--mono", action="store_true", help=said("black and white"))
    made.add_argument("--lines", action="store_true", help=said("cut lines over the whole page"))
    made.add_argument(
        "--since", metavar="OLD", help=said("only what has changed since this version of the game, and a list")
    )
    made.add_argument(
        "--lang", metavar="CODE", help=said("the language of the game's words: one of its catalogues, or a file")
    )
    made.add_argument("--png", metavar="FOLDER", help=said("a picture of each card instead"))
    made.add_argument(
        "--tabletop", metavar="FOLDER", help=said("sheets of 10 by 7 cards for virtual tabletops instead")
    )
    made.add_argument("--watch", action="store_true", help=said("print again whenever a file of the game changes"))
    players(made)
    modules(made)


def add_book(commands: Commands[Told]) -> None:
    """The command that makes books."""
    book = command_parser(
        commands, "book", "booking:run_book", said("make a rulebook, as PDF and as web pages"), speaks=False
    )
    book.add_argument(
        "-o",
        "--output",
        metavar="PLACE",
        help=said("the folder where it goes (GAME-book), or a file NAME.pdf for paper alone"),
    )
    book.add_argument("--paper", choices=("a4", "letter"), default="a4", help=said("a4 is the default"))
    book.add_argument(
        "--lang", metavar="CODE", help=said("the language of the book: one of the game's catalogues, or a file")
    )
    book.add_argument("--pages", action="store_true", help=said("only web pages"))
    book.add_argument(
        "--agree", action="store_true", help=said("keep that the prose tells the rules rightly as they are")
    )
    players(book)
    modules(book)


def _what(command: argparse.ArgumentParser, words: str) -> None:
    command.add_argument("what", metavar="WHAT", nargs="*", help=words)


def _key(command: argparse.ArgumentParser) -> None:
    words = said("a public key of minisign, or its file: only packages that it has signed; may be said several times")
    command.add_argument("--key", action="append", default=[], metavar="KEY", help=words)


def _index(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--index", action="append", default=[], metavar="PLACE", help=said("a folder of packages, or its address")
    )
    json_too(command)


def add_table(commands: Commands[Told]) -> None:
    """The command that opens a table."""
    table = command_parser(
        commands, "table", "seating:run_table", said("play together in browsers, a link for each seat"), speaks=False
    )
    players(table)
    options(table)
    table.add_argument(
        "--seed", type=whole, metavar="N", help=said("the seed of chance: whoever knows it knows what lies where (any)")
    )
    table.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="B=random",
        help=said("who plays a seat: random, greedy, uct:N .."),
    )
    table.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=said("where to listen (127.0.0.1)"))
    table.add_argument("--port", type=whole, default=8765, metavar="N", help=said("the port (8765; 0: any)"))
    table.add_argument("--name", action="append", default=[], metavar="HOST", help=said("another name of this machine"))
    table.add_argument(
        "--lang", metavar="CODE", help=said("the language of pages where nobody has chosen one: en or pl")
    )
    table.add_argument("--store", metavar="FILE", help=said("keep the game in this file, and go on from it"))
    table.add_argument(
        "--watch", action="store_true", help=said("go on with the new rules when a file of them is saved")
    )
    table.add_argument("--new", action="store_true", help=said("with --store: a new game beside those in it"))
