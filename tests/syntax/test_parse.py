"""Parsing: every form of the grammar makes the tree it should, at the places where it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from breadth import many
from golden import golden
from hypothesis import example, given, settings
from hypothesis import strategies as st
from syntax.common import FORMS, GAMES, GRAMMAR, parse, read

from dsl.diagnostics import Bag
from dsl.source import SourceFile, TextError, check_text
from dsl.syntax import tree as t
from dsl.syntax.builders import driver
from dsl.syntax.builders.shared import Builder
from dsl.syntax.chunks import MAX_DIGITS, cut
from dsl.syntax.parse import parse_expression, parse_file, parser_of
from dsl.syntax.tree_text import show

DEEP = many(4_000, 50_000)

# Words of the language that must stay good names for fields: people think of them first.
NAMES_TOO = [
    *("attack", "board", "card", "cards", "cost", "copy", "down", "end", "event", "face", "first", "game", "kind"),
    *("last", "limit", "lower", "most", "order", "owner", "player", "printed", "scored", "seen", "show", "size"),
    *("sum", "table", "text", "times", "top", "turn", "up", "use", "value", "window", "zone"),
]


def nodes(node: t.Node) -> Iterator[tuple[t.Node, t.Node]]:
    """Every node below `node` with the node it stands in."""
    for field in fields(node):
        todo: list[object] = [getattr(node, field.name)]
        while todo:
            value = todo.pop()
            if isinstance(value, tuple):
                todo.extend(value)
            elif isinstance(value, t.Node):
                yield node, value
                yield from nodes(value)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_forms_make_their_trees(path: Path) -> None:
    """The tree of each file of forms is the reviewed one."""
    golden(f"goldens/syntax/{path.stem}.tree", show(parse(read(path))))


@pytest.mark.parametrize("path", [*FORMS, *GAMES], ids=lambda path: path.stem)
def test_spans_are_the_places(path: Path) -> None:
    """A name, a number and a citation stand exactly at their spans, and every node inside the one it belongs to."""
    tree = parse(read(path))
    for outer, node in nodes(tree):
        if not isinstance(node, t.Cite):  # the citations of a line stand behind its last statement
            assert outer.span.start <= node.span.start <= node.span.end <= outer.span.end, (outer, node)
        if isinstance(node, t.Name):
            assert node.span.text == node.text
        elif isinstance(node, t.Ref):
            assert node.span.text == node.name
        elif isinstance(node, t.Cite):
            assert node.span.text == f"@{node.id}"
        elif isinstance(node, t.Number) and node.span.text:
            assert int(node.span.text) == node.value
        elif isinstance(node, t.Text):
            assert node.span.text[0] == node.span.text[-1] == '"'
        assert not node.span.text[:1].isspace() and not node.span.text[-1:].isspace(), node


def test_no_span_is_lost_in_a_later_chunk() -> None:
    """Spans count from the start of the file, not of the item, also behind letters of two UTF-16 units."""
    text = '# 🂡\ncard "🂡" is A\n\ndefine b = c.d\n'
    define = parse(text).items[1]
    assert define.span.text == "define b = c.d"
    assert (define.span.line, define.span.column) == (4, 1)


def test_forms_use_every_builder(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rule of the grammar goes without a form in the test files."""
    used: set[str] = set()

    def watched(name: str, builder: Builder) -> Builder:
        def run(*parts: object) -> object:
            used.add(name)
            return builder(*parts)

        return run

    everything = {name: watched(name, builder) for name, builder in driver.BUILDERS.items()}
    monkeypatch.setattr(driver, "BUILDERS", everything)
    for path in FORMS:
        parse(read(path))
    assert set(everything) - used == set()


def test_every_rule_of_the_grammar_has_a_builder() -> None:
    """What the parser can produce, build can turn into a node."""
    always: set[str] = set()
    sometimes: set[str] = set()
    for rule in parser_of(GRAMMAR).rules:
        if not str(rule.origin.name).startswith("_"):
            inlined = rule.options.expand1 and not rule.alias
            (sometimes if inlined else always).add(str(rule.alias or rule.origin.name))
    assert always - {"start"} <= set(driver.BUILDERS) <= always | sometimes


@pytest.mark.parametrize("word", NAMES_TOO)
def test_words_of_the_language_may_be_fields(word: str) -> None:
    """A word such as cost is a keyword in one place and a name in another."""
    parse(f"kind K:\n    a: 0..9\n    var {word}: 0..9\n")
    parse(f"main:\n    set a.{word} to b.{word} + 1\n")


def test_a_line_of_several_statements_is_flat() -> None:
    """The statements of one line stand side by side; the citations belong to the last one."""
    (main,) = parse("main:\n    a; b @AB-1 @AB-2\n    c\n").items
    assert isinstance(main, t.ProcedureItem)
    assert [len(stmt.cites) for stmt in main.body.body] == [0, 2, 0]


def test_a_block_hands_its_citations_on() -> None:
    """What a header cites, the item or statement cites, whether its block is inline or not."""
    for text in ("after a b: stop @AB-1\n", "after a b: @AB-1\n    stop\n"):
        (rule,) = parse(text).items
        assert [cite.id for cite in rule.cites] == ["AB-1"]
    (main,) = parse("main:\n    if a: @AB-1\n        stop\n    else: stop @AB-2\n").items
    assert isinstance(main, t.ProcedureItem)
    (branch,) = main.body.body
    assert [cite.id for cite in branch.cites] == ["AB-1"]


def test_escapes_are_undone_and_expressions_read() -> None:
    """A text that is shown while playing holds its expressions; other texts keep their braces."""
    (main,) = parse('main:\n    say "a\\n{b.c}\\{\\"{d}"\n').items
    assert isinstance(main, t.ProcedureItem)
    (say,) = main.body.body
    assert isinstance(say, t.Say)
    texts = [part if isinstance(part, str) else part.span.text for part in say.text.parts]
    assert texts == ["a\n", "b.c", '{"', "d"]
    (card,) = parse('card "{T}s" is A:\n    text "{W}: x"\n').items
    assert isinstance(card, t.CardItem) and card.title.value == "{T}s"
    assert [part if isinstance(part, str) else part.span.text for part in card.title.parts] == ["T", "s"]
    (text,) = card.members
    assert isinstance(text, t.TextItem) and text.text.value == "{W}: x" and text.text.parts == ()


def test_line_ends_do_not_matter() -> None:
    """A file with \\r\\n has the tree of the same file with \\n, comments and continued lines included."""
    for path in FORMS:
        text = read(path)
        assert show(parse(text.replace("\n", "\r\n"))) == show(parse(text))


def test_a_file_may_end_anywhere() -> None:
    """No line end, a comment, blanks: the end of a file is the end of its last line."""
    for end in ("", "\n", "\n\n  \n", "  # c", "\n  # c", "\n# c", "   "):
        assert len(parse(f"main:\n    stop{end}").items) == 1
    for empty in ("", "\n", "# c", "   ", "\n   # c\n\n"):
        assert parse(empty).items == ()


def test_each_broken_item_is_one_message() -> None:
    """Mistakes do not cascade, and sound items between broken ones are still read."""
    bag = Bag()
    tree = parse("main:\n    set = 1 +\n    set = 2 +\nkind A\nkind\nkind B\nfoo (\n", bag)
    assert [item.span.text for item in tree.items] == ["kind A", "kind B"]
    assert [diagnostic.span.line for diagnostic in bag.all() if diagnostic.span] == [2, 5, 7]


def test_chunks_cover_the_items() -> None:
    """A chunk begins at column 1 and goes up to the next; comments belong to the item above."""
    file = SourceFile("x", "# a\nkind A:\n    b: C\n# c\n\nkind D\n)\n")
    assert [chunk.text for chunk in cut(file)] == ["kind A:\n    b: C\n# c\n\n", "kind D\n)\n"]


@pytest.mark.wide
@pytest.mark.parametrize(
    "text",
    [
        "define a = " + "(" * (2 * DEEP),
        "define a = " + "(" * (2 * DEEP) + "b" + ")" * (2 * DEEP),
        "define a = b" + " + b" * DEEP,
        "define a = (b" + "\n + b" * DEEP + ")",
        "define a = " + "not " * (DEEP // 2) + "b",
        "define a = " + "b of " * (DEEP // 2) + "b",
        "define a = b" + ".b" * (DEEP // 2),
        "define a = b" + " or b" * (DEEP // 2),
        "define a = " + "[{" * (DEEP // 2),
        "main:\n" + "".join(f"{' ' * depth}if a:\n" for depth in range(1, 1_000)),
    ],
    ids=["open", "closed", "plus", "lines", "not", "of", "dot", "or", "mixed", "blocks"],
)
def test_endless_nesting_is_refused(text: str) -> None:
    """Nothing nests so deep that the stack of a later stage could end: E007, no RecursionError."""
    bag = Bag()
    parse_file(SourceFile("deep", text), bag, GRAMMAR)
    assert [diagnostic.code for diagnostic in bag.all()] == ["E007"]


def test_numbers_are_short() -> None:
    """A number of nine digits fits every slot; one more is refused. Names and citations may have more."""
    parse(f"define a = {'9' * MAX_DIGITS}\nenum A: b{'9' * 20} @AB-1.{'9' * 20}\n")
    bag = Bag()
    parse(f"define a = {'9' * (MAX_DIGITS + 1)}\n", bag)
    assert [diagnostic.code for diagnostic in bag.all()] == ["E008"]


def test_an_expression_by_itself() -> None:
    """parse_expression reads a part of a file, and reports at its place."""
    file = SourceFile("x", "1 + a ] 2 +")
    bag = Bag()
    found = parse_expression(file.span(0, 5), bag, GRAMMAR)
    assert isinstance(found, t.Binary) and found.span == file.span(0, 5)
    assert parse_expression(file.span(8, 11), bag, GRAMMAR) is None
    assert [diagnostic.code for diagnostic in bag.all()] == ["E020"]


SNIPPETS = [line for path in FORMS for line in read(path).split()] + ["\n", "\n    ", "\n        ", "(", ")", '"', "{"]


@pytest.mark.wide
@settings(max_examples=many(60, 300))
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(SNIPPETS), max_size=25).map(" ".join)))
@example("main:\n    sealed for each a in b: c\n")
@example(")")
@example("\u00a0")
@example("0٣")
def test_any_text_gives_a_tree_or_diagnostics(text: str) -> None:
    """Whatever is written, the answer is a tree, and a diagnostic for what is missing in it."""
    bag = Bag()
    try:
        source = check_text("any", text.encode("utf-8", errors="ignore"))
    except TextError:
        return
    tree = parse_file(source, bag, GRAMMAR)
    assert len(tree.items) + len(bag) == len(list(cut(source)))
