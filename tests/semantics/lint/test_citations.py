"""Citations, from every place that may carry one."""

from __future__ import annotations

from semantics.common import units, world_of

from dsl.semantics.lint.citations import described


def test_citations_come_from_every_place() -> None:
    """Items, statements, readings, cards, scenarios, and what is text only or missing."""
    program = units(
        """
ledger "ledger.yaml"
ruling death "When?" @X-1
    reading soon "soon" @X-2
define a = death is soon @X-3
rule calm: after wound u: nothing @X-4
main:
    wound "Ann" by 1 @X-5
    unimplemented "more" @X-6
text only @X-7 "about the box"
unimplemented "the rest" @X-8
scenario "s" proves @X-9:
    expect yes @X-10
"""
    )
    found = [(citation.id, citation.how, citation.words) for citation in program.citations]
    assert sorted(found, key=lambda item: int(item[0][2:])) == [
        ("X-1", "ruling", "When?"),
        ("X-2", "ruling", "When?"),
        ("X-3", "encoded", "define a"),
        ("X-4", "encoded", "rule calm"),
        ("X-5", "encoded", "main"),
        ("X-6", "unimplemented", "more"),
        ("X-7", "text_only", "about the box"),
        ("X-8", "unimplemented", "the rest"),
        ("X-9", "scenario", "s"),
        ("X-10", "scenario", "s"),
    ]


def test_items_are_described_in_a_few_words() -> None:
    """What it is, and its name."""
    items = world_of('enum Suit: red\ncard "Ann" is Piece\nevent e\nrule calm: after e: nothing\n').setup.files[0].items
    assert [described(item) for item in items[1:]] == ["enum Suit", 'card "Ann"', "event e", "rule calm"]
