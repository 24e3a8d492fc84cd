"""`check --secrets`: each construct through which a secret can reach an eye, leaky and clean; the shipped games."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from golden import golden

from dsl.diagnostics import Bag, render_text
from dsl.pipeline import check_sources
from dsl.reading.game import read_game
from dsl.reading.places import find_game
from dsl.secrecy.report import Secrets, diagnostics, secrets_of
from dsl.tools.cli import main

GAMES = Path(__file__).parents[2] / "games"
BOOKS = ["dark_eden", "dark_order", "doom", "enclave", "siege"]
CLASSICS = sorted(path.name for path in (GAMES / "classics").iterdir() if (path / "game.rules").exists())

SAMPLE = ("gin_rummy", "hearts")

BEFORE = """game "Hands" for 2 players
kind Card:
    cost: 0..9 = 1
    var mark: 0..9
kind Guard is Card
each player has:
    zone hand: cards of Card, seen by owner
    zone open: row of Card
    zone down: cards of Card, seen by faces
    var points: 0..99
the table has:
    zone deck: stack of Card, seen by nobody
    zone stash: cards of Card, seen by nobody, private
    zone pile: stack of Card
    var turns: 0..9
card "Ada" is Guard, 2 copies
card "Bob" is Card, 9 copies:
    cost 3
window turn "your turn"
define opponent of (p: Player) = the first q in players where q is not p
define guarded (p: Player) = some c in hand of p where c is Guard
value price of (c: Card): 0..99 = cost of c
event gain (n: 0..9) by (p: Player): raise p.points by n
event discard (c: Card): move c to pile
"""


def secrets(rules: str, folder: Path) -> Secrets:
    """What is found in rules behind `BEFORE`."""
    (folder / "game.rules").write_text(BEFORE + rules, encoding="utf-8")
    return of_game(folder)


def of_game(path: Path, players: int | None = None) -> Secrets:
    """What is found in a game, for its lowest number of players."""
    bag = Bag()
    sources = read_game(path, bag, scenarios=False)
    program = check_sources(sources, bag, players=players or sources.players[0], scenarios=False)
    assert program is not None, render_text(bag.all())
    return secrets_of(program)


def eyes(found: Secrets) -> set[str]:
    """What is seen and not explained."""
    return {eye.words for leak in found.unexplained for eye in leak.eyes}


MAIN = "main:\n    move Card to deck\n    shuffle deck\n    for each p in players:\n        "

SAVES = """
rule guards: instead of harm p when some c in hand of p where c is Guard: nothing
rule luck: instead of harm p when p.points > 3: nothing
"""

LEAKS = {
    "a choice that may be empty": (
        "choose c from each c in hand of p where c is Guard by p\n        if none: nothing\n",
        "whether p is asked: not if there is nothing to choose",
    ),
    "a choice of several": (
        "choose up to 2 c from each c in hand of p where c.cost = 3 by p\n",
        "how often p is asked",
    ),
    "written options": (
        'choose one by p as "?":\n            option "guard" if guarded(p):\n                nothing\n',
        "whether p is asked: not if there is nothing to choose",
    ),
    "another player's card": (
        "choose c from each c in hand of opponent of p by p\n        if none: nothing\n"
        "        if c is Guard: raise p.points by 1\n",
        "`points` is changed",
    ),
    "what another player can choose": (
        'choose one by p as "?":\n            option "x" if guarded(opponent of p):\n                nothing\n'
        '            option "y":\n                nothing\n',
        "what p can choose",
    ),
    "a condition": ("if guarded(p): offer turn to p\n", "whether and when p is asked"),
    "a field": ("set p.points to cost of top of deck\n", "`points` is changed"),
    "a local": ("let n be cost of top of deck\n        raise p.points by n\n", "`points` is changed"),
    "a parameter": ("gain (cost of top of deck) by p\n", "`points` is changed"),
    "a call under a condition": ("if guarded(p): gain 1 by p\n", "`points` is changed"),
    "a value": ("set p.points to price of top of deck\n", "`points` is changed"),
    "a line of the log": ('say "{cost of top of deck}"\n', "a line of the log"),
    "the words of a question": ('may "pay {cost of top of deck}?" by p: nothing\n', "the words of what p is asked"),
    "a piece that moves": ("if top of deck is Guard: move top of deck to stash\n", "pieces are moved"),
    "which pieces move": ("move (each c in hand of p where c is Guard) to stash\n", "pieces are moved"),
    "a piece that is shown": ("if guarded(p): reveal hand of opponent of p\n", "pieces are shown"),
    "a piece that is turned": (
        "for each c in down of p where c is Guard: turn c face up\n",
        "pieces are turned face up",
    ),
    "a jump": ("skip if guarded(p)\n        raise turns by 1\n", "`turns` is changed"),
    "how often": ("for i from 1 to cost of top of deck: raise turns by 1\n", "`turns` is changed"),
    "a repetition": ("repeat until guarded(p) at most 9 times: draw_for p\n", "pieces are moved"),
    "the end": ('if guarded(p): end game won by p because "x"\n', "the game ends"),
    "a count that is private": ("set turns to min(9, size of stash)\n", "`turns` is changed"),
    "where a card lies": ('if "Ada" in hand of p: raise turns by 1\n', "`turns` is changed"),
    "who holds a card": ('raise points of holder of "Ada" by 1\n', "`points` is changed"),
    "later": ("if guarded(p):\n            at end of round: raise turns by 1\n", "`turns` is changed"),
    "a mark": (
        "for each c in hand of p where c is Guard: set c.mark to 1\n"
        "        if some c in hand of p where c.mark = 1: raise turns by 1\n",
        "`turns` is changed",
    ),
    "a sealed choice": (
        "sealed for each q in players:\n            choose c from each c in hand of q where c is Guard by q\n"
        "            if none: nothing\n        then:\n            if c is not none: raise turns by 1\n",
        "`turns` is changed",
    ),
    "the order of sealed choices": (
        "sealed for each q in players in order of number of c in hand of q where c is Guard:\n"
        '            may "go" by q: nothing\n        then:\n            raise turns by 1\n',
        "`turns` is changed",
    ),
    "moved back unseen": (
        "let c be top of deck\n        move c to hand of p\n        if c is Guard: raise turns by 1\n",
        "`turns` is changed",
    ),
}

CLEAN = {
    "a choice among one's own": ("choose c from hand of p by p\n        if none: nothing\n        move c to pile\n"),
    "written options, one of them open": (
        'choose one by p as "?":\n            option "guard" if guarded(p):\n                nothing\n'
        '            option "no":\n                nothing\n'
    ),
    "how many": "set turns to min(9, size of deck + size of hand of p)\n",
    "what lies open": "if some c in pile where c is Guard: raise turns by 1\n",
    "moved into the open": "let c be top of deck\n        move c to pile\n        if c is Guard: raise turns by 1\n",
    "opened by a call": "let c be top of deck\n        if c is Guard: raise turns by 1\n        discard c\n",
    "opened anyway": "let c be top of deck\n        if c is Guard: raise turns by 1\n        reveal c\n",
    "a hand that was shown": "reveal hand of p\n        if guarded(p): raise turns by 1\n",
    "face up": "if some c in down of p where c.face_up and c is Guard: raise turns by 1\n",
    "face up, said behind it": "if some c in down of p where c is Guard and c.face_up: raise turns by 1\n",
    "nowhere else": 'if "Ada" in pile: raise turns by 1\n',
    "a token on a card that lies face down": "for each c in down of p where c.mark > 0: raise turns by 1\n",
    "sealed": (
        "sealed for each q in players:\n            choose c from each c in hand of q where c is Guard by q\n"
        "            if none: nothing\n        then:\n            nothing\n"
    ),
    "the back says whose it is": "if some c in down of p where c.owner is p: raise turns by 1\n",
    "told": 'tells "whether p has a guard":\n            if guarded(p): raise turns by 1\n',
    "told, and seen later": (
        'tells "whether p has a guard":\n            let yes_ be guarded(p)\n        if yes_: gain 1 by p\n'
    ),
    "told in a jump": 'tells "x": skip if guarded(p)\n        raise turns by 1\n'.replace(
        'tells "x": skip', 'tells "x":\n            skip'
    ),
}

MORE = """
event draw_for (p: Player): move top of deck to hand of p
phase round: nothing
action rest in turn:
    nothing
"""


def test_a_use_that_a_secret_decides(tmp_path: Path) -> None:
    """What is left of a limit can be asked anywhere, so a use is seen like a field that changes."""
    rules = (
        "limit goes: 3 per game\n"
        + MAIN
        + "move top of deck to hand of p\n        if guarded(p): uses goes\n"
        + "    set turns to uses_left of goes\n    end game drawn\n"
    )
    assert any("goes" in words for words in eyes(secrets(rules, tmp_path)))


def test_what_a_limit_allows_may_be_a_secret(tmp_path: Path) -> None:
    rules = (
        "limit goes: cost of top of deck per game\n"
        + MAIN
        + "nothing\n    set turns to uses_left of goes\n    uses goes\n    end game drawn\n"
    )
    assert "`turns` is changed" in eyes(secrets(rules, tmp_path))


def test_who_chooses_among_rules_that_replace_an_event_sees_which_of_them_hold(tmp_path: Path) -> None:
    """Everybody sees whether he is asked; where the first rule acts, nothing is to be seen of the others."""
    event = "event harm (p: Player) replaced by choice of p: nothing\n"
    rest = SAVES + MORE + MAIN + "harm p\n" + FILL
    for number, (text, found) in enumerate([(event, True), (event.replace(" replaced by choice of p", ""), False)]):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert ("whether and when p is asked" in eyes(secrets(text + rest, folder))) == found


@pytest.mark.parametrize("name", LEAKS)
def test_what_leaks_is_found(name: str, tmp_path: Path) -> None:
    body, seen = LEAKS[name]
    found = secrets(MORE + MAIN + body + FILL, tmp_path)
    assert seen in eyes(found)


@pytest.mark.parametrize("name", CLEAN)
def test_what_does_not_leak_is_not_found(name: str, tmp_path: Path) -> None:
    found = secrets(MORE + MAIN + CLEAN[name] + FILL, tmp_path)
    assert not eyes(found) and not found.idle


# so that each zone may hold what the cases speak of
FILL = """    for each p in players:
        move top of deck to down of p face down
        move top of deck to stash
        move top of deck to open of p
        move top of deck to pile
        move top of deck to hand of p
        round
    end game drawn
"""

OFFERED = """
action use (c: Card in hand of me where c is Guard) in turn:
    move c to pile
action peep in turn:
    requires guard: guarded(opponent of me)
    nothing
"""


FIELDS = """game "Fields" for 2 players
kind Guard:
    var strength: 0..5, seen by owner
    var mood: 0..5, seen by nobody
kind Field is Space:
    var mines: 0..3, seen by owner
card "Anna" is Guard, 4 copies
each player has:
    var code: 0..9, seen by owner
    var points: 0..99
    zone camp: cards of Guard
    board ground: Field by row: 1..2, column: 1..2
window turn "your turn", pass "wait"
action own (g: Guard in camp of me) in turn:
    requires strong: strength of g > 2
    set strength of g to 0
action code in turn:
    requires high: code of me > 4
    set code of me to 3
action attack (g: Guard where g.owner is not me) in turn:
    requires weak: strength of g < 3
    raise points of me by 1
action guess (q: Player where q is not me) in turn:
    raise points of me by code of q
action cheer (g: Guard in camp of me) in turn:
    if mood of g > 2: say "hurrah"
action tread (f: Field) in turn:
    if mines of f > 0: raise points of me by 1
main:
    for each p in players: offer turn to p
    end game drawn
"""


def test_fields_that_not_everybody_sees(tmp_path: Path) -> None:
    """What one's own hidden field allows is no leak; what another's allows, and what it changes, is."""
    (tmp_path / "game.rules").write_text(FIELDS, encoding="utf-8")
    found = of_game(tmp_path)
    assert {(leak.zone, leak.owner, leak.is_field) for leak in found.unexplained} == {
        ("strength", True, True),
        ("code", True, True),
        ("mood", False, True),
        ("mines", True, True),
    }
    assert eyes(found) == {
        "whether `attack` is offered",
        "`points` is changed",
        "a line of the log",
    }


def test_moves_that_depend_on_others_cards(tmp_path: Path) -> None:
    """One's own cards decide one's own moves; another player's must not."""
    found = secrets(OFFERED + MAIN + "offer turn to p\n" + FILL.replace("round", "nothing"), tmp_path)
    assert eyes(found) == {"whether `peep` is offered"}


def test_a_forced_pass(tmp_path: Path) -> None:
    """Where nobody may pass, a pass tells that there is no move; not where another move asks for nothing."""
    use, _, _ = OFFERED.partition("action peep")
    body = MAIN + "offer turn to p, no passing\n" + FILL.replace("round", "nothing")
    assert eyes(secrets(use + body, tmp_path)) == {"whether p must pass"}
    assert not eyes(secrets(use + "action rest in turn:\n    nothing\n" + body, tmp_path))


def test_rules_of_cards(tmp_path: Path) -> None:
    """A rule of a card works where it lies: in a hand that is a secret, among face-up cards it is none."""
    rule = 'card "Imp" is Card:\n    after gain n by p when holder of this is p: raise turns by 1\n'
    body = MAIN + "gain 1 by p\n" + FILL.replace("round", "nothing")
    in_hand = BEFORE.replace(
        "zone hand: cards of Card, seen by owner", "zone hand: cards of Card, seen by owner, active"
    )
    (tmp_path / "game.rules").write_text(in_hand + rule + body, encoding="utf-8")
    assert eyes(of_game(tmp_path)) == {"`turns` is changed"}
    on_table = BEFORE.replace(
        "zone down: cards of Card, seen by faces", "zone down: cards of Card, seen by faces, active"
    )
    (tmp_path / "game.rules").write_text(on_table + rule + body, encoding="utf-8")
    assert not eyes(of_game(tmp_path))


def test_rules_of_moves(tmp_path: Path) -> None:
    """`after move` looks at a card that nobody sees, or at one that has come into the open."""
    for zone, seen in (("hand of p", {"`turns` is changed"}), ("open of p", set[str]())):
        rule = f"after move c to z when c is Guard and z is {zone}: raise turns by 1\n".replace(
            f"z is {zone}", "z is hand of player 1" if "hand" in zone else "z is open of player 1"
        )
        assert eyes(secrets(rule + MAIN + "nothing\n" + FILL.replace("round", "nothing"), tmp_path)) == seen


def test_the_way_from_the_secret_to_the_eye(tmp_path: Path) -> None:
    """Each step has its place: where the secret is asked for, the definitions, the names, the calls, the eye."""
    body = MAIN + "let n be (if guarded(p) then 2 else 1)\n        gain n by p\n" + FILL
    found = secrets(MORE + body, tmp_path)
    (leak,) = found.unexplained
    text = (tmp_path / "game.rules").read_text(encoding="utf-8").split("\n")
    way = [(text[step.span.line - 1].strip()[:16], step.words) for step in leak.steps]
    assert way == [
        ("define guarded (", "pieces in `hand`"),
        ("define guarded (", "which piece it is is asked"),
        ("let n be (if gua", "`guarded` is asked"),
        ("let n be (if gua", "it is `n`"),
        ("gain n by p", "it is the `n` of `gain`"),
    ]
    assert [(eye.words, text[eye.eye.line - 1][:15]) for eye in leak.eyes] == [
        ("`points` is changed", "event gain (n: ")
    ]


BOXED = """
main:
    move Card to deck
    shuffle deck
    move top of deck to box
    if some c in Card where c in box and c is Guard: raise turns by 1
    end game drawn
"""


def test_the_box_has_no_name_among_zones(tmp_path: Path) -> None:
    """It is called the box in texts, and is null in JSON, in whatever language."""
    (leak,) = secrets(BOXED, tmp_path).unexplained
    assert leak.zone is None and not leak.owner
    assert "what nobody knows: what lies in the box\n" in _called("check", "--secrets", str(tmp_path))[1]
    polish = _called("check", "--secrets", "--json", "--lang", "pl", str(tmp_path))[1]
    assert [each["zone"] for each in json.loads(polish)["unexplained"]] == [None]


def test_tells_that_explains_nothing(tmp_path: Path) -> None:
    """W308; and only the `tells` that explains nothing."""
    body = 'tells "nothing":\n            raise turns by 1\n        '
    body += 'tells "a guard":\n            if guarded(p): raise turns by 1\n'
    found = secrets(MORE + MAIN + body + FILL, tmp_path)
    assert [each.words for each in found.idle] == ["nothing"] and not found.unexplained
    assert {leak.told for leak in found.told} == {"a guard"}
    assert [each.code for each in diagnostics(found)] == ["W308"]


@pytest.mark.parametrize("code", ["W307", "W308"])
def test_the_pages_of_the_codes(code: str, tmp_path: Path) -> None:
    """The first example of the page of W307 and of W308 has what it speaks of, the second one has not."""
    page = (GAMES.parent / "docs" / "errors" / f"{code}.md").read_text(encoding="utf-8")
    wrong, right = (each.partition("```")[0] for each in page.split("```rules\n")[1:])
    for text, codes in ((wrong, [code]), (right, [])):
        (tmp_path / "game.rules").write_text(f'game "X" for 2 players\n{text}', encoding="utf-8")
        assert sorted({each.code for each in diagnostics(of_game(tmp_path))}) == codes


def test_tells_changes_nothing(tmp_path: Path) -> None:
    """The checked program is the same with and without `tells`, but for the places."""
    from dsl.semantics.walk import walk

    def shape(text: str) -> list[str]:
        (tmp_path / "game.rules").write_text(BEFORE + text, encoding="utf-8")
        bag = Bag()
        program = check_sources(read_game(tmp_path, bag, scenarios=False), bag, players=2, scenarios=False)
        assert program is not None and program.main is not None
        return [type(node).__name__ for node in walk(program.main.body)]

    plain = MAIN + "if guarded(p): raise turns by 1\n" + FILL.replace("round", "nothing")
    told = MAIN + 'tells "x":\n            if guarded(p): raise turns by 1\n' + FILL.replace("round", "nothing")
    assert shape(plain) == shape(told)


def _called(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        code = main(list(arguments))
    return code, out.getvalue()


LEAKY = MORE + MAIN + "if guarded(p): gain 1 by p\n        draw_for p\n" + FILL


def test_the_report(tmp_path: Path) -> None:
    """What is printed, for people and as JSON."""
    (tmp_path / "game.rules").write_text(BEFORE + LEAKY, encoding="utf-8")
    code, text = _called("check", "--secrets", str(tmp_path))
    assert code == 1
    golden("goldens/secrecy/leaky.txt", text)
    code, text = _called("check", "--secrets", "--json", str(tmp_path))
    body = json.loads(text)
    assert code == 1 and not body["ok"] and not body["told"] and not body["idle"]
    (leak,) = body["unexplained"]
    assert leak["zone"] == "hand" and leak["known_to"] == "owner"
    assert [eye["sort"] for eye in leak["eyes"]] == ["field"]
    told = LEAKY.replace("if guarded(p): gain", 'tells "a guard":\n            if guarded(p): gain')
    (tmp_path / "game.rules").write_text(BEFORE + told, encoding="utf-8")
    code, text = _called("check", "--secrets", str(tmp_path))
    assert (code, text) == (0, "Hands: 0 secrets decide what others see, unexplained; 1 is told, in 1 way\n")


@pytest.mark.parametrize(
    "game", [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.long) for name in CLASSICS]
)
def test_classics_explain_what_they_tell(game: str) -> None:
    found = of_game(GAMES / "classics" / game)
    assert not diagnostics(found), render_text(diagnostics(found))


@pytest.mark.long
@pytest.mark.parametrize("game", BOOKS)
def test_rulebooks_explain_what_they_tell(game: str) -> None:
    """Nothing hidden decides what others see but what the rules say they tell, for the fewest and the most players."""
    path = find_game(game)
    for players in sorted(set(read_game(path, Bag(), scenarios=False).players)):
        found = of_game(path, players)
        assert not diagnostics(found), render_text(diagnostics(found))


BACKWARDS = """\
game "Backwards" for 2..3 players
kind Card:
    cost: 0..9
card "Ada" is Card, 3 copies:
    cost 1
card "Bob" is Card, 9 copies:
    cost 3
define others (p: Player) = each q in players where q is not p
each player has:
    var points: 0..99
    zone hand "hand": cards of Card, seen by p where p WHO owner
window turn "your turn"
action name (q: Player in SET) in turn:
    requires one: some c in hand of q where cost of c = 1 else "no Ada"
    raise me.points by 1
action lay (c: Card in hand of me) in turn:
    requires one: cost of c = 1 else "no Ada"
    raise me.points by 2
main:
    for each p in players: offer turn to p
    end game scored by points
"""


@pytest.mark.parametrize(
    ("who", "whom", "leaks"),
    [
        ("is not", "others(me)", False),  # who is asked sees the hands of all others
        ("is not", "players where q is not me", False),
        ("is not", "players where q is me", True),  # and not his own
        ("is not", "players", True),
        ("is", "others(me)", True),
    ],
)
def test_a_hand_that_all_but_its_owner_see(tmp_path: Path, who: str, whom: str, leaks: bool) -> None:
    (tmp_path / "game.rules").write_text(BACKWARDS.replace("WHO", who).replace("SET", whom))
    found = of_game(tmp_path)
    assert ("whether `name` is offered" in eyes(found)) is leaks
    assert ("whether `lay` is offered" in eyes(found)) is (who == "is not")
    if leaks and who == "is not":
        assert "only some know" in str(diagnostics(found)[0])


@pytest.mark.parametrize("name", ["hanabi", "undertone"])
def test_nothing_is_unexplained_in_games_of_what_only_some_see(name: str) -> None:
    assert not of_game(Path("games/modern") / name).unexplained
