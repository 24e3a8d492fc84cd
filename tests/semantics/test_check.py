"""The checked program: what each construct of the language becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from semantics.common import CORPUS, LIBRARY, checked, good

from dsl.diagnostics import render_text
from dsl.semantics import model
from dsl.semantics.walk import walk

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


def test_everything_of_the_language_is_accepted() -> None:
    """The file that uses every construct gives a program, for each number of players."""
    text = (CORPUS / "good" / "sem_everything.rules").read_text(encoding="utf-8")
    for players in (2, 3):
        program, bag = checked(text, players=players)
        assert program is not None, render_text(bag.all())
        assert program.players == players
        assert {diagnostic.code for diagnostic in bag.all()} <= {"W301"}


@pytest.mark.parametrize("path", sorted((CORPUS / "good").glob("*.rules")), ids=lambda path: path.stem)
def test_good_files_are_accepted(path: Path) -> None:
    """No file of the good corpus has an error."""
    files, texts = [path], list[str]()
    for file in files:  # it grows: a library may use others
        texts.append(file.read_text(encoding="utf-8"))
        used = [LIBRARY / f"{name}.rules" for name in re.findall(r'^use "(\w+)"', texts[-1], re.MULTILINE)]
        files += [library for library in used if library not in files]
    program, bag = checked(*texts, names=[file.name for file in files])
    assert program is not None, render_text(bag.all())


# ---- pieces ----------------------------------------------------------------------------------------------------------


def test_pieces_are_numbered_by_kind() -> None:
    """Players, spaces, pieces; sub-kinds and copies stand together."""
    program = units("kind Field is Space\nthe table has:\n    board map: Field by x: 1..3, y: 1..2\n")
    kinds = {kind.name: (kind.first, kind.last) for kind in program.kinds}
    assert kinds["Player"] == (1, 2)
    assert kinds["Field"] == kinds["Space"] == (3, 8)
    assert kinds["Piece"] == kinds["Unit"] == (9, 11)
    assert kinds["Hero"] == (11, 11)
    cards = {card.title: (card.first, card.last, card.stand_in) for card in program.cards}
    assert cards == {"Ann": (11, 11, False), "Bob": (9, 10, True)}
    assert program.entity_count == 11
    x, y = (field for field in program.fields if field.name in "xy")
    assert (x.printed, y.printed) == ([1, 1, 2, 2, 3, 3], [1, 2, 1, 2, 1, 2])


def test_printed_values_follow_the_pieces() -> None:
    """A printed field has a value for each piece of its kind; sets are bit masks."""
    program = units("")
    tables = {field.name: field.printed for field in program.fields if not field.var}
    assert tables["attack"] == [2, 2, 3]
    assert tables["life"] == [1, 1, 1]
    assert tables["marks"] == [0, 0, 3]


def test_fields_start_as_the_language_says() -> None:
    """Default, else no, the lowest number (0 if allowed), the first value, none."""
    program = good(
        """
enum Colour: red, green
kind A:
    var a: 0..9
    var b: 3..9
    var c: -5..5
    var d: Colour
    var e: Colour or none
    var f: A or none
    var g: yes/no
    var h: Colour or none = green
    var i: A or none = "Z"
    var j: set of Colour = {green}
piece "Z" is A
"""
    )
    starts = {field.name: field.default for field in program.fields}
    expected = {"a": 0, "b": 3, "c": 0, "d": 0, "e": 0, "f": 0, "g": 0, "h": 2, "i": 3, "j": 2}
    assert {name: starts[name] for name in expected} == expected
    assert starts["face_up"] == 1 and starts["owner"] == 0


def test_zones_have_instances_and_capacities() -> None:
    """One instance for each owner, in the order of the owners; the capacity is the number of such pieces."""
    program = units(
        """
the table has:
    zone pile: row of Hero or Unit, at most 2, private, active
kind Box:
    zone inside: bag of Hero
piece "B" is Box, 3 copies
"""
    )
    zones = {zone.name: (zone.first, zone.instances, zone.capacity) for zone in program.zones}
    assert zones == {"inside": (1, 3, 1), "hand": (4, 2, 3), "deck": (6, 2, 3), "pile": (8, 1, 2)}
    pile = next(zone for zone in program.zones if zone.name == "pile")
    assert (pile.ordered, pile.seen, pile.active, pile.private_count) == (True, "all", True, True)


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


def test_players_have_seats() -> None:
    """Every player has a printed number, from 1, in games of every size."""
    text = "define a (p: Player) = p.seat\ndefine b = seat of player 2\n"
    for players in (2, 4):
        program = good(f'game "X" for 2..4 players\n{text}', players=players)
        for node in (body(program, "a"), body(program, "b")):
            assert isinstance(node, model.FieldOf) and not node.field.var
            assert node.field.printed == [*range(1, players + 1)]


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


# ---- options ---------------------------------------------------------------------------------------------------------


def test_options_are_constants() -> None:
    """Options and readings are fixed from outside; one for each player becomes a printed field of players."""
    text = """
option size: 1..9 = 3
option handicap of each player: 0..9 = 1
option fast: yes/no = no
ruling death "When?"
    reading soon "soon"
    reading late "late"
define a = size
define b (p: Player) = handicap of p
define c = death is late and fast
"""
    program = good(text)
    assert [option.value for option in program.options] == [3, [1, 1], 0, 0]
    chosen = good(text, options={"size": "5", "handicap": [2, 4], "fast": "yes", "death": "late"}, players=2)
    assert [option.value for option in chosen.options] == [5, [2, 4], 1, 1]
    a = body(chosen, "a")
    assert isinstance(a, model.Const) and (a.value, a.type) == (5, model.Int(5, 5))
    b = body(chosen, "b")
    assert isinstance(b, model.FieldOf) and b.field.printed == [2, 4]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"sise": 3}, "E101"),
        ({"size": 30}, "E106"),
        ({"size": "big"}, "E104"),
        ({"death": "never"}, "E101"),
        ({"death": [0, 0]}, "E104"),
        ({"size": [1, 1]}, "E104"),
    ],
)
def test_options_from_outside_are_checked(options: dict[str, int | str | list[int]], code: str) -> None:
    """An unknown name, an unknown reading, a value out of range."""
    text = 'game "X" for 2 players\noption size: 1..9 = 3\nruling death "When?"\n    reading soon "soon"\n'
    program, bag = checked(text, options=options)
    assert program is None
    assert [said.code for said in bag.all()] == [code]


@pytest.mark.parametrize("players", [None, 2, 3, 4])
def test_players_in_the_wrong_order_are_one_mistake(players: int | None) -> None:
    """`4..2` is told once, whatever number of players is asked for."""
    _, bag = checked('game "X" for 4..2 players\nmain: nothing\n', players=players)
    assert [said.code for said in bag.all()] == ["E106"]


def test_numbers_of_players() -> None:
    """The lowest number when none is given; a number outside the game's is refused."""
    text = 'game "X" for 2..4 players\n'
    assert [checked(text, players=number)[0] is not None for number in (None, 1, 2, 4, 5)] == [
        True,
        False,
        True,
        True,
        False,
    ]


# ---- expressions -----------------------------------------------------------------------------------------------------


def test_kind_and_title_tests_are_ranges() -> None:
    """`x is Hero`, `x is "Bob"` (any copy), `x is "Bob" copy 2`."""
    program = units(
        'define a (u: Unit) = u is Hero\ndefine b (u: Unit) = u is not "Bob"\ndefine c (u: Unit) = u is "Bob" copy 2\n'
    )
    a, c = body(program, "a"), body(program, "c")
    assert isinstance(a, model.IsKind) and (a.first, a.last) == (5, 5)
    b = parts(body(program, "b"), model.IsKind)[0]
    assert isinstance(b, model.IsKind) and (b.first, b.last) == (3, 4)
    assert isinstance(c, model.Op) and c.op == "=" and isinstance(c.args[1], model.Const) and c.args[1].value == 4


def test_ranges_of_numbers() -> None:
    """Every expression has the range of its values."""
    program = units(
        """
define a (u: Unit) = u.attack * 2 - u.life
define b (u: Unit) = (0 - u.attack) / 2
define c (p: Player) = size of p.hand
define d (p: Player) = sum of u.attack for u in p.hand
define e (u: Unit) = max(u.attack, 3) mod 5
define f (p: Player) = highest u.attack for u in p.hand else -1
define g (u: Unit) = abs(u.attack - 12)
"""
    )
    types = {item.name: item.type for item in program.defines}
    assert types["a"] == model.Int(-9, 18)
    assert types["b"] == model.Int(-5, 0)
    assert types["c"] == model.Int(0, 3)
    assert types["d"] == model.Int(0, 27)
    assert types["e"] == model.Int(0, 4)
    assert types["f"] == model.Int(-1, 9)
    assert types["g"] == model.Int(3, 12)


def test_sets() -> None:
    """Zones, zones of a set, kinds, ranges, unions, sets of values."""
    program = units(
        """
kind Field is Space:
    zone standing: cards of Unit, at most 1
each player has:
    board field: Field by x: 1..2
define a (p: Player) = standing of p.field
define b (p: Player) = (p.hand, "Ann")
define c (u: Unit) = (each m in u.marks)
define d (u: Unit) = P in u.marks
define e (p: Player) = top 2 of p.deck
define f (u: Unit) = Field of u
define g (u: Unit) = holder of u
define h (p: Player) = p.field[2]
define i (p: Player) = the first u: Hero in p.hand
"""
    )
    a = body(program, "a")
    assert isinstance(a, model.MembersOf) and a.zone is not None and isinstance(a.over, model.BoardSpaces)
    types = [item.type for item in program.defines]
    unit = next(kind for kind in program.kinds if kind.name == "Unit")
    assert types[:2] == [model.Many(model.Ref(unit))] * 2
    d, e, f, g, h, i = (body(program, name) for name in "defghi")
    assert isinstance(d, model.IsIn) and isinstance(d.set.type, model.FlagSet)
    assert isinstance(e, model.EndOfZone) and e.count is not None
    assert isinstance(f, model.HostOf) and f.kind.name == "Field"
    assert isinstance(g, model.HolderOf)
    assert isinstance(h, model.SpaceAt) and len(h.indices) == 1
    assert isinstance(i, model.Quantifier) and i.over.kind is not None and i.over.kind.name == "Hero"


def test_enums_or_none_are_moved_up() -> None:
    """A value of an enum is stored from 0, and from 1 where none is possible too."""
    program = good(
        """
enum Colour: red, green
kind A:
    base: Colour = green
    var now: Colour or none
piece "Z" is A
define a (x: A) = x.now is green
define b (x: A) = x.now is x.base
define c (x: A) = x.now is not none and x.now in (red, green)
procedure go (x: A):
    set x.now to x.base
main: go "Z"
"""
    )
    a, b = body(program, "a"), body(program, "b")
    assert isinstance(a, model.Op) and isinstance(a.args[1], model.Const) and a.args[1].value == 2
    assert isinstance(b, model.Op) and isinstance(b.args[1], model.Op) and b.args[1].op == "+"
    lowered = [node for node in walk(body(program, "c")) if isinstance(node, model.Op) and node.op == "-"]
    assert len(lowered) == 1
    change = program.procedures[0].body[0]
    assert isinstance(change, model.AssignField) and isinstance(change.value, model.Op)


def test_conditions_narrow() -> None:
    """After `x is Hero and`, inside `if`, and after a requirement, x is a Hero."""
    units(
        """
define a (u: Unit) = u is Hero and u.fame > 1
define b (u: Unit) = not (u is Hero) or u.fame > 1
define c (u: Unit) = (if u.friend is Hero then u.friend.fame else 0)
define d (p: Player) = some u in p.hand where u is Hero and u.fame > 2
event praise (u: Hero): set u.fame to 9
after wound u when u is Hero: praise u
window w
action sing (u: Unit in me.hand) in w:
    requires u is Hero
    requires u.fame < 9
    praise u
main:
    for each u in Unit where u is Hero: praise u
    for each u in Unit:
        if u is not Hero:
            nothing
        else:
            praise u
"""
    )


# ---- values, definitions, events -------------------------------------------------------------------------------------


def test_values_may_have_the_name_of_a_printed_field() -> None:
    """`attack of u` is the value, `printed attack of u` what the card says."""
    program = units(
        """
value attack of (u: Unit): 0..20 stops at ends = printed attack of u + 1
modify attack of x by +2 when x.damage > 1
modify attack of u to at most 9
define a (u: Unit) = attack of u
define b (u: Unit) = printed attack of u
"""
    )
    a, b = body(program, "a"), body(program, "b")
    assert isinstance(a, model.ValueOf) and not a.printed and isinstance(b, model.FieldOf)
    value = program.values[0]
    assert value.type == model.Int(0, 20, "stops")
    assert value.layers == ["set", "times", "plus", "least", "most"]
    assert [(rule.change, rule.layer) for rule in value.modifiers] == [("plus", "plus"), ("most", "most")]
    assert value.modifiers[0].when is not None and value.modifiers[0].params[0].name == "x"


def test_definitions_with_requirements_can_be_lifted() -> None:
    """`requires` lines of a definition are named; `lifts` is attached to the named one."""
    program = units(
        """
define (a: Unit) reaches (t: Unit):
    requires near: a.damage < 3 else "{a} is too weak for {t}" @X-1
    requires t.damage < 9
window w
action hit with (a: Unit in me.hand) at (t: Unit) in w:
    requires a reaches t
    wound t by 1
card "Cid" is Unit:
    lifts near with x at y when x is this
"""
    )
    reaches = define(program, "reaches")
    near = reaches.needs[0]
    assert (near.name, near.cites, len(near.lifts)) == ("near", ("X-1",), 1)
    assert near.words is not None and near.words.parts[1:2] == (" is too weak for ",)
    lift = near.lifts[0]
    assert isinstance(lift.holder, model.Card) and lift.this is not None and [p.name for p in lift.params] == ["x", "y"]
    assert isinstance(program.actions[0].needs[0].condition, model.CallDefine)


def test_zones_are_handed_on() -> None:
    """A parameter may be a zone of a kind: of definitions, values, events and procedures; a narrower zone fits."""
    program = units(
        """
the table has:
    zone heroes: cards of Hero
define many (z: zone of Unit) = size of z > 1
define strong of (z: zone of Unit) = each u in z where u.attack > 1
value size_of (z: zone of Unit): 0..9 = size of (strong of z)
event clear (z: zone of Unit) to (y: zone of Piece):
    move z to y
procedure fill (z: zone of Unit) from (y: zone of Unit):
    let x be top of y
    if x is not none: move x to z
main:
    clear heroes to box
    fill deck of player 1 from deck of player 2
    if many(heroes) and size_of(heroes) > 1: clear hand of player 1 to deck of player 2
"""
    )
    unit, piece = (next(kind for kind in program.kinds if kind.name == name) for name in ("Unit", "Piece"))
    clear = next(event for event in program.events if event.name == "clear")
    assert [param.type for param in clear.params] == [model.ZoneValue(unit), model.ZoneValue(piece)]
    assert define(program, "many").params[0].type == model.ZoneValue(unit)
    assert body(program, "strong").type == model.Many(model.Ref(unit))


def test_rules_are_attached_to_their_events() -> None:
    """Each position has its list; `set n` in a before rule changes the parameter."""
    program = units(
        """
before wound u by n when u is Hero:
    set n to n - 1
after wound u: nothing
instead of wound u by n: nothing
rule shy: cannot wound u by n when n > 3 else "{u} is shy"
never wound u when u is "Ann"
silences shy when yes
always when some u in Unit where u.damage > 3: nothing
always for each u in Unit where u.damage > 9: nothing
phase round: wound "Ann" by 1
at start of round: nothing
at end of round when over: nothing
main: round
"""
    )
    event = program.events[0]
    assert [len(rules) for rules in (event.before, event.after, event.instead, event.permissions)] == [1, 1, 1, 2]
    before = event.before[0]
    change = before.body[0]
    assert isinstance(change, model.LetLocal) and change.local is before.params[1]
    shy = event.permissions[0]
    assert (shy.position, shy.name, len(shy.silenced)) == ("cannot", "shy", 1)
    assert [rule.binder is None for rule in program.always] == [True, False]
    round_ = program.procedures[0]
    assert len(round_.start) == len(round_.end) == 1


def test_rules_of_moves() -> None:
    """`move x to z`, and `from`: zones, compared with zones and with spaces."""
    program = units(
        """
kind Field is Space:
    zone standing: cards of Unit
the table has:
    board map: Field by x: 1..2
after move x to z when z is map[1] and from is hand of player 1 and holder of from is player 1: nothing
after move x when x is Hero and x.fame > 1 and from is Field: nothing
"""
    )
    first, second = program.move_event.after
    assert [param.name for param in first.params] == ["x", "z", "from"]
    assert [param.name for param in second.params] == ["x", "to", "from"]
    assert len(parts(first.when, model.ZoneOwner)) == 2


def test_rules_in_cards_and_kinds() -> None:
    """`this` is the piece; `while` adds its condition; `live when` of a card guards its rules."""
    program = units(
        """
kind Brute is Unit:
    live when this.damage < 3
    after wound u when u is this: nothing
kind Ogre is Brute:
    live when this.damage < 2
card "Og" is Ogre:
    live when this.damage = 0
    while this.friend is none:
        cannot wound u when u is this
"""
    )
    event = program.events[0]
    kind_rule, card_rule = event.after[0], event.permissions[0]
    assert isinstance(kind_rule.holder, model.Kind) and isinstance(card_rule.holder, model.Card)
    assert card_rule.this is not None and card_rule.this.type == model.Ref(card_rule.holder.kind)
    conjunction = card_rule.when
    assert isinstance(conjunction, model.Op) and conjunction.op == "and"
    lives = {kind.name: kind.live for kind in program.kinds}
    assert lives["Unit"] is None and lives["Brute"] is not None
    ogre = lives["Ogre"]
    assert ogre is not None and isinstance(ogre.condition, model.Op) and ogre.condition.op == "and"


# ---- actions ---------------------------------------------------------------------------------------------------------


def test_actions() -> None:
    """Domains, requirements, limits, effects, titles and windows."""
    program = units(
        """
window day
limit once: 2 per day each player else "once"
limit each_one: 1 per game each Unit
action hit "strike" with (a: Unit in me.hand) at (t: Hero in Unit where t is not a), (n: 1..3) in day:
    requires rested: a.damage = 0 else "tired" @X-2
    uses once
    uses each_one
    pay n from me.gold
    wound t by n
action wait (quick: yes/no): nothing
after hit with a when me is player 1: nothing
"""
    )
    hit, wait = program.actions
    assert [domain.kind and domain.kind.name for domain in hit.domains] == [None, "Hero", None]
    assert hit.domains[1].where is not None
    assert [need.name for need in hit.needs] == ["rested"]
    limits = [(limit.name, isinstance(key, model.LocalRef) and key.local) for limit, key in hit.uses]
    assert limits == [("once", hit.me), ("each_one", hit.params[0])]
    assert hit.title == ("strike with ", hit.params[0], " at ", hit.params[1], ", ", hit.params[2])
    assert program.windows[0].actions == [hit] and wait.windows == []
    assert hit.event.body == hit.effects and isinstance(hit.effects[0], model.PayFrom)
    assert parts(hit.event.after[0].when, model.LocalRef)[0] == model.LocalRef(
        hit.event.after[0].when.args[0].span,  # type: ignore[union-attr]  # the condition is `me is player 1`
        hit.me.type,
        hit.me,
    )


def test_actions_of_pieces() -> None:
    """`each action` is put round the actions of the pieces of a kind and below."""
    program = units(
        """
window day
kind Spell is Unit:
    each action:
        requires marked: P in this.marks
        first: raise me.gold by 1
        last: move this to box
kind Curse is Spell:
    each action:
        first: lower me.gold by 1
card "Hex" is Curse:
    action cast at (t: Unit) in day:
        requires t.damage < 3
        wound t by 1
card "Mend" is Spell:
    action cast in day: nothing
cannot cast when over
"""
    )
    hex_, mend = program.actions
    assert [type(effect).__name__ for effect in hex_.effects] == ["AssignField", "AssignField", "Perform", "MovePieces"]
    assert [effect.how for effect in hex_.effects if isinstance(effect, model.AssignField)] == ["raise", "lower"]
    assert [need.name for need in hex_.needs] == [None, "marked"]
    assert hex_.title == (hex_.this, ": cast at ", hex_.params[0]) and mend.title == (mend.this, ": cast")
    assert [len(action.event.permissions) for action in program.actions] == [1, 1]
    last = hex_.effects[-1]
    assert isinstance(last, model.MovePieces) and last.target is None


def test_procedures_of_pieces() -> None:
    """One procedure, a body for each holder; the piece is the first argument."""
    program = units(
        """
procedure act of (u: Unit) by (p: Player):
    raise p.gold by 1
card "Cid" is Unit:
    procedure act by (who: Player):
        lower who.gold by 1
card "Dot" is Hero:
    procedure sing: act by player 1
main:
    act of "Ann" by player 1
    sing "Dot"
"""
    )
    act, sing = program.procedures
    assert [param.name for param in act.params] == ["u", "p"] and len(act.body) == 1
    (variant,) = act.variants
    change = variant[2][0]
    assert isinstance(change, model.AssignField) and isinstance(change.subject, model.LocalRef)
    assert change.subject.local is act.params[1]
    assert sing.body == () and len(sing.variants) == 1
    inner = sing.variants[0][2][0]
    assert isinstance(inner, model.RunProcedure) and len(inner.args) == 2
    assert program.main is not None and len(program.main.body) == 2


# ---- statements ------------------------------------------------------------------------------------------------------


def main_of(text: str) -> tuple[model.Program, tuple[model.Stmt, ...]]:
    """The statements of main."""
    program = units(text)
    assert program.main is not None
    return program, program.main.body


def test_choices() -> None:
    """One, several, an order, written options, a yes or no."""
    program, stmts = main_of(
        """
main:
    choose u from Unit by player 1 as "Which, {player 1}?"
    if none: nothing
    choose 1..2 v from Unit by player 1
    choose any number of w from 1..6 by player 1
    arrange x from Hero by player 2
    choose one by player 1:
        option "a" if u.damage > 1: nothing
        option "b {u}": wound u by 1
    may "really?" by player 1: wound u by 1
    else: nothing
    for each y in v: wound y by 1
"""
    )
    one, several, some_, order, branch, may, loop = stmts
    assert isinstance(one, model.ChooseMember) and len(one.prompt.parts) == 3 and len(one.if_none) == 1
    assert isinstance(several, model.ChooseSeveral) and several.local.capacity == 2
    assert isinstance(several.local.type, model.Many)
    assert isinstance(some_, model.ChooseSeveral) and some_.low is None and some_.local.capacity == 6
    assert isinstance(order, model.ChooseSeveral) and order.arrange and order.local.capacity == 1
    assert isinstance(branch, model.ChooseBranch) and branch.options[0][1] is not None
    assert isinstance(may, model.ChooseBranch) and len(may.options) == 2
    assert isinstance(loop, model.ForEachStmt)
    assert program.main is not None


def test_lasting_and_delayed_effects_take_locals_along() -> None:
    """What a lasting rule or delayed effect uses of the names round it is captured."""
    program, _ = main_of(
        """
value might of (u: Unit): 0..20 = u.attack
procedure bless (w: Unit) by (p: Player):
    let n be 2
    let unused be 3
    until end of round at most 3 times:
        modify might of u by + n when u is w
        after wound u when u is w: raise p.gold by 1
    at end of round:
        wound w by n
phase round: bless "Ann" by player 1
main: round
"""
    )
    (lasting,) = program.lastings
    assert [local.name for local in lasting.captured] == ["w", "n", "p"] and lasting.capacity == 3
    assert isinstance(lasting.anchor, model.Procedure) and lasting.anchor.name == "round"
    assert program.values[0].modifiers[0].holder is lasting and program.events[0].after[0].holder is lasting
    (later,) = program.delayed
    assert [local.name for local in later.captured] == ["w", "n"]


def test_windows_and_passing() -> None:
    """`passed` is one local of the body, set by its offers."""
    _, stmts = main_of(
        """
window day "the day", pass "no more"
action nap in day: nothing
main:
    repeat until over at most 9 times:
        offer day to player 1, no passing
        stop if passed
"""
    )
    (loop,) = stmts
    assert isinstance(loop, model.RepeatStmt) and loop.at_most == 9
    offer, stop = loop.body
    assert isinstance(offer, model.OfferWindow) and offer.no_passing and offer.window.pass_words == "no more"
    assert isinstance(stop, model.JumpOut) and isinstance(stop.condition, model.LocalRef)
    assert stop.condition.local is offer.passed


def test_sealed_at_once_and_chance() -> None:
    """Sealed choices ask the player of the loop; at once holds events; chance names its stream."""
    program, stmts = main_of(
        """
main:
    sealed for each p in players:
        choose u from p.hand
        if none: nothing
    then:
        move u to deck of p
    at once:
        for each u in Unit where u.damage > 3: wound u by 1
        if over: wound "Ann" by 1
        nothing
    random k from 1..6 on dice
    random m from players
    move top of deck of player 1 to bottom of deck of player 2 face down
"""
    )
    sealed, batch, dice, _, move = stmts
    assert isinstance(sealed, model.SealedChoices)
    choice = sealed.body[0]
    assert isinstance(choice, model.ChooseMember) and isinstance(choice.player, model.LocalRef)
    assert choice.player.local is sealed.over.local
    assert isinstance(batch, model.AtOnceStmt) and len(batch.body) == 2
    assert isinstance(dice, model.DrawChance) and dice.stream == "dice" and program.streams == ["dice", "chance"]
    assert isinstance(move, model.MovePieces) and (move.end, move.face) == ("bottom", "down")


def test_sets_of_values_grow_and_shrink() -> None:
    """`raise marks of c by P` adds a value that is not there yet."""
    program, stmts = main_of(
        """
kind Rune:
    var signs: set of Mark
piece "R" is Rune
main:
    raise signs of "R" by P
    lower signs of "R" by {P, W}
    set signs of "R" to {W}
"""
    )
    assert [stmt.how for stmt in stmts if isinstance(stmt, model.AssignField)] == ["set", "set", "set"]
    raised = stmts[0]
    assert isinstance(raised, model.AssignField) and isinstance(raised.value, model.Op) and raised.value.op == "+"
    assert program.main is not None


def test_a_space_stands_for_its_zone() -> None:
    """`move u to a space`: the zone of it where such a piece may lie."""
    _, stmts = main_of(
        """
kind Rune
kind Field is Space:
    zone standing: cards of Unit
    zone lying: cards of Rune
the table has:
    board map: Field by x: 1..2
main: move "Ann" to map[1]
"""
    )
    (move,) = stmts
    assert isinstance(move, model.MovePieces) and isinstance(move.target, model.ZoneOf)
    assert move.target.zone.name == "standing"


# ---- scenarios and citations -----------------------------------------------------------------------------------------


def test_scenarios() -> None:
    """Players by letter, options, what is given, what is run, and the steps."""
    program = units(
        """
option size: 1..9 = 3
ruling death "When?"
    reading soon "soon"
    reading late "late"
phase round (p: Player): raise p.gold by size
define late_death = death is late
scenario "one" proves @X-1:
    with death late, size 4
    given:
        set B.gold to 2
    run round B
    A does "attack", "pass"
    B cannot "attack" because "tired"
    chance 3, 4
    expect B.gold = 6 and not late_death
    the game asks A "defence"
    A does not see "Ann"
"""
    )
    (scenario,) = program.scenarios
    assert (scenario.title, scenario.proves, scenario.options) == ("one", ("X-1",), {"death": 1, "size": 4})
    assert (
        scenario.run is not None and isinstance(scenario.run.args[0], model.Const) and scenario.run.args[0].value == 2
    )
    steps = [(step.how, step.player, step.texts, step.because, step.numbers) for step in scenario.steps]
    assert steps == [
        ("does", 1, ("attack", "pass"), None, ()),
        ("cannot", 2, ("attack",), "tired", ()),
        ("chance", 0, (), None, (3, 4)),
        ("expect", 0, (), None, ()),
        ("asks", 1, ("defence",), None, ()),
        ("not_sees", 1, ("Ann",), None, ()),
    ]


def test_options_of_single_players_in_scenarios() -> None:
    """`with handicap of B 3`: the others keep what is chosen for the game."""
    text = """
option handicap of each player: 0..9 = 1
define head_start (p: Player) = handicap of p
scenario "one":
    with handicap of B 3
    expect head_start(B) = 3
scenario "two":
    players 3
    with handicap of A 2, handicap of C 4
    expect head_start(B) = 1
scenario "all":
    with handicap 5
    expect head_start(A) = 5
"""
    program = good(f'game "X" for 2..3 players\n{text}')
    assert [scenario.options for scenario in program.scenarios] == [
        {"handicap": [1, 3]},
        {"handicap": [2, 1, 4]},
        {"handicap": 5},
    ]


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


def test_what_could_not_be_read_is_not_called_unknown() -> None:
    """A mistake of form in a declaration is one message, not one for each use of its name."""
    text = 'game "X" for 2 players\nkind Unit:\n    attack: 0..\ncard "Ann" is Unit\ndefine a (u: Unit) = u.attack\n'
    program, bag = checked(text)
    assert program is None and len(bag) == 1


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
