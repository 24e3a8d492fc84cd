"""The command that prints the machine of a game, as it is after any pass of the compiler."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import TYPE_CHECKING

from dsl.diagnostics import nearest
from dsl.spoken import said
from dsl.tools.reply import MISUSE, OK, Refusal, say, say_json

if TYPE_CHECKING:
    from dsl.machine.ir.ops import Machine


def run_dump(arguments: Namespace) -> int:
    """`dump PATH`: the machine after the last pass, or after `--pass`; only some procedures with `--proc`."""
    from dsl.machine.ir.printer import proc_text, to_text
    from dsl.machine.ir.serialize import to_json

    machines = _after_passes(arguments)
    name = arguments.after or list(machines)[-1]
    if name not in machines:
        raise Refusal(said("there is no pass {1}; the passes are {2}", f"{name!r}", ", ".join(machines)), MISUSE)
    machine = machines[name]
    if arguments.json:
        say_json(
            "dump", {"ok": True, "title": machine.names.title, "pass": name, "machine": json.loads(to_json(machine))}
        )
    elif arguments.proc is None:
        say(to_text(machine).rstrip("\n"))
    else:
        say("\n".join(proc_text(machine, machine.procs[proc]) for proc in _named(machine, arguments.proc)).rstrip("\n"))
    return OK


def _after_passes(arguments: Namespace) -> dict[str, Machine]:
    """The machine after each pass."""
    from dsl.pipeline import compile_game
    from dsl.tools.checking import whole_program

    found: dict[str, Machine] = {}
    compile_game(whole_program(arguments), after=found.__setitem__)
    return found


def _named(machine: Machine, name: str) -> list[int]:
    """The procedures of a name, or the one of a number (f12)."""
    names = machine.names.procs
    found = [proc for proc, own in enumerate(names) if name in (own, f"f{proc}")]
    if not found:
        near = nearest(name, names)
        hint = said("; meant {1}?", f"{near[0]!r}") if near else ""
        raise Refusal(said("no procedure of this machine is called {1}{2}", f"{name!r}", hint), MISUSE)
    return found
