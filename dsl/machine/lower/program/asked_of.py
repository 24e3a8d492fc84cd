"""Which of the values that zones show an action asks of its things: what it costs stands beside a move that is paid
for, and not beside every move that names the same card.
"""

from __future__ import annotations

from dsl.machine.lower.program.effects import Facts, Unit
from dsl.semantics import model as m
from dsl.semantics.walk import walk


def asked_by(facts: Facts, action: m.Action) -> tuple[str, ...]:
    """The names of the values and printed fields that zones show and that the requirements or the effects of an action
    read, through what they call.
    """
    wanted = dict.fromkeys(name for zone in facts.program.zones for name, _ in zone.shows)
    if not wanted:
        return ()
    needs = tuple(need.condition for need in action.needs)
    bodies = [body for unit in _reached(facts, action.event) for body in facts.bodies_of(unit)]
    asked = _names((needs, *bodies))
    values = {value.name: value for value in facts.program.values}
    return tuple(name for name in wanted if name in asked or (name in values and asked & _names(values[name].base)))


def _reached(facts: Facts, event: m.Event) -> dict[Unit, None]:
    """What an event may run before somebody is asked to act: what is done in windows is another move."""
    found: dict[Unit, None] = {event: None}
    todo: list[Unit] = [event]
    while todo:
        for unit in facts.scan(todo.pop()).calls:
            if unit not in found and not isinstance(unit, m.Window):
                found[unit] = None
                todo.append(unit)
    return found


def _names(root: object) -> set[str]:
    """The values and printed fields that something reads, through definitions; of a value the fields it is made of
    are not among them.
    """
    found, seen, todo = set[str](), set[m.Define](), [root]
    while todo:
        for node in walk(todo.pop()):
            if isinstance(node, m.ValueOf):
                found.add(node.value.name)
            elif isinstance(node, m.FieldOf) and not node.field.var:
                found.add(node.field.name)
            elif isinstance(node, m.CallDefine) and node.define not in seen:
                seen.add(node.define)
                todo += [node.define.body, tuple(need.condition for need in node.define.needs)]
    return found
