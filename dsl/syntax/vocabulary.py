"""The words of the language as designers see them: what begins a construct, an example of it, and common slips.

`mistakes` turns what the parser stumbled over into messages with the help of these tables, and whoever looks for a word
that is spelt like another finds the candidates here. Every example is correct; the tests parse them all.
"""

from __future__ import annotations

from typing import Final

from dsl.spoken import marked

ITEMS: Final = {
    "game": 'game "The Mill" for 2 players',
    "ledger": 'ledger "ledger.yaml"',
    "include": 'include "cards.rules"',
    "use": 'use "decks"',
    "module": 'module spells "Spells" of "The Mill"',
    "requires": "requires module spells, storms",
    "excludes": "excludes modules first_games, teams",
    "replace": "replace phase battle:\n    skirmish",
    "add": 'add to Lane: middle "middle lane"',
    "default": "default goal is 7",
    "change": 'change card "Miller":\n    attack 3',
    "remove": 'remove card "Miller"',
    "rename": 'rename card "Miller" to "The Miller"',
    "option": 'option goal: 3..9 = 5 "points that win"',
    "ruling": 'ruling ties "Who wins a tie?"\n    reading first_player "the first player"',
    "enum": 'enum Lane: left "left lane", right',
    "plan": 'plan hall of map:\n    edges line: "#" wall\n    "+###+"\n    "#   #"\n    "+###+"',
    "directions": "directions orthogonals: north (0, 1), east (1, 0), south (0, -1), west (-1, 0)",
    "links": "links roads of map: york-london, london-dover",
    "memory": "memory past, at most 100:\n    to_move\n    stone of c for c in grid",
    "kind": "kind Unit is Card:\n    attack: 0..9",
    "each player": "each player has:\n    zone hand: cards of Card, seen by owner",
    "the table": "the table has:\n    var round: 0..20",
    "card": 'card "Miller" is Unit, 2 copies:\n    attack 2, cost 1',
    "piece": 'piece "Tower" is Building',
    "pack": 'pack red_box of Deck:\n    4 "Miller", 2 "Tower"',
    "cards": 'cards Unit from "units.csv"',
    "limit": "limit attacks: 2 per turn each player",
    "bots": "bots aim at standing weighing 3",
    "partners": "partners by side",
    "measure": "measure gold_left for each p in players: gold of p",
    "layers": "layers speed: printed_speed, bonus",
    "define": "define rival of (p: Player) = the first q in players where q is not p",
    "value": "value speed of (u: Unit): 0..5 stops at ends = printed speed of u",
    "event": "event wound (u: Unit) by (n: 1..9):\n    raise u.damage by n",
    "window": 'window turn "your turn", pass "end the turn"',
    "action": "action attack with (u: Unit in units of me) in turn:\n    wound u by 1",
    "procedure": "procedure refill (p: Player):\n    move top of deck to p.hand",
    "phase": "phase battle:\n    fight",
    "step": "step upkeep:\n    refresh",
    "main": "main:\n    setup",
    "rule": "rule mercy: before wound u by n when u is small: stop",
    "while": "while bridge is up:\n    cannot attack with u at t",
    "scenario": 'scenario "a blow hurts" proves @AB-2.1:\n    run battle\n    expect A.life = 3',
    "text only": 'text only @AB-1.1 "flavour"',
    "unimplemented": 'unimplemented "trading" @AB-7.1',
}

RULES: Final = {
    "before": "before wound u by n when u is small:\n    stop",
    "after": "after wound u by n:\n    refresh u",
    "instead": "instead of wound u by n:\n    nothing",
    "always when": "always when deck is empty:\n    reshuffle",
    "always for": "always for each u in board where u.damage > u.life:\n    kill u",
    "at start": "at start of turn:\n    refresh",
    "at end": "at end of turn:\n    clean_up",
    "never": 'never draw p when hand_full else "the hand is full"',
    "must": "must attack with u when u is angry",
    "cannot": 'cannot attack with u at t when t is hidden else "it is hidden"',
    "lifts": "lifts in_reach when u is a_scout",
    "silences": "silences mercy when war",
    "modify": "modify speed of u by +1 when u is quick",
}

STATEMENTS: Final = {
    "set": "set u.damage to 0",
    "raise": "raise u.damage by 2",
    "lower": "lower me.gold by 1",
    "let": "let n be attack of u",
    "move": "move u to me.discard face up",
    "turn": "turn u face down",
    "shuffle": "shuffle me.deck",
    "reveal": "reveal me.hand",
    "show": "show top 3 of deck to me",
    "tell": "tell p colour of c",
    "say": 'say "{u} is hurt"',
    "pay": 'pay 3 from me.gold else "not enough gold"',
    "stop": "stop if passed",
    "skip": "skip if u.killed",
    "leave": "leave if over",
    "end game": 'end game won by p because "five points"',
    "random": "random k from 1..6",
    "nothing": "nothing",
    "if": "if u.killed:\n    discard u\nelse:\n    refresh u",
    "for each": "for each u in units of me where u.ready:\n    refresh u",
    "for": "for n from 1 to 3:\n    draw",
    "repeat": "repeat until over at most 60 times:\n    play_turn",
    "choose one": 'choose one by me as "which?":\n    option "keep it":\n        nothing',
    "choose": 'choose u from units of me where not u.killed by me as "which unit?"',
    "arrange": "arrange c from me.hand by me",
    "option": 'option "keep it":\n    nothing',
    "may": 'may "swap the cards?" by p:\n    swap',
    "offer": "offer turn to p",
    "requires": 'requires ready: u.ready else "{u} is not ready"',
    "provided": 'provided afterwards not (in_check of me) else "your king would be in check"',
    "uses": "uses attacks",
    "remember": "remember past",
    "forget": "forget past",
    "sealed": "sealed for each p in players:\n    choose c from p.hand by p\nthen:\n    reveal_all",
    "at once": "at once:\n    wound a by 1\n    wound b by 1",
    "tells": 'tells "whether a guard is among them":\n    if some c in p.hand where c is Guard: alarm',
    "until": "until end of turn:\n    modify speed of u by +1 when u is w",
}

# Those that never follow a colon on its line, and are words of the language there too: none is the name of an event.
LONG: Final = frozenset(
    {"if", "for each", "for", "repeat", "choose one", "choose", "arrange", "may", "sealed", "at once", "at end"}
    | {"until", "requires", "provided", "while", "tells"}
)

MEMBERS: Final = {
    "var": "var damage: 0..20",
    "track": "track body: -5..5 stops at ends, at most body_limit:\n    critical: -5..-4",
    "zone": "zone hand: cards of Card, seen by owner",
    "board": "board field: Space by row: 1..8, column: 1..8",
    "live": "live when this.active",
    "each action": "each action:\n    uses attacks",
    "text": 'text "Hits twice."',
    "text means": 'text means "Attack of this unit: 1 more."',
}

STEPS: Final = {
    "with": "with goal 3",
    "players": "players 2",
    "seed": "seed 7",
    "given": "given:\n    set A.gold to 3",
    "run": "run battle",
    "expect": "expect A.gold = 3",
    "expect said": 'expect said "A draw."',
    "chance": "chance 3, 1, 6",
    "nobody": "nobody is asked",
    "does": 'A does "attack with Miller"',
    "cannot": 'A cannot "attack" because "it is hidden"',
    "asked": 'A is asked "which card?"',
    "sees": 'A sees "a hidden card"',
    "reads": 'A reads "B: play Miller"',
}

OTHERS: Final = {
    "else": "else:\n    refresh u",
    "then": "then:\n    reveal_all",
    "reading": 'reading first_player "the first player"',
    "first": "first: refresh this",
    "last": "last: move this to removed",
}

# Words that are names nowhere: taken for one, they would hide what was meant.
RESERVED: Final = frozenset(
    {"if", "then", "else", "when", "where", "and", "or", "not", "is", "in", "of", "because"}
    | {"each", "every", "some", "yes", "no", "none"}
)

# What only one word can go on with, and what that means.
DEMANDS: Final = {
    "THEN": marked("sealed for each has two blocks; the second one is then: and begins as far to the left"),
    "OPTION": marked('under choose one stand its options: option "keep it":'),
    "READING": marked('under a ruling stand its readings: reading first_player "the first player"'),
    "REQUIRES": marked("under define stand requirements: requires near: near(a, b)"),
}

# What other languages write: as it stands in the text, and what to write here.
SIGNS: Final = {
    "==": marked("to compare, write one =; to change a place, write: set x to 1"),
    "&&": marked("write: and"),
    "||": marked("write: or"),
    "+=": marked("write: raise x by 1"),
    "-=": marked("write: lower x by 1"),
    "=>": marked("at least is written >="),
    "=<": marked("at most is written <="),
    "<>": marked("write != or: is not"),
    "++": marked("write: raise x by 1"),
    "--": marked("write: lower x by 1"),
    "->": marked("a block begins with : at the end of the line"),
    ":=": marked("write: set x to 1"),
    "//": marked("a comment begins with #"),
    "/*": marked("a comment begins with #"),
    "...": marked("a range is written 1..6"),
    "'": marked('texts stand in straight double quotes: "like this"'),
    "‘": marked('texts stand in straight double quotes: "like this"'),
    "’": marked('texts stand in straight double quotes: "like this"'),
    "“": marked('texts stand in straight double quotes: "like this"'),
    "”": marked('texts stand in straight double quotes: "like this"'),
    "„": marked('texts stand in straight double quotes: "like this"'),
    "–": marked("write the sign - of the keyboard"),
    "—": marked("write the sign - of the keyboard"),
    "−": marked("write the sign - of the keyboard"),
    "…": marked("a range is written 1..6"),
    "×": marked("write: *"),
    "·": marked("write: *"),
    "÷": marked("write: /"),
    "≤": marked("write: <="),
    "≥": marked("write: >="),
    "≠": marked("write: !="),
    "&": marked("write: and"),
    "|": marked("write: or"),
    "!": marked("write: not"),
    "%": marked("write: mod"),
    "@": marked("a citation is the sign @ and an id with a hyphen, such as @AB-8.3"),
    "_": marked("a name begins with a letter"),
    "\\": marked("a backslash stands only inside a text"),
}

# (construct, what stands where it should not, what to write); 0 is any number
SLIPS: Final = (
    ("set", "=", marked("write: set x to 1")),
    ("set", "by", marked("write: raise x by 1, or: lower x by 1")),
    ("set", "be", marked("write: set x to 1")),
    ("let", "=", marked("write: let n be 1")),
    ("let", "to", marked("write: let n be 1")),
    ("raise", "to", marked("write: raise x by 1, or: set x to 3")),
    ("lower", "to", marked("write: lower x by 1, or: set x to 3")),
    ("raise", "of", marked("write: raise u.damage by 1")),
    ("for", "in", marked("write: for each u in units, or: for i from 1 to 3")),
    ("for each", "from", marked("write: for each u in units")),
    ("for each", "of", marked("write: for each u in units")),
    ("choose", "in", marked("write: choose u from units")),
    ("choose", "of", marked("write: choose u from units")),
    ("if", "then", marked("after the condition stands a colon: if u.killed:")),
    ("may", "as", marked('write: may "words for the player" by p:')),
    ("may", "to", marked('write: may "words for the player" by p:')),
    ("modify", "from", marked("write: modify speed of u by +1")),
    ("end game", "for", marked("write: end game won by p")),
    ("zone", "for", marked("write: seen by owner")),
    ("card", "copy", marked("one is written like several: 1 copies")),
    ("card", '"', marked('the title in another language stands behind called: card "Miller" called "Młynarz" is Unit')),
    ("kind", '"', marked('what players read stands behind the name: kind Unit "unit" is Card:')),
    ("var", '"', marked("a field has no other words: players read its name")),
    ("zone", '"', marked('what players read stands behind the name: zone hand "hand": cards of Card')),
    ("game", "to", marked('write: game "The Mill" for 2..4 players')),
    ("game", "-", marked('write: game "The Mill" for 2..4 players')),
    ("repeat", "0", marked("write: repeat at most 4 times:")),
    ("repeat", "exactly", marked("write: repeat at most 4 times:")),
    ("repeat", "forever", marked("everything ends here: repeat until over at most 100 times:")),
    ("zone", "max", marked("write: at most 3")),
    ("zone", "maximum", marked("write: at most 3")),
    ("zone", "hidden", marked("write: seen by nobody, or: seen by owner")),
    ("zone", "secret", marked("write: seen by nobody, or: seen by owner")),
    ("zone", "visible", marked("write: seen by all, or: seen by owner")),
    ("zone", "face", marked("write: seen by faces; the cards are turned by: turn c face down")),
    ("kind", "has", marked("write: kind Card:")),
    ("end game", "if", marked("the condition stands before it: if p.gold > 9: end game won by p")),
    ("move", "cards", marked("write: move top 3 of deck to hand of p")),
    ("move", "card", marked("write: move top of deck to hand of p")),
    ("move", "from", marked("where it lies need not be said: move c to hand of p")),
    ("after", "if", marked("the condition of a rule begins with when")),
    ("before", "if", marked("the condition of a rule begins with when")),
    ("instead", "if", marked("the condition of a rule begins with when")),
    ("cannot", "if", marked("the condition of a rule begins with when")),
    ("never", "if", marked("the condition of a rule begins with when")),
    ("must", "if", marked("the condition of a rule begins with when")),
    ("modify", "if", marked("the condition of a rule begins with when")),
    ("cannot", "because", marked('the words for the player stand after else: else "it is hidden"')),
    ("requires", "because", marked('the words for the player stand after else: else "it is hidden"')),
    ("define", "if", marked("write: (if u.ready then 1 else 2)")),
    ("let", "if", marked("write: (if u.ready then 1 else 2)")),
    ("set", "if", marked("write: (if u.ready then 1 else 2)")),
    ("define", ":", marked("write: define twice (n: 0..9) = n * 2")),
    ("elif", "", marked("write: else if u.killed:")),
    ("elseif", "", marked("write: else if u.killed:")),
    ("else", "else", marked("else stands under an if, as far to the left as it")),
    ("then", "then", marked("then: stands under sealed for each, as far to the left as it")),
)

EXAMPLES: Final[dict[str, str]] = {**OTHERS, **STEPS, **MEMBERS, **ITEMS, **RULES, **STATEMENTS}
EXAMPLES_AT_COLUMN_1: Final[dict[str, str]] = {**EXAMPLES, **RULES, **ITEMS}
