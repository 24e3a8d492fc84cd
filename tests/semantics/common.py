"""What the tests of the checker share: parse and check a text, with everything that was said about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dsl.diagnostics import Bag, render_text
from dsl.saying.meant import check_meant, understood
from dsl.semantics import model
from dsl.semantics.body.statements import block
from dsl.semantics.check import check, declared
from dsl.semantics.model import Program
from dsl.semantics.scopes import Body, Scope
from dsl.semantics.walk import walk
from dsl.semantics.world import World
from dsl.source import SourceFile, check_text
from dsl.syntax import tree
from dsl.syntax.parse import parse_expression, parse_file

TESTS = Path(__file__).parent.parent
GRAMMAR = (TESTS.parent / "grammar" / "rules.lark").read_text(encoding="utf-8")
CORPUS = TESTS / "corpus"
LIBRARY = TESTS.parent / "dsl" / "library"


def checked(
    *texts: str,
    players: int | None = None,
    options: Mapping[str, int | str | list[int]] | None = None,
    data: Mapping[str, str] | None = None,
    cited: bool = False,
    names: Sequence[str] = (),
) -> tuple[Program | None, Bag]:
    """The program of some files, and the bag."""
    bag = Bag(limit=1000)
    sources = [check_text(name, text.encode()) for name, text in zip([*names, "a", "b", "c"], texts, strict=False)]
    files = [parse_file(source, bag, GRAMMAR) for source in sources]
    tables = {name: SourceFile(name, text) for name, text in (data or {}).items()}
    meanings = understood(files, bag, GRAMMAR)
    program = check(meanings.files, players=players, options=options or {}, data=tables, bag=bag, cited=cited)
    if program is not None:
        check_meant(program, meanings.meant, bag)
    return program, bag


def world_of(text: str, *, players: int | None = None, **tables: str) -> World:
    """What a text declares, before bodies are checked; a game of two players unless it says so itself. tables: their
    texts, each by what its file is called without `.csv`.
    """
    if 'game "' not in text:
        text = f'game "Test" for 2 players\n{text}'
    bag = Bag(limit=1000)
    files = [parse_file(check_text("a.rules", text.encode()), bag, GRAMMAR)]
    data = {f"{name}.csv": SourceFile(f"{name}.csv", rows) for name, rows in tables.items()}
    return declared(files, players=players, options={}, data=data, bag=bag)[0]


def scope_of(world: World, **locals_: model.Type) -> Scope:
    """A scope with some locals."""
    return Scope(world, Body("a test")).give(*(model.Local(name, type_, None) for name, type_ in locals_.items()))


def parsed(text: str) -> tree.Expr:
    """The tree of an expression."""
    source, bag = SourceFile("expression", text), Bag()
    found = parse_expression(source.span(0, len(text)), bag, GRAMMAR)
    assert found is not None, render_text(bag.all())
    return found


def asked(text: str, more: str = "") -> tuple[model.Expr, list[str]]:
    """An expression about a player p, a card c, a space s and a number n of the pieces, checked, and its mistakes."""
    world = world_of(PIECES + more)
    card, field = (model.Ref(world.things.kinds[name]) for name in ("Card", "Field"))
    scope = scope_of(world, p=model.Ref(world.player), c=card, s=field, n=model.Int(-4, 9))
    return scope.expr(parsed(text)), codes(world)


def statements_of(text: str, more: str = "") -> tuple[tuple[model.Stmt, ...], World]:
    """Lines of statements of `main` about the pieces, with their definitions checked, and the world they stand in."""
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    world = world_of(f"{PIECES}{more}main:\n{lines}")
    items = (item for item in world.setup.files[0].items if isinstance(item, tree.ProcedureItem))
    item = next(item for item in items if item.word == "main")
    return block(Scope(world, Body("main", asks=True)), item.body), world


def codes(world: World) -> list[str]:
    """The codes of the mistakes that were reported."""
    return [diagnostic.code for diagnostic in world.bag.all()]


def good(
    text: str,
    *,
    players: int | None = None,
    options: Mapping[str, int | str | list[int]] | None = None,
    data: Mapping[str, str] | None = None,
) -> Program:
    """The program of a text that must be free of errors; a game of two players unless it says so itself."""
    if 'game "' not in text:
        text = f'game "Test" for 2 players\n{text}'
    program, bag = checked(text, players=players, options=options, data=data)
    assert program is not None, render_text(bag.all())
    return program


PIECES = """
enum Wood: oak, ash
kind Field is Space
kind Card:
    cost: 0..9
    wood: Wood
kind Beast is Card
each player has:
    zone hand: cards of Card, seen by owner, at most 5
    var gold: 0..20
    var stock: bag of Wood up to 9
    track body: -5..5:
        weak: -5..-4 worth 2, 1
the table has:
    board map: Field by x: 1..3, y: 1..2
    zone pile: stack of Card, seen by nobody
card "Ann" is Beast, 2 copies:
    cost 3, wood oak
card "Bob" is Card:
    cost 1, wood ash
"""

UNITS = """
enum Mark: P, W
kind Unit:
    attack, life: 0..9 = 1
    marks: set of Mark = {}
    var damage: 0..20
    var friend: Unit or none
kind Hero is Unit:
    var fame: 0..9
each player has:
    zone hand: cards of Unit, seen by owner
    zone deck: stack of Unit, seen by nobody
    var gold: 0..9 stops at ends = 3
card "Ann" is Hero:
    attack 3, marks {P, W}
card "Bob" is Unit, 2 copies, stand-in:
    attack 2
event wound (u: Unit) by (n: 0..9): raise u.damage by n
"""


def units(text: str) -> model.Program:
    """The program of some rules about units."""
    return good(UNITS + text)


def define(program: model.Program, name: str) -> model.Define:
    """A definition by name."""
    return next(item for item in program.defines if item.name == name)


def body(program: model.Program, name: str) -> model.Expr:
    """The expression of a definition."""
    found = define(program, name).body
    assert found is not None
    return found


def parts(root: object, sort: type) -> list[object]:
    """Everything of one sort inside."""
    return [node for node in walk(root) if isinstance(node, sort)]
