"""Constructs with places to fill in, as editors write them (`${1:name}`), by the word that begins them."""

from __future__ import annotations

from typing import Final

SNIPPETS: Final = {
    "action": "action ${1:name} (${2:c}: ${3:Card}) in ${4:turn}:\n"
    '    requires ${5:yes} else "${6:why not}"\n    ${0:nothing}',
    "card": 'card "${1:Title}" is ${2:Kind}:\n    ${0}',
    "choose": 'choose ${1:c} from ${2:me.hand} by ${3:me} as "${4:which?}"',
    "define": "define ${1:name} of (${2:u}: ${3:Kind}) = ${0:yes}",
    "each player": "each player has:\n    ${0:var gold: 0..99}",
    "enum": "enum ${1:Name}: ${2:one}, ${3:two}",
    "event": "event ${1:name} (${2:u}: ${3:Kind}):\n    ${0:nothing}",
    "for each": "for each ${1:u} in ${2:players}:\n    ${0:nothing}",
    "if": "if ${1:yes}:\n    ${0:nothing}",
    "kind": "kind ${1:Name}:\n    ${0:var damage: 0..9}",
    "may": 'may "${1:do it?}" by ${2:me}:\n    ${0:nothing}',
    "phase": "phase ${1:name}:\n    ${0:nothing}",
    "procedure": "procedure ${1:name}:\n    ${0:nothing}",
    "repeat": "repeat until ${1:over} at most ${2:100} times:\n    ${0:nothing}",
    "rule": "rule ${1:name}: after ${2:event}:\n    ${0:nothing}",
    "scenario": 'scenario "${1:what it shows}":\n    given:\n        ${2:nothing}\n    run ${3:main}\n'
    '    A does "${4}"\n    expect ${0:over}',
    "set": "set ${1:me.gold} to ${0:0}",
    "value": "value ${1:name} of (${2:u}: ${3:Kind}): ${4:0..9} = ${0:0}",
    "window": 'window ${1:name} "${2:your turn}"',
    "zone": "zone ${1:name}: cards of ${2:Card}, seen by ${0:owner}",
}
