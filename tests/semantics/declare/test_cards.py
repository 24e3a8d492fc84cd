"""Cards: tables, copies, titles with holes, texts."""

from __future__ import annotations

import pytest
from semantics.common import checked, good, units, world_of

from dsl.diagnostics import render_text
from dsl.semantics.declare.cards import holders
from dsl.typed_words import number_of


def test_tables_of_cards() -> None:
    """A row is a card; columns are the title, copies, called, text and printed fields."""
    table = "title;copies;called;attack;marks;text\nCid;2;Cyd;4;P W;Hits.\n\nDot;;;5;;\n"
    source = (
        'enum Mark: P, W\nkind Unit:\n    attack: 0..9\n    marks: set of Mark = {}\ncards Unit from "u.csv" @X-1\n'
    )
    program = good(source, data={"u.csv": table})
    cid, dot = program.cards
    assert (cid.title, cid.copies, cid.gloss, cid.text, cid.cites) == ("Cid", 2, "Cyd", "Hits.", ["X-1"])
    assert (dot.title, dot.copies, dot.gloss) == ("Dot", 1, None)
    seat, attack, marks = (field.printed for field in program.fields if not field.var)
    assert (seat, attack, marks) == ([1, 2], [4, 4, 5], [3, 3, 0])


def test_words_in_tables() -> None:
    """A cell of a word is the word, without quotes; an empty one is the default."""
    head = 'kind Sign:\n    name: word = none\ncards Sign from "s.csv"\n'
    program = good(head, data={"s.csv": "title,name\nMill,Mill Wheel\nFerry,\n"})
    name = next(field for field in program.fields if field.name == "name")
    assert name.printed == [number_of("mill wheel"), 0] and program.words == ["Mill Wheel"]


def test_copies_for_each_value_of_an_enum() -> None:
    """So many pieces for every value, and the printed field of that enum says which; a value that is given counts."""
    program = good(
        """
enum Suit: cups, coins, swords
kind Tarot:
    suit: Suit
    trump: Suit or none = none
card "Knave" is Tarot, 2 copies each Suit
card "Fool" is Tarot, 2 copies each Suit:
    suit coins
card "Tower" is Tarot:
    suit swords
"""
    )
    copies = {card.title: (card.copies, [enum.name for enum in card.each]) for card in program.cards}
    assert copies == {"Knave": (6, ["Suit"]), "Fool": (6, ["Suit"]), "Tower": (1, [])}
    printed = {field.name: field.printed for field in program.fields if not field.var}
    assert printed["suit"] == [0, 0, 1, 1, 2, 2, *[1] * 6, 2]
    assert printed["trump"] == [1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3, 0]


PACK = """
enum Suit: cups "C", coins "D"
enum Rank: page, knight, king
kind Tarot:
    rank: Rank
    suit: Suit
    worth: 0..9 = 1
"""


def test_a_title_with_holes_makes_a_card_of_every_combination() -> None:
    """The last enum changes fastest; what else is printed is the same for all; labels fill the holes."""
    program = good(
        PACK
        + """
card "{rank} of {suit}" called "{suit}!" is Tarot, each Suit and Rank:
    worth 3
    text "Any of them."
card "The {suit}" is Tarot, 2 copies each Suit:
    rank king
"""
    )
    titles = [f"{rank} of {suit}" for suit in "CD" for rank in ("page", "knight", "king")]
    assert [card.title for card in program.cards] == [*titles, "The C", "The D"]
    assert [card.copies for card in program.cards] == [1] * 6 + [2, 2]
    assert [card.gloss for card in program.cards] == ["C!"] * 3 + ["D!"] * 3 + [None, None]
    assert {card.text for card in program.cards} == {"Any of them.", None}
    printed = {field.name: field.printed for field in program.fields if not field.var}
    assert printed["suit"] == [0, 0, 0, 1, 1, 1, 0, 0, 1, 1]
    assert printed["rank"] == [0, 1, 2, 0, 1, 2, 2, 2, 2, 2]
    assert printed["worth"] == [3] * 6 + [1] * 4


def test_copies_for_each_combination_of_two_enums() -> None:
    """Without holes they are copies of one card, which its fields tell apart."""
    program = good(PACK + 'card "Tarot" is Tarot, 2 copies each Suit and Rank\n')
    (card,) = program.cards
    printed = {field.name: field.printed for field in program.fields if not field.var}
    assert card.copies == 12
    assert printed["suit"] == [0] * 6 + [1] * 6
    assert printed["rank"] == [0, 0, 1, 1, 2, 2] * 2


def test_texts_of_cards() -> None:
    """The text of a card is its own, else that of the nearest kind."""
    program = units(
        """
kind Spell is Unit:
    text "A spell."
card "Hex" is Spell
card "Mend" is Spell:
    text "Mends."
"""
    )
    texts = {card.title: card.text for card in program.cards}
    assert texts == {"Ann": None, "Bob": None, "Hex": "A spell.", "Mend": "Mends."}


@pytest.mark.parametrize(
    ("table", "code", "words"),
    [
        ("copies,attack\n1,2\n", "E111", "no column `title`"),
        ("title,atack\nCid,2\n", "E101", "no printed field of Unit `atack`"),
        ("title,attack\nCid,99\n", "E106", "99, outside 0..9"),
        ("title,attack\nCid,two\n", "E101", "no option `two`"),
        ("title,copies,attack\nCid,many,2\n", "E104", "no number of copies"),
        ("title,attack\nCid,1,2\n", "E111", "has 3 cells"),
        ("title,attack\n,1\n", "E111", "no title"),
        ("title,attack\nCid,\n", "E111", "does not say its `attack`"),
        ("title,attack\nCid,1\nCid,1\n", "E103", "declared twice"),
    ],
)
def test_mistakes_in_tables(table: str, code: str, words: str) -> None:
    """Mistakes in a table are shown at their row."""
    text = 'game "X" for 2 players\nkind Unit:\n    attack: 0..9\ncards Unit from "u.csv"\n'
    _, bag = checked(text, data={"u.csv": table})
    found = [said for said in bag.all() if said.code == code and words in said.message]
    assert found and found[0].span is not None and found[0].span.file.name == "u.csv", render_text(bag.all())


def test_bags_in_a_table_of_cards() -> None:
    """Amounts stand before their values; what is no bag is told in the place of the cell."""
    head = 'enum Sort: a, b, c\nkind Unit:\n    cost: bag of Sort up to 5\ncards Unit from "u.csv"\n'
    program = good(head, data={"u.csv": 'title,cost\nOak,2 a c\nElm,"3 b, 1 c"\nAsh,b\n'})
    field = next(field for field in program.fields if field.name == "cost")
    assert field.printed == [2 + (1 << 6), (3 << 3) + (1 << 6), 1 << 3]
    for cell, message in (
        ("2 x", "there is no value of Sort `x`"),
        ("7 a", "has 7 a, and a bag of Sort up to 5 has from 0 to 5 of each"),
        ("a 2", "must be a bag of Sort up to 5, such as {2 a}"),
        ("2 a a", "`a` is counted twice here"),
    ):
        _, bag = checked(f'game "X" for 2 players\n{head}', data={"u.csv": f"title,cost\nOak,{cell}\n"})
        found = bag.all()
        assert len(found) == 1 and message in found[0].message, render_text(found)


def test_kinds_and_cards_hold_rules() -> None:
    """`holders` gives kinds, then cards, with what stands in them."""
    world = world_of('kind A:\n    x: 0..9\ncard "Ann" is A:\n    x 3\n')
    found = [
        (getattr(holder, "name", getattr(holder, "title", "")), len(members)) for holder, members in holders(world)
    ]
    assert ("A", 1) in found and ("Ann", 1) in found
