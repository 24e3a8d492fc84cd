"""What is only seen from above: circles of definitions, values and procedures (E120, E210), and questions hidden in
procedures that an event or an `always` rule calls (E140).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.walk import walk
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import said

Named = model.Define | model.Value | model.Action
Runs = model.Procedure | model.Event
N = TypeVar("N")

_ASKS = (model.ChooseMember, model.ChooseSeveral, model.ChooseBranch, model.OfferWindow, model.SealedChoices)


def check_graphs(world: World) -> None:
    """Circles, and questions where nobody can be asked."""
    _value_circles(world)
    _procedure_circles(world)
    _hidden_questions(world)
    for source in world.play.actions:
        if source.action.afterwards:
            _trial(world, source.action)


# ---- definitions and values ------------------------------------------------------------------------------------------


def _value_circles(world: World) -> None:
    named: list[Named] = [*world.play.defines.values(), *world.play.values.values()]
    named += [source.action for source in world.play.actions]
    links = _without_end({node: _asks_for(node) for node in named})
    for circle in _circles(named, links):
        at = next((index for index, (node, _) in enumerate(circle) if isinstance(node, model.Value)), None)
        turned = circle[at or 0 :] + circle[: at or 0]
        if at is not None:
            _report(world, "E210", turned, said("is computed from"))
        else:
            _report(world, "E120", turned, said("asks for"))


def _asks_for(node: Named) -> dict[Named, Span]:
    """What a definition, value or the requirements of an action ask for, and where."""
    found: dict[Named, Span] = {}
    for root in _conditions(node):
        for part in walk(root):
            if isinstance(part, model.CallDefine):
                found.setdefault(part.define, part.span)
            elif isinstance(part, model.ValueOf) and not part.printed:
                found.setdefault(part.value, part.span)
            elif isinstance(part, model.CanAct):
                found.setdefault(part.action, part.span)
    return found


def _conditions(node: Named) -> Iterable[object]:
    if isinstance(node, model.Define):
        yield node.body
        for need in node.needs:
            yield from _need(need)
    elif isinstance(node, model.Value):
        yield node.base
        for modifier in node.modifiers:
            yield modifier.when
            yield modifier.amount
    else:
        yield node.domains
        yield node.refusals
        for need in (*node.needs, *node.afterwards):
            yield from _need(need)
        if node.afterwards:
            yield from _tested(node)


def _tested(action: model.Action) -> Iterable[object]:
    """Everything that may run when an action is tried out: its effects, what they call, and the rules on that."""
    return [body for bodies in _reached(action).values() for body in bodies]


def _reached(action: model.Action) -> dict[Runs, list[tuple[model.Stmt, ...]]]:
    found: dict[Runs, list[tuple[model.Stmt, ...]]] = {}
    todo: list[Runs] = [action.event]
    for node in todo:
        hooks = (
            (*node.instead, *node.before, *node.after) if isinstance(node, model.Event) else (*node.start, *node.end)
        )
        found[node] = [*_bodies(node), *(rule.body for rule in hooks)]
        todo += [other for other in _calls(found[node]) if other not in (*found, *todo)]
    return found


def _need(need: model.Need) -> Iterable[object]:
    yield need.condition
    for lift in need.lifts:
        yield lift.when


# ---- procedures ------------------------------------------------------------------------------------------------------


def _procedure_circles(world: World) -> None:
    runs: list[Runs] = [*world.play.procedures.values(), *world.play.events.values()]
    runs += [source.action.event for source in world.play.actions]
    links = _without_end({node: _calls(_bodies(node)) for node in runs})
    for circle in _circles(runs, links):
        _report(world, "E120", circle, "calls")


def _bodies(node: Runs) -> list[tuple[model.Stmt, ...]]:
    if isinstance(node, model.Procedure):
        return [node.body, *(body for _, _, body in node.variants)]
    return [node.body]


def _calls(bodies: Iterable[object]) -> dict[Runs, Span]:
    found: dict[Runs, Span] = {}
    for body in bodies:
        for part in walk(body):
            if isinstance(part, model.RunProcedure):
                found.setdefault(part.procedure, part.span)
            elif isinstance(part, model.Perform):
                found.setdefault(part.event, part.span)
    return found


def _hidden_questions(world: World) -> None:
    """E140 where an event or an `always` rule calls a procedure that asks."""
    asking = {node for node in world.play.procedures.values() if _asks(node)}
    calls = {node: _calls(_bodies(node)) for node in world.play.procedures.values()}
    grown = True
    while grown:
        more = {
            node
            for node in world.play.procedures.values()
            if node not in asking and any(other in asking for other in calls[node])
        }
        asking |= more
        grown = bool(more)
    places: list[tuple[str, object]] = [
        (said("the event `{1}`", event.name), event.body) for event in world.play.events.values()
    ]
    places += [(said("an `always` rule"), rule.body) for rule in world.rules.always]
    places += [("`given`", scenario.given) for scenario in world.play.scenarios]
    for what, body in places:
        for called, span in _calls([body]).items():
            if called in asking:
                message = said("`{1}` asks players, and nobody can be asked in {2}", called.name, what)
                world.error("E140", span, message)


def _asks(node: model.Procedure) -> bool:
    return any(isinstance(part, _ASKS) for body in _bodies(node) for part in walk(body))


def _trial(world: World, action: model.Action) -> None:
    """E140 for what cannot be tried out: a question, chance. Once for an action."""
    for node, bodies in _reached(action).items():
        for part, what in _untried(node, bodies):
            where = "" if node is action.event else said(" in `{1}`", node.name)
            message = said(
                "`{1}` {2}{3}, so what is so afterwards cannot be known beforehand", action.name, what, where
            )
            hint = said("make what is chosen a parameter of the action, or let what follows happen after its window")
            world.bag.error(
                "E140", part.span, message, hint=hint, labels=(Label(action.afterwards[0].span, said("asked")),)
            )
            return


def _untried(node: Runs, bodies: object) -> Iterator[tuple[model.Expr | model.Stmt, str]]:
    """What in it asks players or draws by chance."""
    if isinstance(node, model.Event) and node.asks and node.chooser is not None:
        yield node.chooser, said("asks players")
    for part in walk(bodies):
        if isinstance(part, _ASKS):
            yield part, said("asks players")
        elif isinstance(part, model.DrawChance | model.ShuffleZone):
            yield part, said("draws by chance")


def _without_end(links: dict[N, dict[N, Span]]) -> dict[N, dict[N, Span]]:
    """Who leads to whom, without those that say how deep they may go: a circle through one of them has an end."""
    ends = {node for node in links if _deep(node)}
    return {
        node: {} if node in ends else {other: span for other, span in others.items() if other not in ends}
        for node, others in links.items()
    }


def _deep(node: object) -> int:
    if isinstance(node, model.Action):
        return node.event.deep
    return node.deep if isinstance(node, model.Define | model.Value | model.Event | model.Procedure) else 0


# ---- circles ---------------------------------------------------------------------------------------------------------


def _circles(nodes: list[N], links: Mapping[N, Mapping[N, Span]]) -> list[list[tuple[N, Span]]]:
    """Circles, each with the place of the step to the next node; no node is in two of them."""
    done: set[N] = set()
    found: list[list[tuple[N, Span]]] = []
    for node in nodes:
        circle = None if node in done else _way_back(node, links, done)
        if circle is not None:
            found.append(circle)
            done.update(member for member, _ in circle)
    return found


def _way_back(start: N, links: Mapping[N, Mapping[N, Span]], done: set[N]) -> list[tuple[N, Span]] | None:
    """The shortest way from a node back to itself that keeps off the nodes that are done."""
    came: dict[N, tuple[N, Span]] = {}
    todo = [start]
    for node in todo:
        for other, span in links.get(node, {}).items():
            if other is start:
                came[start] = (node, span)
                return _path(start, came)
            if other not in came and other not in done:
                came[other] = (node, span)
                todo.append(other)
    return None


def _path(start: N, came: dict[N, tuple[N, Span]]) -> list[tuple[N, Span]]:
    path: list[tuple[N, Span]] = []
    at = start
    while not path or at is not start:
        before, span = came[at]
        path.append((before, span))
        at = before
    return path[::-1]


def _report(world: World, code: str, circle: Sequence[tuple[Named | Runs, Span]], words: str) -> None:
    """The circle begins with a value if there is one; each further step is shown where it is written."""
    names = [node.name for node, _ in circle]
    way = f" {words} ".join(f"`{name}`" for name in (*names, names[0]))
    labels = [
        Label(span, said("here `{1}` {2} `{3}`", node.name, words, names[(index + 1) % len(names)]))
        for index, (node, span) in enumerate(circle)
    ]
    hint = said("if it comes to an end, say how deep it may go, behind what it is given: {1}", _bounded(circle[0][0]))
    world.bag.error(code, circle[0][0].span, said("a circle: {1}", way), hint=hint, labels=labels)


def _bounded(node: Named | Runs) -> str:
    """How a member of a circle is declared with a depth, in short."""
    given = " (..)" if node.params else ""
    match node:
        case model.Procedure():
            return f"{node.word} {node.name}{given} at most 20 deep:"
        case model.Value():
            return f"value {node.name}{given} at most 20 deep: 0..9 = .."
        case model.Define():
            return f"define {node.name}{given} at most 20 deep = .."
        case model.Action():
            return f"action {node.name}{given} at most 20 deep:"
        case _:
            return f"event {node.name}{given} at most 20 deep:"
