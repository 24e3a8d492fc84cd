"""Teams at one screen, in two worlds that none of its players can tell from what they know together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from twins.faces import Message, answered, is_move
from twins.worlds import Attack, game_walk, offers_the_same, state_of

from dsl.repl.complete import completions
from dsl.repl.session import Session
from dsl.runtime.state import State
from dsl.runtime.viewers import Team


def told(attack: Attack, state: State, team: Team, chance: Random) -> Iterator[Message]:
    """What a team is told."""
    asked, many = attack.asked, attack.effort.many
    yield "team view", "", answered(lambda: state.view(team))
    yield "team log", "", answered(lambda: state.log(team))
    yield "team prompt", "", answered(lambda: state.prompt(team))
    letters = " ".join(chr(ord("A") + player - 1) for player in sorted(team.players))
    lines = [each for each in asked.typed(chance, many) if not is_move(each)]
    for value in chance.sample(asked.values, min(many, len(asked.values))):
        text = f"{value} of {chance.choice([*asked.titles, 'A', 'B'])}"
        yield "team why", text, answered(lambda text=text: state.why(text, team))
    for line in ("", "what if 1", "undo agreed", *chance.sample(lines, min(len(lines), 4 * many))):
        made = _sitting(attack, state, letters)
        face = f"team {line.partition(' ')[0] or 'empty line'}"
        yield face, line, answered(lambda made=made, line=line: made.line(line).plain())
    sitting = _sitting(attack, state, letters)
    yield "team completion", "", answered(lambda: "\n".join(completions(sitting, "show ")))


def _sitting(attack: Attack, state: State, letters: str) -> Session:
    made = Session(attack.game, None, 0, state=state.clone(), reload=lambda: attack.game)
    made.table.brief = True
    made.line(f"seat {letters}")
    return made


def together(attack: Attack, players: int | None, seed: int) -> None:
    """Twins of the positions of a random game for every team of two."""
    chance, sights = Random(seed * 53 + 1), attack.sights
    teams = [Team(frozenset(pair)) for pair in combinations(attack.seats[1:], 2)]
    if sights.machine.players < 3:
        return  # together they know everything that a player can
    for number, state in enumerate(game_walk(attack.game, players, seed, attack.effort)):
        for team in chance.sample(teams, min(2, len(teams))):
            for what, twin in _twins(attack, state, team, chance):
                own = chance.randrange(1 << 30)
                one = told(attack, state_of(state, list(state.position)), team, Random(own))
                other = told(attack, state_of(state, twin), team, Random(own))
                seats = "".join(map(str, sorted(team.players)))
                attack.compare("team", int(seats), one, other, f"seed {seed} look {number}: {what}")


def _twins(attack: Attack, state: State, team: Team, chance: Random) -> Iterator[tuple[str, list[int]]]:
    """Positions that all players of a team cannot tell from this one, even together."""
    sights, swaps, here = attack.sights, attack.swaps, list(state.position)
    first, *others = sorted(team.players)
    for _, one, two in swaps.pairs(here, first, chance, attack.effort.pairs):
        unknown = all(sights.hidden(here, seat, each) for seat in (first, *others) for each in (one, two))
        twin = swaps.swap(here, one, two)
        if unknown and all(offers_the_same(state, twin, seat, one, two) for seat in team.players):
            yield f"{one} {sights.title(one)} <> {two} {sights.title(two)}", twin
